import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { PeriodChoice, PeriodProblem } from '#server/platform/period.schema.ts'

export interface AnalyticsPageProps {
  figures: RouterOutputs['analytics']['overview']
  period: PeriodChoice
  /** The error in the URL's dates. */
  problem: PeriodProblem | null
  display: RouterOutputs['partner']['mine']['display']
}
