import { currencyOfCountry } from '#server/platform/countries.schema.ts'
import { CURRENCIES, type Currency } from '#server/accounts/account-values.schema.ts'

const SHOP_THEMES = ['light', 'dark'] as const
export type ShopTheme = (typeof SHOP_THEMES)[number]

/** One browser's display settings. Pages are cached separately for each combination. */
export interface Reader {
  /** Prices are also shown in this currency, and lists use it for prices. Null: each store's own. */
  pricesIn: Currency | null
  /** Null: the system's theme. */
  theme: ShopTheme | null
}

/** The cookies of these choices. Scripts write them too, so they are not HttpOnly. */
export const READER_COOKIES = { pricesIn: 'wtf_prices_in', theme: 'wtf_theme' } as const
/** The value if the visitor has chosen each store's own currency. */
export const STORES_OWN = 'own'
const READER_COOKIE_SECONDS = 365 * 86_400

/** Languages of one region, for browsers that do not send a region. */
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

/** Returns the currency of the first region in a browser's Accept-Language; null if there is no known region. */
export function currencyOfLanguages(header: string | null): Currency | null {
  const [first = ''] = (header ?? '').slice(0, 200).split(',', 1)
  const [, language = '', region] = LANGUAGE.exec(first) ?? []
  return currencyOfCountry((region ?? REGION_OF[language.toLowerCase()] ?? '').toUpperCase())
}

export const isCurrency = (value: unknown): value is Currency => CURRENCIES.includes(value as Currency)
export const isShopTheme = (value: unknown): value is ShopTheme => SHOP_THEMES.includes(value as ShopTheme)

/** Builds a cookie for a setting, for a header or for a script; null deletes it. */
export const readerCookie = (name: keyof typeof READER_COOKIES, value: string | null, isHttps: boolean): string =>
  `${READER_COOKIES[name]}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : READER_COOKIE_SECONDS}; SameSite=Lax${isHttps ? '; Secure' : ''}`
