import { currencyOfCountry } from '#server/platform/countries.schema.ts'
import { CURRENCIES, type Currency } from '#server/accounts/account-values.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const SHOP_THEMES = ['light', 'dark'] as const
export type ShopTheme = (typeof SHOP_THEMES)[number]

/** A browser's display choices. Pages are cached for each combination. */
export interface Reader {
  /** The second currency for prices, also used in lists. Null: each store's own currency. */
  pricesIn: Currency | null
  /** Null: the system's setting. */
  theme: ShopTheme | null
}

/** The cookies of these choices. Scripts write them too, so they are not HttpOnly. */
export const READER_COOKIES = { pricesIn: 'wtf_prices_in', theme: 'wtf_theme' } as const
/** The cookie's value if the reader chose each store's own currency. */
export const STORES_OWN = 'own'
const READER_COOKIE_SECONDS = 365 * 86_400

/** The default regions of languages, for browsers that send no region. */
const REGION_OF = lookup({
  de: 'DE',
  fr: 'FR',
  it: 'IT',
  es: 'ES',
  nl: 'NL',
  pt: 'PT',
  fi: 'FI',
  el: 'GR',
})
const LANGUAGE = /^\s*([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?\s*(?:;|$)/i

/** Returns the currency of the first region in Accept-Language; null if there is none that we know. */
export function currencyOfLanguages(header: string | null): Currency | null {
  const [first = ''] = (header ?? '').slice(0, 200).split(',', 1)
  const [, language = '', region] = LANGUAGE.exec(first) ?? []
  return currencyOfCountry((region ?? REGION_OF[language.toLowerCase()] ?? '').toUpperCase())
}

export const isCurrency = (value: unknown): value is Currency => CURRENCIES.includes(value as Currency)
export const isShopTheme = (value: unknown): value is ShopTheme => SHOP_THEMES.includes(value as ShopTheme)

/** Returns the cookie of a choice, for a header or a script. Null deletes it. */
export const readerCookie = (name: keyof typeof READER_COOKIES, value: string | null, isHttps: boolean): string =>
  `${READER_COOKIES[name]}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : READER_COOKIE_SECONDS}; SameSite=Lax${isHttps ? '; Secure' : ''}`
