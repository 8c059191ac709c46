import type { MovingProduct } from '#server/analytics/market-products.ts'
import type { ConversionStatus } from '#server/sales/lifecycle.values.ts'

/** A number of the period and of the one of the same length right before it. */
export interface Change {
  now: number
  before: number
}

/** What is owed in one currency, in its minor units. */
export interface CommissionIn {
  currency: string
  /** Of counted sales. */
  minor: Change
  sales: number
  /** Of the period, those that are counted, in the order of a sale's life. */
  states: Array<{ status: ConversionStatus; sales: number; minor: number }>
}

/** What happened in one bar of the chart. */
export interface MarketPoint {
  /** As the clock says in UTC: '2026-11-23', '2026-11', '2026-11-23T14' for hours. */
  label: string
  from: Date
  to: Date
  /** It goes on. */
  isUnfinished: boolean
  views: number
  clicks: number
  sales: number
  /** In each currency, in its minor units. */
  commission: Array<{ currency: string; minor: number }>
}

export interface MovingPartner {
  id: string
  name: string
  sales: Change
  clicks: Change
}

export interface MarketFigures {
  asOf: Date
  from: Date
  previousFrom: Date
  views: Change
  clicks: Change
  sales: Change
  /** Clicks a hundred views, and sales a hundred clicks; null of nothing. */
  viewToClick: number | null
  clickToSale: number | null
  /** Most sales first; at least one, the first of which is what the page draws. */
  commission: CommissionIn[]
  points: MarketPoint[]
  pointsBefore: MarketPoint[]
  partners: { joined: Change; open: number; waiting: number; selling: Change }
  topPartners: MovingPartner[]
  fadingPartners: MovingPartner[]
}

export interface MarketProducts {
  top: MovingProduct[]
  fading: MovingProduct[]
}

/** A step of a funnel: of those before it, how many came so far. */
export interface FunnelStep {
  name: string
  count: number
}

export interface MarketPeople {
  newShoppers: Change
  allShoppers: number
  /** In the last whole week and in the one before. */
  activeShoppers: Change
  /** Weeks in which shoppers joined, the newest last; of each the weeks since, the first of them the one in which they joined. */
  cohorts: Array<{
    joined: Date
    shoppers: number
    weeks: Array<{ active: number; percent: number | null; isUnfinished: boolean }>
  }>
  waitlist: FunnelStep[]
  invitations: FunnelStep[]
}

export interface MarketSearches {
  searches: Change
  /** Of a hundred; null of none. */
  foundNothing: { now: number | null; before: number | null }
  clicked: { now: number | null; before: number | null }
  relaxed: number | null
  /** Clicks a hundred searches that found something: places 1 to 10, and all further ones. */
  places: Array<{ place: string; percent: number | null }>
  /** Ms; null where nothing is known. */
  p50: number | null
  p99: number | null
}

export interface RouteFigures {
  route: string
  requests: number
  /** Ms. */
  p50: number | null
  p99: number | null
  errors: number
  errorPercent: number | null
}

export interface MarketPerformance {
  total: RouteFigures
  /** Most asked for first. */
  routes: RouteFigures[]
  /** Last hour, by minute; null without requests. */
  minutes: Array<{ at: Date; requests: number; p50: number | null; p99: number | null; errors: number }>
}
