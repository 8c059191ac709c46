import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { FunnelPart, FunnelQuery } from '#server/analytics/insights/insights.schema.ts'
import type { PeriodProblem } from '#server/platform/period.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

export type Funnel = RouterOutputs['insights']['funnel']
export type FunnelRow = Funnel['rows'][number]
export type Unmet = RouterOutputs['insights']['unmetSearches']
export type Prices = RouterOutputs['insights']['prices']
export type MissedWishes = RouterOutputs['insights']['missedWishes']

export interface DemandPageProps {
  funnel: Funnel
  unmet: Unmet
  prices: Prices
  wishes: MissedWishes
  query: FunnelQuery
  /** The error in the URL's dates. */
  problem: PeriodProblem | null
  timeZone: string
  canChange: boolean
}

export const BREAKDOWN = 'breakdown'

/** Returns the URL of another view of the page, without default values. */
export const demandHref = ({ period, by, sort, page }: FunnelQuery): string =>
  dashboardPaths.demand({
    period: period === 'month' ? undefined : period,
    by: by === 'product' ? undefined : by,
    sort,
    page: page === 1 ? undefined : page,
  })

export const PART_NAMES: Record<FunnelPart, string> = {
  product: 'Product',
  category: 'Category',
  surface: 'Page',
  search: 'Search',
  device: 'Device',
  country: 'Country',
}

export const SURFACE_NAMES = lookup({
  home: 'Home',
  discover: 'Discover',
  product: 'Product page',
  partner: 'Your store page',
  wishlist: 'Wishlist',
  search: 'Search',
  features: 'Features',
  orders: 'Orders',
  stores: 'Other stores',
  agent: 'Assistants',
})
