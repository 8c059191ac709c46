import { REVIEW_LIMITS } from '#server/feedback/reviews-values.schema.ts'
import { MAX_ORDER_FILE_BYTES, MAX_STATEMENT_BYTES } from '#server/platform/file-size.schema.ts'
import { MAX_FORM_BYTES } from '#server/products/product-form.schema.ts'
import { MAX_FILE_BYTES } from '#server/wishlist/wishlist-values.schema.ts'
import { LIST_PARAMETERS, PRODUCT_PARAMETERS } from './addresses.values.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/**
 * The rules of one address. By default a page is personal, not indexed, closed while the site is closed, and
 * accepts forms only from our own pages.
 */
interface Address {
  /** The handler, if it is not a route of app/routes: server/http, a file of the build or of public/, or Remix itself. */
  by?: 'server' | 'files' | 'remix'
  /** The page is the same for every signed-out visitor, so it is cached. Other pages are rendered for each visitor. */
  isShared?: true
  /**
   * How long a shared page is fresh. The default is 5 s. After that, it is served stale for as long again (15 s or
   * more) while it is rendered in the background (server/http/page-cache.ts).
   */
  life?: { lastsMs: number; endsByIds?: true }
  /**
   * For a shared page: signed-in customers also get it, with their personal parts filled in
   * (server/http/customer-pages.ts). Its loaders read no personal data.
   */
  isFilled?: true
  /** The page loads its scripts after its first paint (server/http/late-scripts.ts), because it works without them. */
  hasLateScripts?: true
  /** The page's own data depends on the visitor's currency. Documents always depend on it (server/http/reader.ts). */
  readsCurrency?: true
  /** The parameters that a shared page reads. They are part of its cache key; all others are dropped. */
  reads?: readonly string[]
  /** The address stays open while the site is closed. 'before launch': open only in the state 'coming soon'. */
  open?: 'always' | 'before launch'
  /**
   * Search engines may show the address. 'found': not in the sitemap, because it is a variant of another page or not a
   * page.
   */
  indexed?: 'in sitemap' | 'found'
  /** robots.txt keeps crawlers out, because a visit would be counted. */
  isOffLimits?: true
  /** Also accepts forms from other sites. 'one click': only with a token. */
  forms?: 'from anywhere' | 'one click'
  /** Maximum bytes of an uploaded file. Other forms are limited by server/http/request-body.ts. */
  takesFile?: number
  /**
   * Anyone with the address may read the page, so the address must not reach other sites or our logs as a referrer. The
   * same applies to pages whose address contains it (?redirectTo=). The referrer policy is part of a document, so links
   * to such a page load a full document.
   */
  isSecret?: true
  /**
   * How the service worker handles an address that is not a page. 'none': the browser requests it itself. 'asset' and
   * 'picture' never change at their URL, 'file' may.
   */
  worker?: 'none' | 'asset' | 'picture' | 'file'
}

const PAGE = { isShared: true, indexed: 'in sitemap' } as const
const FILLED = { ...PAGE, isFilled: true, hasLateScripts: true } as const
/** The page does not expire when its list of related products changes, so its lifetime is limited. */
const PRODUCT_LIFE = { lastsMs: 10 * 60_000, endsByIds: true } as const
/** Lists also change with the search vocabulary, past searches and new products, which send no notifications. */
const LIST_LIFE = { lastsMs: 60_000 } as const
/** The token in the address identifies the person, so these pages work while the shop is closed. */
const AUTH = { open: 'always', worker: 'none' } as const
const FILE = { by: 'files', open: 'always', indexed: 'found' } as const
const SERVER = { by: 'server', open: 'always' } as const

/**
 * The table of addresses, one row for each pattern. '*' matches one segment or the rest of one, and '**' matches all
 * following segments. An address without a row is never cached, never indexed, and closed while the site is closed. The
 * data that browsers need (the tab, the skeleton) is in addresses.values.ts under the same patterns.
 */
