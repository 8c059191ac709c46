/** The name and formula of a market figure. */
export interface MarketMetric {
  name: string
  formula: string
}

const metric = (name: string, formula: string): MarketMetric => ({ name, formula })

/** All figures of /admin/analytics. Every page uses these names and formulas. Times are UTC. */
export const MARKET_METRICS = {
  views: metric(
    'Views',
    'Views of all product pages, counted at most once per visitor and product every 30 minutes, excluding bots.',
  ),
  clicks: metric(
    'Clicks',
    'Counted visits to stores through our links. We leave out bots, repeats within an hour, and excessive clicks from one IP address.',
  ),
  sales: metric(
    'Sales',
    'Paid orders at all partners, placed in the period and referred by us. Cancelled orders and orders with no commission due yet are not counted.',
  ),
  commission: metric(
    'Commission',
    "The commission partners owe for the period's counted sales: the total of their ledger entries, in the currency of most of these sales. Other currencies are shown separately and never added.",
  ),
  viewToClick: metric('View to click', 'Clicks divided by views, times 100.'),
  clickToSale: metric('Click to sale', 'Sales divided by clicks, times 100.'),
  joinedPartners: metric('New partners', 'Partners who joined in the period.'),
  openPartners: metric('Open stores', 'Approved partners that have not paused their store.'),
  waitingPartners: metric('Waiting for approval', 'Partners that have not been approved or rejected yet.'),
  sellingPartners: metric('Partners with sales', 'Partners with at least one counted sale in the period.'),
  topPartners: metric('Top partners', 'Ranked by counted sales in the period, then by clicks.'),
  fadingPartners: metric('Declining partners', 'Largest falls in clicks from the previous period.'),
  topProducts: metric(
    'Top products',
    'Ranked by counted sales in the period. A sale of several products counts for each product.',
  ),
  fadingProducts: metric('Declining products', 'Largest falls in counted sales from the previous period.'),
  newShoppers: metric('New shoppers', 'Shopper accounts created in the period, excluding those deleted since.'),
  allShoppers: metric('All shoppers', 'All current shopper accounts.'),
  activeShoppers: metric(
    'Active last week',
    'Signed-in shoppers who viewed a product last week, Monday to Sunday, compared with the week before.',
  ),
  retention: metric(
    'Retention',
    'Of the shoppers who joined in a week, the percentage who viewed a product while signed in, for each later week. The first column is the week they joined. Weeks start on Monday.',
  ),
  searches: metric(
    'Searches',
    'Views of search results, counted by calendar day (UTC). Repeated searches from one IP address count once a day.',
  ),
  foundNothing: metric(
    'Nothing found',
    'The percentage of searches with no exact match. This includes searches that found products after some conditions were left out.',
  ),
  relaxed: metric(
    'Partial matches',
    'The percentage of searches that only found products after we left out some conditions. Cached results are not counted. Kept for 90 days.',
  ),
  clickThrough: metric('Clicked', 'The percentage of searches that led to a click on a product.'),
  places: metric(
    'Clicks by position',
    'The percentage of searches with results that led to a click on this position in the list. Only the first click in each list counts.',
  ),
  searchTime: metric(
    'Search time',
    'p50 and p99 of search times, excluding page rendering and cached results. Kept for 90 days.',
  ),
  waitlist: metric(
    'Waitlist',
    'Email addresses that joined in the period, how many were confirmed, and how many were invited as partners.',
  ),
  invitations: metric(
    'Invitations',
    'Partners invited in the period, and the steps they have completed. Only counted sales are included.',
  ),
  requests: metric(
    'Requests',
    'Responses to URLs that match this pattern, from all server processes. Charts for a month or a year show days (up to 90). Other charts show hours.',
  ),
  times: metric(
    'Times',
    'p50 and p99 of the time to the first byte. They are estimated from a histogram, so they can be off by up to a third.',
  ),
  errors: metric('Errors', 'The percentage of responses that failed on our side (5xx).'),
} as const satisfies Record<string, MarketMetric>
