/** The query parameters that pages read. All others are ignored, left out of links and of the key that pages are kept under. */
export const PAGE_PARAMETERS: ReadonlySet<string> = new Set([
  'all', 'q', 'search', 'mode', 'rest', 'category', 'categories', 'brand', 'brands', 'sizes', 'colours', 'materials', 'genders', 'tags', 'not',
  'currency', 'priceMin', 'priceMax', 'discountMin', 'onSale', 'inStock', 'sort', 'page', 'view',
  'colour', 'size', 'picture', 'tab', 'demo',
  // Remix's own, when it asks for some routes' data.
  '_routes',
])

/**
 * The cookies that pages read which are otherwise the same for everybody: only what they hold can make such a page somebody's own. All others
 * are kept from it. On https some are called '__Host-...'.
 */
export const PAGE_COOKIES = { session: 'wtf_session', bypass: 'wtf_bypass', notice: 'wtf_notice' } as const

const SHARED_PAGE = /^\/(|home|early-access|about|about-wtf|features|offline|ranking|contact|terms|privacy|reviews-policy|__manifest|(discover|shop|product|partner|brand|support)(\/.*)?)$/
const OWN_PAGE = /^\/(brand|partner)\/(login|signup)$/i

/** Pages that are the same for every visitor who is not signed in. All others are rendered for the one who asks. */
export function isSharedPage(pathname: string): boolean {
  const page = pathname.replace(/(_root)?\.data$/, '').replace(/\/+$/, '') || '/'
  return SHARED_PAGE.test(page) && !OWN_PAGE.test(page)
}
