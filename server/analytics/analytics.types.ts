import type { Picture } from '#server/media/picture.ts'

/** A number for the period, for the preceding period, and for the same period a year ago. */
export interface Compared {
  now: number
  before: number
  yearAgo: number
}

/** Amounts in other currencies, in minor units of each. They are never added together. */
export type Others = Array<{ currency: string; minor: number }>

/** Minor units of one currency. */
export interface Amounts extends Compared {
  currency: string
  others: Others
}

/**
 * Commission in minor units of the ledger's currency. `others`: an earlier plan of the partner may have had a different
 * currency.
 */
export interface Owed {
  minor: number
  others: Others
}

/** The period of figures, in UTC. The end is not included. */
export interface Span {
  from: Date
  to: Date
  previousFrom: Date
  yearAgoFrom: Date
  yearAgoTo: Date
  /** The partner's IANA time zone. */
  timeZone: string
}

/** One bar of a chart. Amounts in minor units of the partner's currency. */
export interface Point {
  /** In the partner's local time: '2026-11-23', '2026-11', or '2026-11-23T14' for hours. */
  label: string
  from: Date
  to: Date
  revenueMinor: number
  sales: number
  views: number
  clicks: number
  /** Whether it is the last bar, which is not complete yet. */
  isUnfinished: boolean
}

/** A product with its revenue in the period. */
export interface TopProduct {
  id: string
  /** Its current name, or else the name in the latest sale. */
  name: string
  picture: Picture | null
  sales: number
  revenueMinor: number
  views: number
  clicks: number
  currency: string
}

/** The figures at the top of the Sales page. */
export interface SalesFigures {
  asOf: Date
  span: Span
  /** Whether there is any sale, in any period. */
  hasAny: boolean
  sales: Compared
  /** Sales per hundred clicks; null without clicks. */
  conversionRate: number | null
  revenue: Amounts
  /** Minor units; null without sales. */
  averageOrderMinor: number | null
  /** The commission for the period's sales, in the ledger's currency. */
  commission: Amounts
  /** The part of the commission for sales that are not confirmed yet. */
  pendingCommission: Owed
  customers: { total: number; isNew: number }
  /** For all time. `processing` includes `overdue`. */
  payment: {
    currency: string
    pending: Owed
    processing: Owed
    overdue: OverdueInvoices
    paid: Owed
    credit: Owed
    nextPayoutOn: Date
  }
  /** The last six calendar months, the current one last. */
  months: Point[]
  /** The bars of the period, and the same number of bars of the one before. */
  points: Point[]
  pointsBefore: Point[]
  top: TopProduct[]
}

/** Invoices that are overdue today, with their amounts in minor units of each currency. */
export interface OverdueInvoices {
  invoices: number
  amounts: Array<{ currency: string; minor: number }>
  oldest: { id: string; number: string; dueOn: Date } | null
}

export interface HomeFigures {
  asOf: Date
  span: Span
  sales: Compared
  clicks: Compared
  /** Sales per hundred clicks; null without clicks. */
  conversionRate: number | null
  /** The conversion rate of the previous period. */
  conversionRateBefore: number | null
  /** In the ledger's currency. */
  commission: Amounts
  overdue: OverdueInvoices
  /** Whether a store is connected, or orders have reached us in another way. */
  reportsOrders: boolean
}

/** The partner's position among the tiers of its plan. */
export interface TierProgress {
  plan: { name: string; version: number }
  /** 'value': minor units of `currency`; 'count': sales. */
  unit: 'value' | 'count'
  currency: string
  /** This month's total so far. */
  position: number
  tiers: Array<{ name: string; from: number; upTo: number | null; rateBps: number }>
  /** The index in `tiers`. */
  current: number
  /** The amount to the next tier; null in the last one. */
  missing: number | null
}

/** The figures at the top of the Analytics page. */
export interface AnalyticsFigures {
  asOf: Date
  span: Span
  hasAny: boolean
  /** Null before a plan was accepted. */
  tier: TierProgress | null
  revenue: Amounts
  pendingMinor: number
  paidMinor: number
  sales: Compared
  salesToday: number
  salesThisWeek: number
  salesThisMonth: number
  views: Compared
  clicks: Compared
  /** Clicks per hundred views; null without views. */
  clickRate: number | null
  products: { active: number; total: number }
  /** The last seven days, ending today. For two dates, the hours, days or months between them. */
  days: Point[]
  daysBefore: Point[]
  top: TopProduct[]
}
