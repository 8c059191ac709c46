import type { MovingProduct } from '#server/analytics/market-products.ts'
import type { ConversionStatus } from '#server/sales/lifecycle.values.ts'

/** A figure for the period, and for the preceding one of the same length. */
export interface Change {
  now: number
  before: number
}

/** Commission owed in one currency, in its minor units. */
export interface CommissionIn {
  currency: string
  /** The commission of counted sales. */
  minor: Change
  sales: number
  /** Counted sales of the period, in the order of a sale's lifecycle. */
  states: Array<{ status: ConversionStatus; sales: number; minor: number }>
}

/** The figures of one bar of the chart. */
export interface MarketPoint {
  /** In UTC: '2026-11-23', '2026-11', '2026-11-23T14' for hours. */
  label: string
  from: Date
  to: Date
  /** Whether the bar is not complete yet. */
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
  /** Clicks per hundred views, and sales per hundred clicks; null if the divisor is 0. */
  viewToClick: number | null
  clickToSale: number | null
  /** Most sales first; at least one. The page draws the first one. */
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

/** A step of a funnel: how many people from the preceding step reached it. */
export interface FunnelStep {
  name: string
  count: number
}

export interface MarketPeople {
  newShoppers: Change
  allShoppers: number
  /** In the last full week and in the one before. */
  activeShoppers: Change
  /** Weeks when shoppers joined, newest last, each with the weeks since, beginning with the week itself. */
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
  /** In percent; null without searches. */
  foundNothing: { now: number | null; before: number | null }
  clicked: { now: number | null; before: number | null }
  relaxed: number | null
  /** Clicks per hundred searches with results: positions 1 to 10, and all others. */
  places: Array<{ place: string; percent: number | null }>
  /** In ms; null without data. */
  p50: number | null
  p99: number | null
}

export interface RouteFigures {
  route: string
  requests: number
  /** In ms. */
  p50: number | null
  p99: number | null
  errors: number
  errorPercent: number | null
}

export interface MarketPerformance {
  total: RouteFigures
  /** Most requested first. */
  routes: RouteFigures[]
  /** Last hour, by minute; null without requests. */
  minutes: Array<{ at: Date; requests: number; p50: number | null; p99: number | null; errors: number }>
}
