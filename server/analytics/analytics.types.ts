import type { Picture } from '#server/media/picture.ts'

/** A number of the period, of the one right before it, and of the same one a year ago. */
export interface Compared {
  now: number
  before: number
  yearAgo: number
}

/** What there is in further currencies, in minor units of each: nobody adds them up. */
export type Others = Array<{ currency: string; minor: number }>

/** Minor units of one currency. */
export interface Amounts extends Compared {
  currency: string
  others: Others
}

/** What is owed, in minor units of the ledger's currency. A plan that the partner had before may have had another one. */
export interface Owed {
  minor: number
  others: Others
}

/** Which time figures are about. UTC; the first belongs to it, the last does not. */
export interface Span {
  from: Date
  to: Date
  previousFrom: Date
  yearAgoFrom: Date
  yearAgoTo: Date
  /** IANA: the partner's. */
  timeZone: string
}

/** What happened in one bar of a chart. Amounts in minor units of the partner's currency. */
export interface Point {
  /** As the partner's clock says: '2026-11-23', '2026-11', '2026-11-23T14' for hours. */
  label: string
  from: Date
  to: Date
  revenueMinor: number
  sales: number
  views: number
  clicks: number
  /** The last one, which goes on. */
  isUnfinished: boolean
}

/** A product with what it brought in the period. */
export interface TopProduct {
  id: string
  /** As it is called now, else as the latest sale called it. */
  name: string
  picture: Picture | null
  sales: number
  revenueMinor: number
  views: number
  clicks: number
  currency: string
}

/** What the Sales page begins with. */
export interface SalesFigures {
  asOf: Date
  span: Span
  /** Whether there is any sale at all, of whatever time. */
  hasAny: boolean
  sales: Compared
  /** Sales a hundred clicks; null without clicks. */
  conversionRate: number | null
  revenue: Amounts
  /** Minor units; null without sales. */
  averageOrderMinor: number | null
  /** What is owed for the period's sales, in the ledger's currency. */
  commission: Amounts
  /** Of it, for sales that are not confirmed yet. */
  pendingCommission: Owed
  customers: { total: number; isNew: number }
  /** Of all times. */
  payment: { currency: string; pending: Owed; processing: Owed; paid: Owed; credit: Owed; nextPayoutOn: Date }
  /** The last six calendar months, the present one last. */
  months: Point[]
  /** The period, bar by bar, and the one before it in the same number of bars. */
  points: Point[]
  pointsBefore: Point[]
  top: TopProduct[]
}

/** What Home begins with. */
export interface HomeFigures {
  asOf: Date
  span: Span
  sales: Compared
  clicks: Compared
  /** Sales per hundred clicks; null without clicks. */
  conversionRate: number | null
  /** The same in the period before. */
  conversionRateBefore: number | null
  /** In the ledger's currency. */
  commission: Amounts
  /** Invoices that are overdue today, with their amounts in minor units of each currency. */
  overdue: {
    invoices: number
    amounts: Array<{ currency: string; minor: number }>
    oldest: { id: string; number: string; dueOn: Date } | null
  }
  /** Whether a store is connected, or orders have reached us in another way. */
  reportsOrders: boolean
}

/** Where the partner stands among the tiers of its plan. */
export interface TierStanding {
  plan: { name: string; version: number }
  /** 'value': minor units of `currency`; 'count': sales. */
  unit: 'value' | 'count'
  currency: string
  /** This month's so far. */
  position: number
  tiers: Array<{ name: string; from: number; upTo: number | null; rateBps: number }>
  /** Of `tiers`. */
  current: number
  /** To the next tier; null at the last. */
  missing: number | null
}

/** What the Analytics page begins with. */
export interface AnalyticsFigures {
  asOf: Date
  span: Span
  hasAny: boolean
  /** Null before a plan was accepted. */
  tier: TierStanding | null
  revenue: Amounts
  pendingMinor: number
  paidMinor: number
  sales: Compared
  salesToday: number
  salesThisWeek: number
  salesThisMonth: number
  views: Compared
  clicks: Compared
  /** Clicks a hundred views; null without views. */
  clickRate: number | null
  products: { active: number; total: number }
  /** The last seven days, today last; of two dates, the hours, days or months between them. */
  days: Point[]
  daysBefore: Point[]
  top: TopProduct[]
}
