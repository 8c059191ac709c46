import type { Surface } from '#server/outbound/outbound.schema.ts'

/** All addresses of the shop. */
export const paths = {
  home: () => '/',
  about: () => '/about-wtf',
  company: () => '/about',
  features: (query: { demo?: string } = {}) => `/features${toSearch(query)}`,
  stores: (
    query: { q?: string; view?: 'all' | undefined; favourites?: 'true' | undefined; page?: number | undefined } = {},
  ) => `/stores${toSearch(query)}`,
  ranking: () => '/ranking',
  pictureSearch: () => '/picture-search',
  discover: (query: DiscoverQuery = {}) => `/discover${toSearch(query)}`,
  allProducts: () => '/discover?all=true',
  product: (productId: string, colour?: string | null) =>
    `/product/${productId}${toSearch({ colour: colour ?? undefined })}`,
  /** A product's reviews on its page, or one of them. */
  reviewsOf: (productId: string, reviewId?: string) =>
    `/product/${productId}?tab=reviews#review${reviewId ? `-${encodeURIComponent(reviewId)}` : 's'}`,
  /** Where somebody writes, changes or deletes their review; also receives whether one is helpful. */
  writeReview: (productId: string) => `/product/${productId}/review`,
  /** Where somebody says what is wrong with a product. */
  reportProduct: (productId: string) => `/product/${productId}/report`,
  /** Which size of a product fits, from one's measures; also receives the form. */
  /** One's measures, for lists. */
  mySize: () => '/my-size',
  /** A list like Discover's, of what is in stock in one's size. */
  inMySize: (search = '') => `/my-size/list${search && `?${search}`}`,
  sizeOf: (productId: string) => `/product/${productId}/size`,
  /** Where somebody reads one of our decisions and says, once, that it is wrong. */
  appeal: (kind: string, subjectId: string) => `/appeal/${kind}/${subjectId}`,
  partner: (partnerId: string) => `/partner/${partnerId}`,
  brand: (partnerId: string) => `/brand/${partnerId}`,
  /** `searchId`: of the look at a search that led to it. */
  go: (
    productId: string,
    from: { surface: Surface; variantId?: string | null; position?: number; searchId?: string | undefined },
  ) =>
    `/go/${productId}${toSearch({ v: from.variantId ?? undefined, src: from.surface, pos: from.position, sid: from.searchId })}`,
  /** What the viewer writes to a store, and its answers. */
  storeFeedback: (partnerId: string) => `/brand/${partnerId}/feedback`,
  seen: (productId: string) => `/seen/${productId}`,
  /** Receives reports of searches; with a token it is the picture that reports without JavaScript. */
  searched: (token?: string) => (token === undefined ? '/searched' : `/searched/${token}`),
  login: (then: SignInThen = {}) => `/login${toSearch({ ...then })}`,
  signUp: (then: SignInThen = {}) => `/signup${toSearch({ ...then })}`,
  partnerLogin: (then: SignInThen = {}) => `/brand/login${toSearch({ ...then })}`,
  partnerSignUp: () => '/brand/signup',
  /** The four steps of an invited partner. */
  onboarding: (query: { step?: number; error?: string } = {}) => `/partners/onboarding${toSearch(query)}`,
  /** Where the mail that proves an address leads during onboarding; `done` once it has done so. */
  onboardingConfirmed: (query: { token?: string; done?: string } = {}) =>
    `/partners/onboarding/confirmed${toSearch(query)}`,
  /** Asked again and again while a mail is awaited. */
  joiningAccount: () => '/partners/onboarding/account',
  dashboard: () => '/brand/dashboard',
  /** Whoever has just signed in as a partner: goes on to the products, where there may be some. */
  enterDashboard: () => '/brand/dashboard?entered=1',
  /** The partner's own products, as its dashboard lists them. */
  ownProducts: (query: OwnProductsAddress = {}) => `/brand/dashboard/products${toSearch({ ...query })}`,
  ownProductsFile: (query: OwnProductsAddress = {}) => `/brand/dashboard/products/list.csv${toSearch({ ...query })}`,
  ownProduct: (productId: string) => `/brand/dashboard/products/${productId}`,
  /** The partner's size tables. */
  sizeTables: (query: { saved?: string | undefined } = {}) => `/brand/dashboard/products/sizes${toSearch(query)}`,
  /** Edits one of them, or a new one ('new', of what the query says); also receives its forms. */
  sizeTable: (table: string, query: { brand?: string; category?: string; audience?: string; saved?: string } = {}) =>
    `/brand/dashboard/products/sizes/${table}${toSearch(query)}`,
  newProduct: () => '/brand/dashboard/products/new',
  /** What was done to the partner's products. Also receives the form that undoes an act. */
  activity: (
    query: {
      actor?: string | undefined
      kind?: string | undefined
      before?: string | undefined
      act?: string | undefined
      after?: string | undefined
    } = {},
  ) => `/brand/dashboard/activity${toSearch(query)}`,
  /** What shoppers say of the partner and its products. Also receives the forms about it. */
  customerFeedback: (query: CustomerFeedbackAddress = {}) => `/brand/dashboard/feedback${toSearch({ ...query })}`,
  /** Answers or flags one review ('review-' and its id) or one piece of feedback ('feedback-' and its id). */
  customerFeedbackItem: (item: string, query: { act?: 'flag'; saved?: string } = {}) =>
    `/brand/dashboard/feedback/${item}${toSearch({ ...query })}`,
  customerFeedbackFile: (query: CustomerFeedbackAddress = {}) =>
    `/brand/dashboard/feedback/export.csv${toSearch({ ...query })}`,
  promotions: () => '/brand/dashboard/promotions',
  invoices: () => '/brand/dashboard/invoices',
  invoice: (invoiceId: string) => `/brand/dashboard/invoices/${invoiceId}`,
  invoiceFile: (invoiceId: string) => `/brand/dashboard/invoices/${invoiceId}/invoice.pdf`,
  ledgerFile: () => '/brand/dashboard/invoices/ledger.ndjson',
  ledgerVerifier: () => '/brand/dashboard/invoices/ledger-verify.mjs',
  /** Also receives the forms of the team. */
  team: (query: { saved?: string } = {}) => `/brand/dashboard/team${toSearch(query)}`,
  /** What a colleague's invitation is about, and the button that accepts it. */
  joinTeam: () => '/partners/team',
  storeSettings: (tab: StoreSettingsTab = 'profile', query: { edit?: string; saved?: string } = {}) =>
    `/brand/dashboard/settings${tab === 'profile' ? '' : `/${tab}`}${toSearch(query)}`,
  /** The store itself as JSON. */
  storeFile: () => '/brand/dashboard/settings/store.json',
  help: (article?: string, query: { q?: string } = {}) =>
    `/brand/dashboard/help${article ? `/${article}` : ''}${toSearch(query)}`,
  /** Where a partner changes how its page looks; `edit` opens one of its texts. */
  storefront: (query: { edit?: string } = {}) => `/brand/dashboard/storefront${toSearch(query)}`,
  /** Leads to the preview of one's own draft. */
  startPreview: () => '/brand/dashboard/storefront/preview',
  /** A store's page as its draft makes it, for whoever has a token, else as it is. */
  storePreview: (partnerId: string, token?: string) => `/brand/preview/${partnerId}${toSearch({ data: token })}`,
  /** `saved`: what was just done there. */
  connectStore: (query: { onboarding_completed?: string; saved?: string } = {}) =>
    `/brand/dashboard/connect-store${toSearch(query)}`,
  /** The keys and the documentation of the conversions API; also receives the forms of keys and discount codes. */
  conversionsApi: () => '/brand/dashboard/connect-store/api',
  openApi: () => '/api/v1/openapi.json',
  /** Files with orders; also receives a new one. */
  orderFiles: () => '/brand/dashboard/connect-store/files',
  orderFile: (fileId: string, query: { page?: number } = {}) =>
    `/brand/dashboard/connect-store/files/${fileId}${toSearch(query)}`,
  orderFileSample: () => '/brand/dashboard/connect-store/files/sample.csv',
  sales: (query: SalesAddress = {}) => `/brand/dashboard/sales${toSearch({ ...query })}`,
  /** All that the address's filters find. */
  salesFile: (query: SalesAddress = {}) => `/brand/dashboard/sales/list.csv${toSearch({ ...query })}`,
  analytics: (query: { period?: string | undefined; show?: string | undefined } = {}) =>
    `/brand/dashboard/analytics${toSearch(query)}`,
  analyticsFile: () => '/brand/dashboard/analytics/days.csv',
  /** The story of a sale; also receives the form that confirms it. */
  sale: (saleId: string) => `/brand/dashboard/sales/${saleId}`,
  /** What shoppers look for and where they are lost. */
  demand: (query: DemandAddress = {}) => `/brand/dashboard/analytics/demand${toSearch({ ...query })}`,
  demandFile: (query: DemandAddress = {}) => `/brand/dashboard/analytics/demand.csv${toSearch({ ...query })}`,
  productImports: () => '/brand/dashboard/products/import',
  productImport: (importId: string, query: { kind?: string; page?: number } = {}) =>
    `/brand/dashboard/products/import/${importId}${toSearch(query)}`,
  importFindings: (importId: string) => `/brand/dashboard/products/import/${importId}/findings.csv`,
  importSample: () => '/brand/dashboard/products/import/sample.csv',
  productExport: (query: { format?: string; status?: string } = {}) =>
    `/brand/dashboard/products/export${toSearch(query)}`,
  productExportFile: (query: { format: string; status: string }) =>
    `/brand/dashboard/products/export.csv${toSearch(query)}`,
  /** The page for the code from a sign-up's mail. */
  waitingSignUp: () => '/auth/sign-up',
  /** The page after a sign-up's mailed link was used. */
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
  /** Behind the link of the mail that tells of an account closed by us: downloads its data. */
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
  wish: (itemId: string) => `/wishlist/items/${itemId}`,
  /** The wishlist as pages of a magazine. */
  lookbook: () => '/wishlist/lookbook',
  wishlistFile: (format: 'json' | 'csv') => `/wishlist/export${toSearch({ format })}`,
  importWishlist: () => '/wishlist/import',
  /** Receives the forms that share one's own wishlist. */
  wishlistSharing: () => '/wishlist/sharing',
  sharedWishlist: (token: string, query: { page?: number } = {}) => `/wishlist/shared/${token}${toSearch(query)}`,
  contact: (query: { subject?: string } = {}) => `/contact${toSearch(query)}`,
  support: (topic?: string) => `/support${topic ? `/${topic}` : ''}`,
  terms: () => '/terms',
  privacy: () => '/privacy',
  reviewsPolicy: () => '/reviews-policy',
  /** What programs may read. */
  developers: () => '/developers',
  productFeed: () => '/feeds/products.ndjson',
  /** Google's product data, of all stores or of one. */
  merchantFeed: (partnerId?: string) => `/feeds/google-merchant.xml${toSearch({ partner: partnerId })}`,
  catalogueDocument: () => '/openapi.json',
  earlyAccess: () => '/early-access',
  /** Receives the waitlist forms of pages. */
  waitlist: () => '/waitlist',
  /** The same for scripts, answered in JSON. */
  joinWaitlist: () => '/waitlist/join',
  adminWaitlist: (
    query: { source?: string | undefined; state?: string | undefined; email?: string; page?: number } = {},
  ) => `/admin/waitlist${toSearch(query)}`,
  waitlistFile: (query: { source?: string | undefined; state?: string | undefined; email?: string } = {}) =>
    `/admin/waitlist.csv${toSearch(query)}`,
  admin: () => '/admin',
  adminAnalytics: (query: { period?: string | undefined; show?: string | undefined } = {}) =>
    `/admin/analytics${toSearch(query)}`,
  /** What its chart draws, as a CSV file. */
  marketFile: (query: { period?: string | undefined } = {}) => `/admin/analytics/days.csv${toSearch(query)}`,
  /** Receives the forms that control the site. */
  adminForms: () => '/admin?index',
  /** Also receives the forms that control the site. */
  adminSite: () => '/admin/site',
  adminSearch: (query: { q?: string } = {}) => `/admin/search${toSearch(query)}`,
  /** Also receives the form that tries a message again. */
  adminConnections: (query: { show?: string | undefined; page?: number | undefined } = {}) =>
    `/admin/connections${toSearch(query)}`,
  adminSale: (conversionId: string) => `/admin/sales/${conversionId}`,
  adminClick: (clickId: string) => `/admin/clicks/${clickId}`,
  endBypass: () => '/admin/bypass',
  toggleWish: (productId?: string, redirectTo?: string) => `/wishlist/toggle${toSearch({ productId, redirectTo })}`,
  tickets: (
    query: {
      state?: string | undefined
      channel?: string | undefined
      category?: string | undefined
      priority?: string | undefined
      q?: string
      page?: number
    } = {},
  ) => `/admin/tickets${toSearch(query)}`,
  ticket: (ticketId: string) => `/admin/tickets/${ticketId}`,
  adminUsers: (
    query: { q?: string; state?: string | undefined; sort?: string | undefined; page?: number | undefined } = {},
  ) => `/admin/users${toSearch(query)}`,
  adminUser: (userId: string) => `/admin/users/${userId}`,
  adminPartners: (query: { status?: string; q?: string; page?: number } = {}) => `/admin/partners${toSearch(query)}`,
  /** What is known of a partner, and the forms that approve, reject and suspend it. */
  adminPartner: (partnerId: string) => `/admin/partners/${partnerId}`,
  /** Also receives the forms of invitations. */
  invitePartners: (query: { status?: string | undefined; q?: string; page?: number } = {}) =>
    `/admin/partners/invite${toSearch(query)}`,
  adminAudit: (
    query: {
      who?: string
      action?: string
      about?: string
      from?: string | undefined
      to?: string | undefined
      place?: string | undefined
      after?: string | undefined
    } = {},
  ) => `/admin/audit${toSearch(query)}`,
  auditFile: (query: { format: 'csv' | 'jsonl' } & Record<string, string | undefined>) =>
    `/admin/audit/export${toSearch(query)}`,
  adminDatabase: () => '/admin/database',
  adminOrderFiles: (query: { status?: string | undefined; page?: number } = {}) =>
    `/admin/order-files${toSearch(query)}`,
  /** Also receives the form that judges it. */
  adminOrderFile: (fileId: string, query: { page?: number } = {}) => `/admin/order-files/${fileId}${toSearch(query)}`,
  /** Also receives the form that marks one as paid. */
  adminInvoices: (query: { status?: string | undefined; page?: number } = {}) => `/admin/invoices${toSearch(query)}`,
  /** Also receives the form that resolves one. */
  adminPlans: () => '/admin/plans',
  adminPlan: (planId: string) => `/admin/plans/${planId}`,
  newPlan: (query: { from?: string } = {}) => `/admin/plans/new${toSearch(query)}`,
  adminDisputes: (query: { state?: string | undefined; page?: number } = {}) => `/admin/disputes${toSearch(query)}`,
  adminAdjustments: (query: { status?: string | undefined; page?: number } = {}) =>
    `/admin/adjustments${toSearch(query)}`,
  adminRates: () => '/admin/rates',
  adminFlags: (query: { page?: number } = {}) => `/admin/flags${toSearch(query)}`,
  /** Also receives the forms that approve and reject. */
  adminPromotions: (query: { review?: string; page?: number } = {}) => `/admin/promotions${toSearch(query)}`,
  /** Also receives the forms that judge them, and those that answer flags. */
  adminReviews: (query: { state?: string | undefined; page?: number | undefined } = {}) =>
    `/admin/reviews${toSearch(query)}`,
  /** Also receives the forms that keep, take down and restore. */
  adminProducts: (query: { state?: string | undefined; page?: number } = {}) => `/admin/products${toSearch(query)}`,
  /** Also receives the forms about pictures of stores. */
  adminPictures: (query: { state?: string | undefined; page?: number } = {}) => `/admin/pictures${toSearch(query)}`,
  /** Also receives the forms that answer them. */
  adminAppeals: (query: { state?: string | undefined; page?: number } = {}) => `/admin/appeals${toSearch(query)}`,
  outbox: (query: { state?: string | undefined; to?: string; page?: number } = {}) => `/admin/outbox${toSearch(query)}`,
  outboxMail: (mailId: string) => `/admin/outbox/${mailId}`,
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

/** What the page of own products reads. */
export interface OwnProductsAddress {
  q?: string | undefined
  state?: string | undefined
  category?: string | undefined
  stock?: string | undefined
  sort?: string | undefined
  page?: number | undefined
  period?: string | undefined
  view?: string | undefined
}

/** What the page of demand reads. */
export interface DemandAddress {
  period?: string | undefined
  by?: string | undefined
  sort?: string | undefined
  page?: number | undefined
}
/** What the page of sales reads. */
export interface SalesAddress {
  period?: string | undefined
  state?: string | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: string | undefined
  page?: number | undefined
}

/** What the page of customer feedback reads. */
export interface CustomerFeedbackAddress {
  tab?: string | undefined
  q?: string | undefined
  rating?: number | undefined
  answer?: string | undefined
  status?: string | undefined
  page?: number | undefined
  period?: string | undefined
}
export type StoreSettingsTab =
  'profile' | 'store' | 'notifications' | 'security' | 'billing' | 'integrations' | 'export' | 'display'

export type SettingsTab = 'profile' | 'preferences' | 'search' | 'notifications' | 'privacy' | 'reviews' | 'wishlist'

/** Where to go after signing in, and what the page says before it. */
export interface SignInThen {
  redirectTo?: string | undefined
  /** 'wishlist': a heart was pressed; 'again': a signed-in user proves again who they are. */
  why?: string | undefined
  /** What went wrong before: a key of app/features/auth/sign-in-errors. */
  error?: string | undefined
}

function toSearch(query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `?${text}` : ''
}
