import type { Surface } from '#server/outbound/outbound.schema.ts'

/** Links to most pages. Other pages have their links in *-paths.ts beside this file. */
export const paths = {
  home: () => '/',
  about: () => '/about-wtf',
  company: () => '/about',
  features: (query: { demo?: string } = {}) => `/features${toSearch(query)}`,
  stores: (
    query: { q?: string; view?: 'all' | undefined; favourites?: 'true' | undefined; page?: number | undefined } = {},
  ) => `/stores${toSearch(query)}`,
  /** Brands from A to Z, all or by letter. */
  brands: (query: { letter?: string | undefined; page?: number | undefined } = {}) => `/brands${toSearch(query)}`,
  ranking: () => '/ranking',
  pictureSearch: () => '/picture-search',
  discover: (query: DiscoverQuery = {}) => `/discover${toSearch(query)}`,
  allProducts: () => '/discover?all=true',
  product: (productId: string, colour?: string | null) =>
    `/product/${encodeURIComponent(productId)}${toSearch({ colour: colour ?? undefined })}`,
  /** The reviews on a product's page, or one of them. */
  reviewsOf: (productId: string, reviewId?: string) =>
    `/product/${encodeURIComponent(productId)}?tab=reviews#review${reviewId ? `-${encodeURIComponent(reviewId)}` : 's'}`,
  /** The form to write, change or delete a review. Also receives 'helpful' votes. */
  writeReview: (productId: string) => `/product/${encodeURIComponent(productId)}/review`,
  /** The form to report a product. */
  reportProduct: (productId: string) => `/product/${encodeURIComponent(productId)}/report`,
  /** The visitor's measurements, for lists. */
  mySize: () => '/my-size/measures',
  /** A product list like Discover's, in stock in the visitor's size. */
  inMySize: (search = '') => `/my-size/list${search && `?${search}`}`,
  /** Size advice for a product from the visitor's measurements. Also receives the form. */
  sizeOf: (productId: string) => `/product/${encodeURIComponent(productId)}/size`,
  /** The page of one of our decisions, with the form for the one appeal. */
  appeal: (kind: string, subjectId: string) => `/appeal/${encodeURIComponent(kind)}/${encodeURIComponent(subjectId)}`,
  partner: (partnerId: string) => `/partner/${encodeURIComponent(partnerId)}`,
  brand: (partnerId: string) => `/brand/${encodeURIComponent(partnerId)}`,
  /** @param query.searchId the search that led to the product */
  go: (
    productId: string,
    from: { surface: Surface; variantId?: string | null; position?: number; searchId?: string | undefined },
  ) =>
    `/go/${encodeURIComponent(productId)}${toSearch({ v: from.variantId ?? undefined, src: from.surface, pos: from.position, sid: from.searchId })}`,
  /** The viewer's messages to a store, and its answers. */
  storeFeedback: (partnerId: string) => `/brand/${encodeURIComponent(partnerId)}/feedback`,
  seen: (productId: string) => `/seen/${encodeURIComponent(productId)}`,
  /** Receives search reports. With a token, it is the tracking image for browsers without JavaScript. */
  searched: (token?: string) => (token === undefined ? '/searched' : `/searched/${encodeURIComponent(token)}`),
  login: (then: SignInThen = {}) => `/login${toSearch({ ...then })}`,
  signUp: (then: SignInThen = {}) => `/signup${toSearch({ ...then })}`,
  partnerLogin: (then: SignInThen = {}) => `/brand/login${toSearch({ ...then })}`,
  partnerSignUp: () => '/brand/signup',
  /** The four onboarding steps of an invited partner. */
  onboarding: (query: { step?: number; error?: string } = {}) => `/partners/onboarding${toSearch(query)}`,
  /** The page that the onboarding's verification email links to; `done` once the address is verified. */
  onboardingConfirmed: (query: { token?: string; done?: string } = {}) =>
    `/partners/onboarding/confirmed${toSearch(query)}`,
  /** Polled while waiting for the emailed link. */
  joiningAccount: () => '/partners/onboarding/account',
  dashboard: () => '/brand/dashboard',
  /** Redirects partners who have just signed in to their products, if they can have any. */
  enterDashboard: () => '/brand/dashboard?entered=1',
  /** The details of a colleague's invitation, and the button to accept it. */
  joinTeam: () => '/partners/team',
  /** Previews a store page's draft if the token is valid. Otherwise shows the published page. */
  storePreview: (partnerId: string, token?: string) =>
    `/brand/preview/${encodeURIComponent(partnerId)}${toSearch({ data: token })}`,
  openApi: () => '/api/v1/openapi.json',
  /** The form for the code from a sign-up email. */
  waitingSignUp: () => '/auth/sign-up',
  /** The page after a sign-up's emailed link was used. */
  signUpDone: (token: string) => `/auth/sign-up${toSearch({ token, done: '1' })}`,
  /** @param query.email prefills the form */
  forgotPassword: (query: { email?: string | undefined } = {}) => `/forgot-password${toSearch(query)}`,
  /** Returns a website's platform as JSON. */
  platformOf: (url: string) => `/partners/platform${toSearch({ url })}`,
  /** The form to request a sign-in link by email. */
  magicLink: (then: SignInThen = {}) => `/auth/magic${toSearch({ ...then })}`,
  /** Asks a signed-in user to confirm their identity before a sensitive action, such as a new sign-in method. */
  proveAgain: (then: { redirectTo?: string } = {}) => `/auth/again${toSearch(then)}`,
  /** Asks for the second factor. */
  secondFactor: (query: { by?: 'recovery' } = {}) => `/second-factor${toSearch(query)}`,
  authCallback: () => '/auth/callback',
  logout: () => '/logout',
  /** The page after signing out. */
  signedOut: () => '/home',
  settings: (tab: SettingsTab = 'profile', query: { edit?: string; saved?: string; page?: number } = {}) =>
    `/settings${tab === 'profile' ? '' : `/${tab}`}${toSearch(query)}`,
  settingsSecondFactor: () => '/settings/second-factor',
  settingsExport: () => '/settings/export',
  settingsClosed: () => '/settings/closed',
  /** The link in the email about an account that we closed: downloads its data. */
  closedExport: () => '/settings/closed/export',
  closedExportFile: () => '/settings/closed/export/file',
  orders: () => '/orders',
  /** Shown by the service worker instead of a page that it cannot load; `from` is that page. */
  offline: () => '/offline',
  wishlist: (
    query: {
      q?: string
      sort?: string | undefined
      filter?: string | undefined
      view?: string | undefined
      page?: number | undefined
    } = {},
  ) => `/wishlist${toSearch(query)}`,
  /** Receives the forms of the wishlist. */
  wishlistForms: () => '/wishlist?index',
  /** The settings of an item on the wishlist. */
  wish: (itemId: string) => `/wishlist/items/${encodeURIComponent(itemId)}`,
  /** The wishlist as a magazine. */
  lookbook: () => '/wishlist/lookbook',
  wishlistFile: (format: 'json' | 'csv') => `/wishlist/export${toSearch({ format })}`,
  importWishlist: () => '/wishlist/import',
  /** Receives the forms that share the viewer's wishlist. */
  wishlistSharing: () => '/wishlist/sharing',
  sharedWishlist: (token: string, query: { page?: number } = {}) =>
    `/wishlist/shared/${encodeURIComponent(token)}${toSearch(query)}`,
  contact: (query: { subject?: string } = {}) => `/contact${toSearch(query)}`,
  support: (topic?: string) => `/support${topic ? `/${encodeURIComponent(topic)}` : ''}`,
  terms: () => '/terms',
  privacy: () => '/privacy',
  reviewsPolicy: () => '/reviews-policy',
  /** The page about our APIs and feeds. */
  developers: () => '/developers',
  productFeed: () => '/feeds/products.ndjson',
  /** Google Merchant product data, of all stores or of one. */
  merchantFeed: (partnerId?: string) => `/feeds/google-merchant.xml${toSearch({ partner: partnerId })}`,
  openAiFeed: () => '/feeds/openai-products.jsonl',
  catalogueDocument: () => '/openapi.json',
  earlyAccess: () => '/early-access',
  /** Receives the waitlist forms of all pages. */
  waitlist: () => '/waitlist',
  /** The JSON version for scripts. */
  joinWaitlist: () => '/waitlist/join',
  /** Receives the theme and currency choices without JavaScript. */
  display: () => '/display',
  admin: () => '/admin',
  toggleWish: (productId?: string, redirectTo?: string) => `/wishlist/toggle${toSearch({ productId, redirectTo })}`,
  /** Without a format, the server sends the best one that the browser accepts. */
  image: (name: string, width: number, format?: string) => `/img/${name}/${width}${format ? `.${format}` : ''}`,
}

export type DiscoverQuery = Partial<
  Record<
    | 'all'
    | 'q'
    | 'mode'
    | 'rest'
    | 'category'
    | 'categories'
    | 'brand'
    | 'brands'
    | 'sizes'
    | 'colours'
    | 'materials'
    | 'cuts'
    | 'genders'
    | 'tags'
    | 'not'
    | 'currency'
    | 'priceMin'
    | 'priceMax'
    | 'discountMin'
    | 'onSale'
    | 'inStock'
    | 'looksLike'
    | 'sort'
    | 'page'
    | 'view',
    string
  >
>

export type SettingsTab =
  'profile' | 'preferences' | 'search' | 'notifications' | 'privacy' | 'reviews' | 'wishlist' | 'assistants'

/** The page to open after signing in, and the reason that the sign-in page shows. */
export interface SignInThen {
  redirectTo?: string | undefined
  /** 'wishlist': a heart was pressed; 'again': a signed-in user confirms their identity. */
  why?: string | undefined
  /** The previous error: a key of app/features/auth/sign-in-errors. */
  error?: string | undefined
}

/** Returns a query string with its question mark; empty if no value is set. */
export function toSearch(query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `?${text}` : ''
}
