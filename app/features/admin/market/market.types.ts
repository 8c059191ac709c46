import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { Period } from '#server/platform/period.schema.ts'

type Market = RouterOutputs['admin']['market']

export const SHOWN = ['sales', 'traffic', 'commission'] as const
export type Shown = (typeof SHOWN)[number]

export interface MarketPageProps {
  figures: Market['figures']
  products: Market['products']
  people: Market['people']
  searches: Market['searches']
  performance: Market['performance']
  period: Period
  /** The tab of the chart. Undefined for sales. */
  show: Shown | undefined
}
