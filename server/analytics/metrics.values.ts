/** A figure: its name, formula and unit, and whether it covers a period or the current state. */
export interface Metric {
  name: string
  formula: string
  unit: 'money' | 'count' | 'percent' | 'rating'
  hasPeriod: boolean
}

const metric = (name: string, unit: Metric['unit'], hasPeriod: boolean, formula: string): Metric => ({
  ...{ name, unit, hasPeriod, formula },
})

/** All figures of the dashboards. Every display takes the name and formula from here, so that each word has one meaning. */
export const METRICS = {
  sales: metric(
    'Sales',
    'count',
    true,
    'Orders placed in the period that came through WTF for sure and were paid. Cancelled ones and those nothing is owed for yet are not counted; a status that changes later changes the period of the order.',
  ),
  revenue: metric(
    'Revenue',
    'money',
    true,
    'What these sales came to: prices less discounts, refunds and included tax, without shipping, in your currency. Other currencies stand beside it and are never added.',
  ),
  averageOrder: metric('Average order', 'money', true, 'Revenue divided by the sales in the same currency.'),
  commission: metric(
    'Commission',
    'money',
    true,
    "What you owe for the period's sales: the sum of their entries in the ledger, in the ledger's currency.",
  ),
  pendingCommission: metric(
    'Pending commission',
    'money',
    true,
    "The part of the period's commission whose sales are pending: the time for returns is not over.",
  ),
  customers: metric(
    'Customers',
    'count',
    true,
    'Different people among the buyers of these sales. Buyers whom your store does not name to us are left out.',
  ),
  newCustomers: metric(
    'New customers',
    'count',
    true,
    'Those of the customers whose first counted sale at your store is in the period.',
  ),
  clickToSale: metric('Click to sale', 'percent', true, 'Sales divided by clicks to your store, times 100.'),
  viewToClick: metric('View to click', 'percent', true, 'Clicks to your store divided by product views, times 100.'),
  viewToSale: metric('View to sale', 'percent', true, 'Sales divided by product views, times 100.'),
  views: metric(
    'Views',
    'count',
    true,
    'Looks at pages of your products: one per visitor and product in 30 minutes, without bots.',
  ),
  clicks: metric(
    'Clicks',
    'count',
    true,
    'Visits that left for your store by our links and counted: without bots, repeats within an hour and too many of one address.',
  ),
  activeProducts: metric('Active products', 'count', false, 'Products that you have published, as of now.'),
  totalProducts: metric('Listed products', 'count', false, 'All of your products, drafts and archived ones too.'),
  growth: metric(
    'Growth',
    'percent',
    true,
    'This period less the one of the same length right before it, divided by that one, times 100. From nothing there is no growth.',
  ),
  yearOverYear: metric(
    'Against a year ago',
    'percent',
    true,
    'This period less the same one a year ago, divided by that one, times 100.',
  ),
  revenuePending: metric('Revenue pending', 'money', true, "The part of the period's revenue whose sales are pending."),
  revenuePaid: metric(
    'Revenue paid',
    'money',
    true,
    "The part of the period's revenue for whose sales the commission was paid.",
  ),
  salesToday: metric('Sales today', 'count', false, 'Sales since midnight in your time zone.'),
  salesThisWeek: metric('Sales this week', 'count', false, 'Sales since Monday in your time zone.'),
  salesThisMonth: metric('Sales this month', 'count', false, 'Sales since the first of the month in your time zone.'),
  paymentPending: metric(
    'Pending',
    'money',
    false,
    'Commission of all pending sales, of whatever time: it can still change with returns. Sales on hold or in dispute are in none of the three.',
  ),
  paymentProcessing: metric(
    'Processing',
    'money',
    false,
    'Commission of all confirmed sales that is not paid yet, invoiced or not: due on the 15th of the month after.',
  ),
  paymentPaid: metric('Paid', 'money', false, 'Commission of all sales whose invoices you have paid.'),
  nextPayout: metric(
    'Next payout',
    'money',
    false,
    'The 15th of next month: when the commission that you owe for confirmed sales is due.',
  ),
  tierPosition: metric(
    'Tier',
    'money',
    false,
    "This month's confirmed sales under your plan (UTC). Each tier's rate is for the part of the sales inside it.",
  ),
  averageRating: metric('Average rating', 'rating', true, 'The mean of the stars of approved reviews.'),
  responseRate: metric('Response rate', 'percent', true, 'Reviews with an answer of yours divided by all, times 100.'),
  nps: metric(
    'Net promoter score',
    'count',
    true,
    'Computed from stars: ratings of 4 and 5 less those of 1 to 3, divided by all, times 100.',
  ),
} as const satisfies Record<string, Metric>

/** A share in percent with two decimals; null if `whole` is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100
