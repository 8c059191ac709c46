import type { Surface } from '#server/outbound/outbound.schema.ts'

/** Every address of the shop, in one place. */
export const paths = {
  home: () => '/',
  about: () => '/about-wtf',
  ranking: () => '/ranking',
  discover: (query: DiscoverQuery = {}) => `/discover${toSearch(query)}`,
  allProducts: () => '/discover?all=true',
  product: (productId: string) => `/product/${productId}`,
  partner: (partnerId: string) => `/partner/${partnerId}`,
  brand: (partnerId: string) => `/brand/${partnerId}`,
  go: (productId: string, from: { surface: Surface; variantId?: string | null; position?: number }) =>
    `/go/${productId}${toSearch({ v: from.variantId ?? undefined, src: from.surface, pos: from.position })}`,
  seen: (productId: string) => `/seen/${productId}`,
  /** Takes reports of searches; with a token it is the picture that reports without JavaScript. */
  searched: (token?: string) => (token === undefined ? '/searched' : `/searched/${token}`),
  login: (then: SignInThen = {}) => `/login${toSearch({ ...then })}`,
  signUp: (then: SignInThen = {}) => `/signup${toSearch({ ...then })}`,
  partnerLogin: (then: SignInThen = {}) => `/brand/login${toSearch({ ...then })}`,
  partnerSignUp: () => '/brand/signup',
  forgotPassword: () => '/forgot-password',
  magicLink: () => '/auth/magic',
  authCallback: () => '/auth/callback',
  logout: () => '/logout',
  /** Where people are after signing out. */
  signedOut: () => '/home',
  settings: (tab: SettingsTab = 'profile', query: { edit?: string; saved?: string } = {}) => `/settings${tab === 'profile' ? '' : `/${tab}`}${toSearch(query)}`,
  settingsExport: () => '/settings/export',
  settingsClosed: () => '/settings/closed',
  orders: () => '/orders',
  toggleWish: (productId?: string, redirectTo?: string) => `/wishlist/toggle${toSearch({ productId, redirectTo })}`,
  outbox: (query: { state?: string | undefined; to?: string; page?: number } = {}) => `/admin/outbox${toSearch(query)}`,
  outboxMail: (mailId: string) => `/admin/outbox/${mailId}`,
  image: (name: string, width: number, format: string) => `/img/${name}/${width}.${format}`,
}

export type DiscoverQuery = Partial<Record<
  | 'all' | 'q' | 'mode' | 'rest' | 'category' | 'categories' | 'brand' | 'brands' | 'sizes' | 'colours' | 'materials' | 'genders' | 'tags' | 'not' | 'currency'
  | 'priceMin' | 'priceMax' | 'discountMin' | 'onSale' | 'inStock' | 'sort' | 'page' | 'view', string>>

export type SettingsTab = 'profile' | 'preferences' | 'search' | 'notifications' | 'privacy'

/** What happens after signing in, and what the page says before it. */
export interface SignInThen {
  redirectTo?: string | undefined
  /** 'wishlist': a heart was pressed. */
  why?: string | undefined
  /** What went wrong on the way here: a key of app/features/auth/sign-in-errors. */
  error?: string | undefined
}

function toSearch(query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `?${text}` : ''
}
