// The part of the table of addresses (addresses.ts) that browsers need. Every page loads it, so keep it short.

/** The parameters of product lists, as one text to save bytes. */
export const LIST_PARAMETERS = (
  'all q search mode rest plain category categories brand brands sizes colours materials cuts genders tags not ' +
  'currency priceMin priceMax discountMin onSale inStock looksLike sort page view'
).split(' ')
/** The parameters that choose a variant, a picture and a tab of a product, and the displayed reviews. */
export const PRODUCT_PARAMETERS = ['colour', 'size', 'picture', 'tab', 'stars', 'sort', 'page']
/** The query parameters that pages read. All others are ignored and left out of links. */
export const PAGE_PARAMETERS = [
  ...new Set([...LIST_PARAMETERS, ...PRODUCT_PARAMETERS, 'demo', 'subject', 'favourites', 'letter']),
]

/**
 * The cookies that may make a shared page differ from a signed-out visitor's: a valid session, a valid bypass, and a
 * message from one page to the next. (Customers get pages that are rendered once for all of them and then filled in.)
 * CDNs must not store a response to a request with one of them. The cookies of reader.schema.ts choose between cached
 * pages. All others are removed before rendering. On https these are named '__Host-...'.
 */
export const PAGE_COOKIES = { session: 'wtf_session', bypass: 'wtf_bypass', notice: 'wtf_notice' } as const

export type Tab = 'home' | 'discover' | 'search' | 'wishlist' | 'account' | 'login'

/** The page frame's settings at an address. */
export interface Frame {
  /** The current tab of the bottom bar. On Discover with `all` it is 'discover'. */
  tab?: Tab
  /** The placeholder while the page loads slowly. By default a heading and a grid. */
  skeleton?: 'product' | 'hero'
  /**
   * Browsers keep the page for offline use even if no document was loaded, because people return to it. Lists are not
   * kept, because they change with every filter.
   */
  isKept?: true
  /** The page has a separate layout: no header, no footer, no bottom bar. */
  isBare?: true
}

const HOME: Frame = { tab: 'home', skeleton: 'hero', isKept: true }
const ACCOUNT: Frame = { tab: 'account' }
const BARE: Frame = { isBare: true }

/**
 * The frames by the patterns of the table. '*' stands for the last segment of addresses that are not listed themselves,
 * '**' for all following ones that no other pattern matches.
 */
export const FRAMES: Readonly<Record<string, Frame>> = {
  '/': HOME,
  '/home': HOME,
  '/discover': { tab: 'search' },
  '/product/*': { skeleton: 'product', isKept: true },
  '/brand/*': { skeleton: 'hero', isKept: true },
  '/partner/*': { skeleton: 'hero' },
  '/wishlist': { tab: 'wishlist' },
  '/settings': ACCOUNT,
  '/settings/*': ACCOUNT,
  '/login': { tab: 'login' },
  '/brand/dashboard': BARE,
  '/brand/dashboard/*': BARE,
  '/brand/dashboard/analytics/*': BARE,
  '/brand/dashboard/connect-store/*': BARE,
  '/brand/dashboard/connect-store/files/*': BARE,
  '/brand/dashboard/connect-store/webhooks/*': BARE,
  '/brand/dashboard/feedback/*': BARE,
  '/brand/dashboard/invoices/*': BARE,
  '/brand/dashboard/sales/*': BARE,
  '/brand/dashboard/settings/*': BARE,
  '/brand/dashboard/help/*': BARE,
  '/brand/preview/*': BARE,
  '/brand/dashboard/products/*': BARE,
  '/brand/dashboard/products/import/*': BARE,
  '/brand/dashboard/products/sizes/*': BARE,
  '/partners/onboarding': BARE,
  '/reviews-policy': BARE,
  '/terms': BARE,
  '/privacy': BARE,
  '/admin': BARE,
  '/admin/**': BARE,
}

/** Returns an empty object for the defaults. */
export function frameOf(pathname: string): Frame {
  const path = pathname.replace(/\/+$/, '') || '/'
  return FRAMES[path] ?? FRAMES[path.replace(/[^/]+$/, '*')] ?? FRAMES[path.replace(/^(\/[^/]+)\/.+$/, '$1/**')] ?? {}
}
