import { currencyOfCountry } from '#server/platform/countries.schema.ts'
import { CURRENCIES, type Currency } from '#server/accounts/account-values.schema.ts'

const SHOP_THEMES = ['light', 'dark'] as const
export type ShopTheme = (typeof SHOP_THEMES)[number]

/** How one browser sees the shop. Pages are kept for each of them. */
export interface Reader {
  /** Prices are also shown in it, and lists count in it. Null: each store's own. */
  pricesIn: Currency | null
  /** Null: as the system has it. */
  theme: ShopTheme | null
}

/** The cookies of these choices. Scripts write them too, so they are not HttpOnly. */
export const READER_COOKIES = { pricesIn: 'wtf_prices_in', theme: 'wtf_theme' } as const
/** 'Each store's own currency', if the reader chose that. */
export const STORES_OWN = 'own'
const READER_COOKIE_SECONDS = 365 * 86_400

/** Languages of one region, for browsers that name none. */
const REGION_OF: Readonly<Record<string, string>> = {
  de: 'DE',
  fr: 'FR',
  it: 'IT',
  es: 'ES',
  nl: 'NL',
  pt: 'PT',
  fi: 'FI',
  el: 'GR',
}
const LANGUAGE = /^\s*([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?\s*(?:;|$)/i

/** The currency of the region that a browser's Accept-Language puts first; null if it names none that we know. */
export function currencyOfLanguages(header: string | null): Currency | null {
  const [first = ''] = (header ?? '').slice(0, 200).split(',', 1)
  const [, language = '', region] = LANGUAGE.exec(first) ?? []
  return currencyOfCountry((region ?? REGION_OF[language.toLowerCase()] ?? '').toUpperCase())
}

export const isCurrency = (value: unknown): value is Currency => CURRENCIES.includes(value as Currency)
export const isShopTheme = (value: unknown): value is ShopTheme => SHOP_THEMES.includes(value as ShopTheme)

/** A cookie of a choice, for a header or for a script; null forgets it. */
export const readerCookie = (name: keyof typeof READER_COOKIES, value: string | null, isHttps: boolean): string =>
  `${READER_COOKIES[name]}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : READER_COOKIE_SECONDS}; SameSite=Lax${isHttps ? '; Secure' : ''}`
