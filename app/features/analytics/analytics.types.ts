import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { PeriodChoice, PeriodProblem } from '#server/platform/period.schema.ts'

export interface AnalyticsPageProps {
  figures: RouterOutputs['analytics']['overview']
  period: PeriodChoice
  /** What is wrong with the dates of the address. */
  problem: PeriodProblem | null
  display: RouterOutputs['partner']['own']['display']
}