export const ADDRESSES = lookup<Address>({
  '/': FILLED,
  '/home': { ...FILLED, indexed: 'found' },
  '/discover': { ...FILLED, life: LIST_LIFE, reads: LIST_PARAMETERS, readsCurrency: true },
  '/product/*': { ...FILLED, life: PRODUCT_LIFE, reads: PRODUCT_PARAMETERS },
  // Also receives votes on whether a review is helpful. Accepts pictures.
  '/product/*/review': { takesFile: REVIEW_LIMITS.formBytes },
  // Shows prices of several stores. Changed matches do not expire the page.
  '/product/*/stores': { ...FILLED, life: LIST_LIFE, indexed: 'found' },
  '/product/*/stores/*': {},
  '/product/*/report': {},
  // Receives measurements, but does not store them.
  '/product/*/size': {},
  '/my-size/measures': {},
  '/my-size/list': {},
  // Partners and review writers read our decisions and appeal them, even while the shop is closed.
  '/appeal/*/*': { open: 'before launch' },
  '/brand/*': { ...FILLED, life: LIST_LIFE, reads: ['page'] },
  '/brand/*/feedback': {},
  '/partner/*': { ...FILLED, life: LIST_LIFE, indexed: 'found', reads: LIST_PARAMETERS, readsCurrency: true },
  '/shop': { ...PAGE, indexed: 'found' },
  '/shop/*': { ...PAGE, indexed: 'found' },
  '/shop/brand/*': { ...FILLED, life: LIST_LIFE, indexed: 'found', reads: ['page'] },
  '/stores': { ...PAGE, life: LIST_LIFE, reads: ['q', 'view', 'favourites', 'page'] },
  '/brands': { ...FILLED, life: LIST_LIFE, reads: ['letter', 'page'] },
  '/about': PAGE,
  '/about-wtf': PAGE,
  '/features': { ...PAGE, reads: ['demo'] },
  '/ranking': PAGE,
  '/picture-search': PAGE,
  // The device ranks the products, so the page and the pool are the same for everyone.
  '/for-you': { isShared: true, isFilled: true, life: LIST_LIFE },
  '/for-you/pool': { isShared: true, life: PRODUCT_LIFE, worker: 'none' },
  '/early-access': PAGE,
  // Open before launch, because the dashboard and the sign-in pages link to it.
  '/contact': { ...PAGE, open: 'before launch', reads: ['subject'] },
  '/support': { ...PAGE, reads: ['q'] },
  '/support/*': { ...PAGE, reads: ['q'] },
  '/reviews-policy': PAGE,
  '/developers': PAGE,
  '/terms': { ...PAGE, open: 'always' },
  '/privacy': { ...PAGE, open: 'always' },
  '/offline': { isShared: true, open: 'always' },

  '/login': {},
  '/signup': {},
  // Always open, so that signed-in people can sign out on any open page.
  '/logout': { open: 'always' },
  '/forgot-password': { open: 'before launch' },
  '/reset-password': { open: 'before launch' },
  '/verify-email': { open: 'before launch' },
  '/second-factor': { open: 'always' },
  '/auth/again': AUTH,
  // Apple posts its sign-in response from its own site. The state in the response authorises it, not the session.
  '/auth/callback': { ...AUTH, forms: 'from anywhere' },
  '/auth/change-email': AUTH,
  '/auth/magic': AUTH,
  '/auth/reset-password': AUTH,
  '/auth/sign-up': AUTH,
  '/auth/verify-email': AUTH,
  // Partners join and prepare their stores before the shop opens.
  '/brand': { open: 'before launch' },
  '/brand/login': { open: 'before launch' },
  '/brand/signup': { open: 'before launch' },
  '/brand/dashboard': { open: 'before launch' },
  '/brand/dashboard/activity': { open: 'before launch' },
  '/brand/dashboard/analytics/demand': { open: 'before launch' },
  '/brand/dashboard/analytics/demand.csv': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/analytics': { open: 'before launch' },
  '/brand/dashboard/analytics/days.csv': { open: 'before launch', worker: 'none' },
  '/brand/dashboard/connect-store': { open: 'before launch' },
  '/brand/dashboard/connect-store/api': { open: 'before launch' },
  // The approval page in the store's admin redirects here with a one-time state.
  '/brand/dashboard/connect-store/approved': { open: 'before launch', worker: 'none' },
  '/brand/dashboard/connect-store/woocommerce-plugin.zip': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/connect-store/files': { open: 'before launch', takesFile: MAX_ORDER_FILE_BYTES },
  '/brand/dashboard/connect-store/files/*': { open: 'before launch' },
  '/brand/dashboard/connect-store/files/sample.csv': { open: 'before launch', worker: 'none' },
  '/brand/dashboard/connect-store/webhooks': { open: 'before launch' },
  '/brand/dashboard/connect-store/webhooks/*': { open: 'before launch' },
  '/brand/dashboard/feedback': { open: 'before launch' },
  '/brand/dashboard/feedback/*': { open: 'before launch' },
  '/brand/dashboard/feedback/export.csv': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/products': { open: 'before launch' },
  '/brand/dashboard/products/list.csv': { by: 'server', open: 'before launch', worker: 'none' },
  // The form is sent as a file: two thousand variants exceed the size limit of forms.
  '/brand/dashboard/products/new': { open: 'before launch', takesFile: MAX_FORM_BYTES },
  '/brand/dashboard/products/*': { open: 'before launch', takesFile: MAX_FORM_BYTES },
  '/brand/dashboard/help': { open: 'before launch' },
  '/brand/dashboard/help/*': { open: 'before launch' },
  '/brand/dashboard/invoices': { open: 'before launch' },
  '/brand/dashboard/invoices/*': { open: 'before launch' },
  '/brand/dashboard/invoices/*/invoice.pdf': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/invoices/*/invoice.xml': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/invoices/export.csv': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/invoices/ledger.ndjson': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/invoices/ledger-verify.mjs': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/sales': { open: 'before launch' },
  '/brand/dashboard/sales/*': { open: 'before launch' },
  '/brand/dashboard/sales/list.csv': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/settings': { open: 'before launch' },
  '/brand/dashboard/settings/billing': { open: 'before launch' },
  '/brand/dashboard/settings/display': { open: 'before launch' },
  '/brand/dashboard/settings/export': { open: 'before launch' },
  '/brand/dashboard/settings/store.json': { open: 'before launch', worker: 'none' },
  '/brand/dashboard/settings/integrations': { open: 'before launch' },
  '/brand/dashboard/settings/notifications': { open: 'before launch' },
  '/brand/dashboard/settings/security': { open: 'before launch' },
  '/brand/dashboard/settings/usage': { open: 'before launch' },
  '/brand/dashboard/settings/store': { open: 'before launch' },
  '/brand/dashboard/team': { open: 'before launch' },
  '/brand/dashboard/storefront': { open: 'before launch' },
  '/brand/dashboard/storefront/preview': { open: 'before launch', worker: 'none' },
  // Anyone with the token can see a partner's unpublished changes.
  '/brand/preview/*': { open: 'before launch', worker: 'none', isSecret: true },
  '/brand/dashboard/products/sizes': { open: 'before launch' },
  '/brand/dashboard/products/sizes/*': { open: 'before launch' },
  '/brand/dashboard/products/import': { open: 'before launch' },
  '/brand/dashboard/products/import/*': { open: 'before launch' },
  '/brand/dashboard/products/import/*/findings.csv': { by: 'server', open: 'before launch', worker: 'none' },
  // An uploaded file, streamed to disk by server/http/import-upload.ts.
  '/brand/dashboard/products/import/file': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/products/import/sample.csv': { open: 'before launch', worker: 'none' },
  '/brand/dashboard/products/export': { open: 'before launch' },
  '/brand/dashboard/products/export.csv': { by: 'server', open: 'before launch', worker: 'none' },
  '/brand/dashboard/promotions': { open: 'before launch' },
  // Visitors without an invitation get a message. The invitation link contains a token.
  '/partners/onboarding': { open: 'always', worker: 'none', isSecret: true },
  // A colleague's invitation link contains a token.
  '/partners/team': { open: 'before launch', worker: 'none', isSecret: true },
  // The token in the address authorises the form, as in '/waitlist/unsubscribe'.
  '/partners/unsubscribe': { open: 'always', forms: 'one click' },
  '/partners/onboarding/account': { open: 'always', worker: 'none' },
  '/partners/onboarding/confirmed': AUTH,

  // Requested by scripts of pages that may be open when the site closes. A request makes us contact another site.
  '/partners/platform': { open: 'always', worker: 'none', isOffLimits: true },

  '/wishlist': {},
  '/wishlist/items/*': {},
  '/wishlist/export': { worker: 'none' },
  '/wishlist/import': { takesFile: MAX_FILE_BYTES },
  '/wishlist/shared/*': { isSecret: true },
  '/wishlist/lookbook': {},
  '/wishlist/sharing': {},
  '/wishlist/toggle': {},
  '/display': { open: 'always' },
  // Authorised by the token, like '/waitlist/unsubscribe'.
  '/wishlist/unsubscribe': { open: 'always', forms: 'one click' },
  // Authorised by the token, like '/waitlist/unsubscribe'.
  '/feedback/unsubscribe': { open: 'always', forms: 'one click' },
  // Saved searches and followed brands, with their new products.
  '/new-in': {},
  '/new-in/save': {},
  '/new-in/*': {},
  // Authorised by the token, like '/waitlist/unsubscribe'.
  '/new-in/unsubscribe': { open: 'always', forms: 'one click' },
  '/orders': {},
  // All tabs stay open, because each links to the others.
  '/settings': { open: 'before launch' },
  '/settings/assistants': { open: 'before launch' },
  '/settings/closed': { open: 'before launch' },
  '/settings/closed/export': { open: 'before launch', worker: 'none' },
  '/settings/closed/export/file': { open: 'before launch', worker: 'none' },
  '/settings/export': { open: 'before launch', worker: 'none' },
  '/settings/notifications': { open: 'before launch' },
  '/settings/preferences': { open: 'before launch' },
  '/settings/privacy': { open: 'before launch' },
  '/settings/reviews': { open: 'before launch' },
  '/settings/search': { open: 'before launch' },
  '/settings/second-factor': { open: 'before launch' },
  '/settings/wishlist': { open: 'before launch' },

  '/waitlist': { open: 'before launch' },
  '/waitlist/confirm': { open: 'before launch' },
  '/waitlist/join': { open: 'before launch' },
  // Email programs post to an email's one-click address (RFC 8058). The token authorises it, not the session.
  '/waitlist/unsubscribe': { open: 'always', forms: 'one click' },

  '/admin': {},
  '/admin/adjustments': {},
  '/admin/approvals': {},
  '/admin/analytics': {},
  '/admin/analytics/days.csv': {},
  '/admin/appeals': {},
  '/admin/size-tables': {},
  '/admin/audit': {},
  '/admin/audit/export': { by: 'server', open: 'before launch', worker: 'none' },
  '/admin/bypass': {},
  '/admin/clicks/*': {},
  '/admin/connections': {},
  '/admin/database': {},
  '/admin/disputes': {},
  '/admin/flags': {},
  '/admin/invoices': {},
  '/admin/invoices/*/invoice.pdf': { by: 'server', open: 'before launch', worker: 'none' },
  '/admin/invoices/*/invoice.xml': { by: 'server', open: 'before launch', worker: 'none' },
  '/admin/invoices/export.csv': { by: 'server', open: 'before launch', worker: 'none' },
  '/admin/order-files': {},
  '/admin/order-files/*': {},
  '/admin/outbox': {},
  '/admin/outbox/*': {},
  '/admin/partners': {},
  '/admin/partners/*': {},
  '/admin/partners/invite': {},
  '/admin/pictures': {},
  '/admin/plans': {},
  '/admin/plans/*': {},
  '/admin/plans/new': {},
  '/admin/matches': {},
  '/admin/products': {},
  '/admin/promotions': {},
  '/admin/rates': {},
  '/admin/reviews': {},
  '/admin/sales': {},
  '/admin/sales/*': {},
  '/admin/seller': {},
  '/admin/search': {},
  '/admin/statements': { takesFile: MAX_STATEMENT_BYTES },
  '/admin/statements/*': {},
  '/admin/site': {},
  '/admin/tickets': {},
  '/admin/tickets/*': {},
  '/admin/users': {},
  '/admin/users/*': {},
  '/admin/waitlist': {},
  '/admin/waitlist.csv': {},

  // The handler in server/http redirects to the store. The page is only shown if it does not.
  '/go/*': { open: 'always', worker: 'none', isOffLimits: true },
  // Remix requests the routes behind links here. Without a response every link would load a full page.
  '/__manifest': { by: 'remix', isShared: true, open: 'always', reads: ['p', 'version'] },

  '/seen/*': { ...SERVER, worker: 'none', isOffLimits: true },
  // Beacons have their own rule in server/http/search-log.ts.
  '/searched': { ...SERVER, worker: 'none', forms: 'from anywhere' },
  '/searched/*': { ...SERVER, worker: 'none' },
  // Partners' files. The first address checks permissions, the second accepts signed URLs. While the site is closed,
  // server/http/uploads.ts refuses new uploads, and server/trpc/procedures.ts refuses procedures.
  '/api/uploadthing': { by: 'server', open: 'before launch', worker: 'none', isOffLimits: true },
  '/api/ingest/*': { by: 'server', open: 'before launch', worker: 'none', isOffLimits: true },
  // Machine-readable catalogue data. server/http/open-data.ts refuses requests while the site is closed.
  '/feeds/products.ndjson': { by: 'server', worker: 'none' },
  '/feeds/google-merchant.xml': { by: 'server', worker: 'none' },
  '/feeds/openai-products.jsonl': { by: 'server', worker: 'none' },
  '/openapi.json': { by: 'server', worker: 'none' },
  // AI assistants. server/http/mcp.ts ignores cookies, and closes this address while the site is closed.
  '/mcp': { by: 'server', worker: 'none', forms: 'from anywhere', isOffLimits: true },
  // Stores sell while the site is closed. The API ignores sessions, so forms may come from anywhere.
  '/api/v1/**': { ...SERVER, worker: 'none', forms: 'from anywhere', isOffLimits: true },
  '/trpc/**': { by: 'server', worker: 'none', isOffLimits: true },
  // Requests are signed by the store. server/http/store-webhooks.ts verifies them.
  '/webhooks/woocommerce/*': { ...SERVER, worker: 'none', isOffLimits: true },
  '/webhooks/shopify/*': { ...SERVER, worker: 'none', isOffLimits: true },
  '/rates': { ...SERVER, worker: 'none' },
  '/healthz': { ...SERVER, worker: 'none' },
  '/readyz': SERVER,
  // server/http/metrics.ts restricts access.
  '/metrics': { ...SERVER, worker: 'none', isOffLimits: true },
  '/robots.txt': { ...SERVER, worker: 'none' },
  '/feeds/new.atom': { by: 'server', worker: 'none' },
  // The token identifies one person's feed.
  '/feeds/saved/*': { by: 'server', worker: 'none', isSecret: true },
  '/llms.txt': { ...SERVER, worker: 'none' },
  '/sitemap*': { by: 'server', worker: 'none' },
  '/sw.js': { ...SERVER, worker: 'none' },
  '/security.txt': SERVER,
  '/.well-known/security.txt': SERVER,
  '/.well-known/change-password': SERVER,
  '/img/**': { ...SERVER, indexed: 'found', worker: 'picture' },

  // Video players request byte ranges, which cannot be cached.
  '/video/*': { ...SERVER, indexed: 'found', worker: 'none' },

  '/assets/**': { ...FILE, worker: 'asset' },
  '/drawings/*': { ...FILE, worker: 'file' },
  // Video players request byte ranges, which cannot be cached.
  '/films/*': { ...FILE, worker: 'none' },
  '/icons/*': { ...FILE, worker: 'file' },
  '/favicon.svg': { ...FILE, worker: 'file' },
  '/manifest.webmanifest': { ...FILE, worker: 'file' },
})

