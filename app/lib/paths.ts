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
  /** Brands from A to Z, all or those of a letter. */
  brands: (query: { letter?: string | undefined; page?: number | undefined } = {}) => `/brands${toSearch(query)}`,
  ranking: () => '/ranking',
  pictureSearch: () => '/picture-search',
  discover: (query: DiscoverQuery = {}) => `/discover${toSearch(query)}`,
  allProducts: () => '/discover?all=true',
  product: (productId: string, colour?: string | null) =>
    `/product/${encodeURIComponent(productId)}${toSearch({ colour: colour ?? undefined })}`,
  /** A product's reviews on its page, or one of them. */
  reviewsOf: (productId: string, reviewId?: string) =>
    `/product/${encodeURIComponent(productId)}?tab=reviews#review${reviewId ? `-${encodeURIComponent(reviewId)}` : 's'}`,
  /** Where somebody writes, changes or deletes their review; also receives whether one is helpful. */
  writeReview: (productId: string) => `/product/${encodeURIComponent(productId)}/review`,
  /** Where somebody says what is wrong with a product. */
  reportProduct: (productId: string) => `/product/${encodeURIComponent(productId)}/report`,
  /** The reader's measurements, for lists. */
  mySize: () => '/my-size/measures',
  /** A list like Discover's, of products in stock in the reader's size. */
  inMySize: (search = '') => `/my-size/list${search && `?${search}`}`,
  /** The size of a product that fits, from the reader's measurements; also receives the form. */
  sizeOf: (productId: string) => `/product/${encodeURIComponent(productId)}/size`,
  /** Where somebody reads one of our decisions and says, once, that it is wrong. */
  appeal: (kind: string, subjectId: string) => `/appeal/${encodeURIComponent(kind)}/${encodeURIComponent(subjectId)}`,
  partner: (partnerId: string) => `/partner/${encodeURIComponent(partnerId)}`,
  brand: (partnerId: string) => `/brand/${encodeURIComponent(partnerId)}`,
  /** `searchId`: of the look at a search that led to it. */
  go: (
    productId: string,
    from: { surface: Surface; variantId?: string | null; position?: number; searchId?: string | undefined },
  ) =>
    `/go/${encodeURIComponent(productId)}${toSearch({ v: from.variantId ?? undefined, src: from.surface, pos: from.position, sid: from.searchId })}`,
  /** What the viewer writes to a store, and its answers. */
  storeFeedback: (partnerId: string) => `/brand/${encodeURIComponent(partnerId)}/feedback`,
  seen: (productId: string) => `/seen/${encodeURIComponent(productId)}`,
  /** Receives reports of searches; with a token it is the picture that reports without JavaScript. */
  searched: (token?: string) => (token === undefined ? '/searched' : `/searched/${encodeURIComponent(token)}`),
  login: (then: SignInThen = {}) => `/login${toSearch({ ...then })}`,
  signUp: (then: SignInThen = {}) => `/signup${toSearch({ ...then })}`,
  partnerLogin: (then: SignInThen = {}) => `/brand/login${toSearch({ ...then })}`,
  partnerSignUp: () => '/brand/signup',
  /** The four steps of an invited partner. */
  onboarding: (query: { step?: number; error?: string } = {}) => `/partners/onboarding${toSearch(query)}`,
  /** Where the email that proves an address leads during onboarding; `done` once it has done so. */
  onboardingConfirmed: (query: { token?: string; done?: string } = {}) =>
    `/partners/onboarding/confirmed${toSearch(query)}`,
  /** Asked again and again while an email is awaited. */
  joiningAccount: () => '/partners/onboarding/account',
  dashboard: () => '/brand/dashboard',
  /** For partners who have just signed in: continues to the products, if there may be some. */
  enterDashboard: () => '/brand/dashboard?entered=1',
  /** The details of a colleague's invitation, and the button to accept it. */
  joinTeam: () => '/partners/team',
  /** A preview of a store's page from its draft, with a valid token; without one, the current page. */
  storePreview: (partnerId: string, token?: string) =>
    `/brand/preview/${encodeURIComponent(partnerId)}${toSearch({ data: token })}`,
  openApi: () => '/api/v1/openapi.json',
  /** The page for the code from a sign-up's mail. */
  waitingSignUp: () => '/auth/sign-up',
  /** The page after a sign-up's emailed link was used. */
  signUpDone: (token: string) => `/auth/sign-up${toSearch({ token, done: '1' })}`,
  /** `email` is filled in. */
  forgotPassword: (query: { email?: string | undefined } = {}) => `/forgot-password${toSearch(query)}`,
  /** Tells scripts, in JSON, what platform a website runs on. */
  platformOf: (url: string) => `/partners/platform${toSearch({ url })}`,
  /** Asks for a sign-in link by mail. */
  magicLink: (then: SignInThen = {}) => `/auth/magic${toSearch({ ...then })}`,
  /** Proves again who the user is, before a way into the account is added. */
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
  /** Shown by the service worker in place of a page that it cannot get; `from` is that page. */
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
  /** Receives the wishlist's own forms. */
  wishlistForms: () => '/wishlist?index',
  /** What somebody says about a thing on the wishlist. */
  wish: (itemId: string) => `/wishlist/items/${encodeURIComponent(itemId)}`,
  /** The wishlist as pages of a magazine. */
  lookbook: () => '/wishlist/lookbook',
  wishlistFile: (format: 'json' | 'csv') => `/wishlist/export${toSearch({ format })}`,
  importWishlist: () => '/wishlist/import',
  /** Receives the forms that share one's own wishlist. */
  wishlistSharing: () => '/wishlist/sharing',
  sharedWishlist: (token: string, query: { page?: number } = {}) =>
    `/wishlist/shared/${encodeURIComponent(token)}${toSearch(query)}`,
  contact: (query: { subject?: string } = {}) => `/contact${toSearch(query)}`,
  support: (topic?: string) => `/support${topic ? `/${encodeURIComponent(topic)}` : ''}`,
  terms: () => '/terms',
  privacy: () => '/privacy',
  reviewsPolicy: () => '/reviews-policy',
  /** What programs may read. */
  developers: () => '/developers',
  productFeed: () => '/feeds/products.ndjson',
  /** Google's product data, of all stores or of one. */
  merchantFeed: (partnerId?: string) => `/feeds/google-merchant.xml${toSearch({ partner: partnerId })}`,
  openAiFeed: () => '/feeds/openai-products.jsonl',
  catalogueDocument: () => '/openapi.json',
  earlyAccess: () => '/early-access',
  /** Receives the waitlist forms of pages. */
  waitlist: () => '/waitlist',
  /** The same for scripts, answered in JSON. */
  joinWaitlist: () => '/waitlist/join',
  /** Receives the choices of theme and currency without JavaScript. */
  display: () => '/display',
  admin: () => '/admin',
  toggleWish: (productId?: string, redirectTo?: string) => `/wishlist/toggle${toSearch({ productId, redirectTo })}`,
  /** Without a format: the best one that the browser accepts. */
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

/** Where to go after signing in, and what the page says before it. */
export interface SignInThen {
  redirectTo?: string | undefined
  /** 'wishlist': a heart was pressed; 'again': a signed-in user proves again who they are. */
  why?: string | undefined
  /** What went wrong before: a key of app/features/auth/sign-in-errors. */
  error?: string | undefined
}

/** A query string with its question mark; empty without a value. */
export function toSearch(query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `?${text}` : ''
}
