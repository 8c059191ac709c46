/** A figure: its name, formula and unit, and whether it covers a period or shows the current state. */
export interface Metric {
  name: string
  formula: string
  unit: 'money' | 'count' | 'percent' | 'rating'
  hasPeriod: boolean
}

const metric = (name: string, unit: Metric['unit'], hasPeriod: boolean, formula: string): Metric => ({
  name,
  unit,
  hasPeriod,
  formula,
})

/** All figures of the dashboards. Every page uses these names and formulas, so that each word has one meaning. */
export const METRICS = {
  sales: metric(
    'Sales',
    'count',
    true,
    'Paid orders placed in the period and referred by WTF. Cancelled orders and orders with no commission due yet are not counted. If an order’s status changes later, the figures for the period in which it was placed change too.',
  ),
  revenue: metric(
    'Revenue',
    'money',
    true,
    'The value of these sales in your currency: prices less discounts, refunds and included tax, excluding shipping. Other currencies are shown separately and are not included in the total.',
  ),
  averageOrder: metric('Average order', 'money', true, 'Revenue divided by the sales in the same currency.'),
  commission: metric(
    'Commission',
    'money',
    true,
    "The commission you owe for the period's sales: the total of their ledger entries, in the ledger's currency.",
  ),
  pendingCommission: metric(
    'Pending commission',
    'money',
    true,
    "The part of the period's commission that comes from pending sales, which are still within their lock period.",
  ),
  customers: metric(
    'Customers',
    'count',
    true,
    'The number of different buyers. Buyers that your store does not identify to us are left out.',
  ),
  newCustomers: metric(
    'New customers',
    'count',
    true,
    'Customers whose first counted order from your store was placed in the period.',
  ),
  clickToSale: metric('Click to sale', 'percent', true, 'Sales divided by clicks to your store, times 100.'),
  viewToClick: metric('View to click', 'percent', true, 'Clicks to your store divided by product views, times 100.'),
  viewToSale: metric('View to sale', 'percent', true, 'Sales divided by product views, times 100.'),
  views: metric(
    'Views',
    'count',
    true,
    'Views of your product pages, counted at most once per visitor and product every 30 minutes, excluding bots.',
  ),
  clicks: metric(
    'Clicks',
    'count',
    true,
    'Counted visits to your store through our links. We leave out bots, your own team, repeats within an hour, and excessive clicks from one IP address.',
  ),
  activeProducts: metric('Active products', 'count', false, 'The number of products that are published now.'),
  totalProducts: metric('Total products', 'count', false, 'All your products, including drafts and archived products.'),
  growth: metric(
    'Growth',
    'percent',
    true,
    'The change from the previous period of the same length, in percent. No change is shown if the figure for the previous period was zero.',
  ),
  yearOverYear: metric(
    'Compared with a year ago',
    'percent',
    true,
    'The change from the same period a year ago, in percent.',
  ),
  revenuePending: metric(
    'Revenue pending',
    'money',
    true,
    "The part of the period's revenue that comes from pending sales.",
  ),
  revenuePaid: metric(
    'Revenue paid',
    'money',
    true,
    "The part of the period's revenue that comes from sales with paid commission.",
  ),
  salesToday: metric('Sales today', 'count', false, 'Sales since midnight in your time zone.'),
  salesThisWeek: metric('Sales this week', 'count', false, 'Sales since Monday in your time zone.'),
  salesThisMonth: metric('Sales this month', 'count', false, 'Sales since the first of the month in your time zone.'),
  paymentPending: metric(
    'Pending',
    'money',
    false,
    'Commission on all pending sales, from any period. It can still change with refunds. Sales on hold or in dispute are not included in any of the three figures.',
  ),
  paymentProcessing: metric(
    'Processing',
    'money',
    false,
    'Open and overdue invoices including VAT, and confirmed commission that has not been invoiced yet. Refunds of invoiced sales are deducted.',
  ),
  paymentPaid: metric(
    'Paid',
    'money',
    false,
    'The total of the invoices you have paid, including VAT. Later refunds do not change it. They are deducted from your next invoice.',
  ),
  tierPosition: metric(
    'Tier',
    'money',
    false,
    "This month's confirmed sales under your plan (UTC). Each tier's rate applies to the part of the sales within that tier.",
  ),
  averageRating: metric('Average rating', 'rating', true, 'The average rating of approved reviews.'),
  responseRate: metric('Response rate', 'percent', true, 'The percentage of reviews that you responded to.'),
  nps: metric(
    'Net promoter score',
    'count',
    true,
    'Calculated from ratings: the percentage of 4 and 5 stars minus the percentage of 1 to 3 stars.',
  ),
} as const satisfies Record<string, Metric>

/** Returns a share in percent with two decimals; null if `total` is 0. */
export const percentOf = (part: number, total: number): number | null =>
  total === 0 ? null : Math.round((part / total) * 10_000) / 100