const PATTERNS = Object.keys(ADDRESSES)
  .filter((pattern) => pattern.includes('*'))
  .map((pattern) => ({
    pattern,
    row: ADDRESSES[pattern],
    asWritten: new RegExp(expressionOf(pattern)),
    inAnyCase: new RegExp(expressionOf(pattern), 'i'),
  }))

/**
 * Returns the row of an address, for a page's HTML and for its data. The router also accepts other spellings of the
 * path (other case, percent signs). For these, returns undefined, because only the exact address is open.
 */
export function addressAt(pathname: string): Address | undefined {
  const path = pagePath(pathname)
  const spelt = decoded(path).toLowerCase()
  if (Object.hasOwn(ADDRESSES, spelt)) return path === spelt ? ADDRESSES[spelt] : undefined
  const found = PATTERNS.find(({ inAnyCase }) => inAnyCase.test(spelt))
  return found?.asWritten.test(path) ? found.row : undefined
}

/**
 * Returns the pattern of an address in any spelling, or null if it has no row. Statistics and the log use it, because
 * addresses may contain secrets and there is no limit to their number.
 */
export function addressPatternOf(pathname: string): string | null {
  const spelt = decoded(pagePath(pathname)).toLowerCase()
  if (Object.hasOwn(ADDRESSES, spelt)) return spelt
  return PATTERNS.find(({ inAnyCase }) => inAnyCase.test(spelt))?.pattern ?? null
}

