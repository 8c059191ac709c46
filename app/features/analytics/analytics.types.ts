import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { Period } from '#server/platform/period.schema.ts'

export interface AnalyticsPageProps {
  figures: RouterOutputs['analytics']['overview']
  period: Period
  display: RouterOutputs['partner']['own']['display']
}
