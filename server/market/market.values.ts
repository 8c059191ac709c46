/** The name and formula of a market figure. */
export interface MarketMetric {
  name: string
  formula: string
}

const metric = (name: string, formula: string): MarketMetric => ({ name, formula })

/** All figures of /admin/analytics. Every display takes the name and formula from here. Times are UTC. */
export const MARKET_METRICS = {
  views: metric('Views', 'Looks at pages of all products: one per visitor and product in 30 minutes, without bots.'),
  clicks: metric(
    'Clicks',
    'Visits that left for stores by our links and counted: without bots, repeats within an hour and too many of one address.',
  ),
  sales: metric(
    'Sales',
    'Orders placed in the period that came through us for sure and were paid, at all partners. Cancelled ones and those nothing is owed for yet are not counted.',
  ),
  commission: metric(
    'Commission',
    "What partners owe for the period's counted sales: the sum of their entries in the ledger, in the currency in which most of these sales are owed. Other currencies stand beside it and are never added.",
  ),
  viewToClick: metric('View to click', 'Clicks divided by views, times 100.'),
  clickToSale: metric('Click to sale', 'Sales divided by clicks, times 100.'),
  joinedPartners: metric('Joined', 'Partners whose account was made in the period.'),
  openPartners: metric('Open now', 'Partners that are approved and have not paused their store.'),
  waitingPartners: metric('Wait for approval', 'Partners that nobody has approved or rejected yet, as of now.'),
  sellingPartners: metric('With sales', 'Partners with at least one counted sale in the period.'),
  topPartners: metric('Top partners', 'Most counted sales in the period; among equals most clicks.'),
  fadingPartners: metric('Fading partners', 'Those whose clicks fell the most against the period before.'),
  topProducts: metric('Top products', 'Most counted sales in the period. A sale of several products counts for each.'),
  fadingProducts: metric('Fading products', 'Those whose counted sales fell the most against the period before.'),
  newShoppers: metric('New shoppers', "Shoppers' accounts made in the period, without those that were deleted since."),
  allShoppers: metric('All shoppers', "Shoppers' accounts as of now."),
  activeShoppers: metric(
    'Active last week',
    'Signed-in shoppers who looked at a product last week, Monday to Sunday. The change is against the week before it.',
  ),
  retention: metric(
    'Retention',
    'Of the shoppers who joined in a week: how many of a hundred looked at a product, signed in, so many weeks later. The first column is the week in which they joined. Weeks begin on Monday.',
  ),
  searches: metric(
    'Searches',
    'Looks at lists with a search text, on the whole days of the period. Of one address the same words count once a day.',
  ),
  foundNothing: metric(
    'Nothing found',
    'Searches that found no product as they were asked, divided by all, times 100. Those that found something once conditions were left out count too.',
  ),
  relaxed: metric(
    'Relaxed',
    'Of the searches that were computed (kept pages are not): those that found something only once conditions were left out. Known for 90 days.',
  ),
  clickThrough: metric('Clicked', 'Searches whose list led to a product, divided by all, times 100.'),
  places: metric(
    'Clicks by place',
    'Of a hundred searches that found something: how many led to a click on this place of the list. Only the first click of each list counts.',
  ),
  searchTime: metric(
    'Time',
    'How long half of all computed searches took at most, and 99 of 100: in the search itself, without the page. Known for 90 days.',
  ),
  waitlist: metric(
    'Waitlist',
    'Addresses that joined in the period; of them, those that proved themselves by the mail, and those that were invited as partners.',
  ),
  invitations: metric(
    'Invitations',
    'Partners invited in the period, and how far they have come by now. A sale is a counted one.',
  ),
  requests: metric(
    'Requests',
    'Answers to an address of this pattern, of all processes. Days for month and year (90 days at most), else hours.',
  ),
  times: metric(
    'Times',
    'Until the answer begins: half of all took at most the first, 99 of 100 at most the second; read from steps, so off by up to a third.',
  ),
  errors: metric('Errors', 'Answers that failed on our side (5xx), divided by all, times 100.'),
} as const satisfies Record<string, MarketMetric>