/**
 * Returns the row of a page; undefined for the server's own routes, which only reach Remix with an unsupported method.
 */
export function pageAt(pathname: string): Address | undefined {
  const row = addressAt(pathname)
  return row?.by === undefined || row.by === 'remix' ? row : undefined
}

/** Returns the page's path as Remix reads it, for its HTML and for its data. */
export function pagePath(pathname: string): string {
  // Without the lookbehind, thousands of slashes take quadratic time.
  return pathname.replace(/(^\/_root)?\.data$/, '').replace(/(?<!\/)\/+$/, '') || '/'
}

/** Whether Remix requests page data without the root's data, which contains the session and the display choices. */
export function isDataWithoutRoot({ pathname, searchParams }: URL): boolean {
  return pathname.endsWith('.data') && !(searchParams.get('_routes')?.split(',').includes('root') ?? true)
}

/** Returns the patterns of all rows that pass the test, in the order of the table. */
export function patternsWith(test: (row: Address) => boolean): string[] {
  return Object.keys(ADDRESSES).filter((pattern) => test(ADDRESSES[pattern] ?? {}))
}

/** Returns a regular expression for each way that the service worker handles addresses that are not pages. */
export function workerRules(): Record<NonNullable<Address['worker']>, string> {
  const pathsFor = (does: Address['worker']) =>
    patternsWith(({ worker }) => worker === does)
      .map((pattern) => expressionOf(pattern, '(\\.data)?/*'))
      .join('|')
  return { none: pathsFor('none'), asset: pathsFor('asset'), picture: pathsFor('picture'), file: pathsFor('file') }
}

function expressionOf(pattern: string, suffix = ''): string {
  const path = pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, (stars) => (stars === '**' ? '.+' : '[^/]+'))
  return `^${path}${suffix}$`
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
