import type { Visit } from '#server/platform/visit.ts'
import {
  currencyOfLanguages,
  isCurrency,
  isShopTheme,
  READER_COOKIES,
  STORES_OWN,
  type Reader,
} from '#server/site/reader.schema.ts'

/** Reads the visitor's settings from cookies, and the currency from the browser's languages if none was chosen. */
export function readerOf({ cookie }: Pick<Visit, 'cookie'>, headers: Headers): Reader {
  const [pricesIn, theme] = [cookie(READER_COOKIES.pricesIn), cookie(READER_COOKIES.theme)]
  return {
    pricesIn: isCurrency(pricesIn)
      ? pricesIn
      : pricesIn === STORES_OWN
        ? null
        : currencyOfLanguages(headers.get('accept-language')),
    theme: isShopTheme(theme) ? theme : null,
  }
}

/** Returns the settings' part of a cached page's key. There are at most 15 values. */
export const variantOf = ({ pricesIn, theme }: Reader): string => ` ${pricesIn ?? ''} ${theme ?? ''}`

/** For caches between us and the browser. */
export const READER_VARY = 'Accept-Language, Cookie'
