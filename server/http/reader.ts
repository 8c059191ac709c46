import type { Visit } from '#server/platform/visit.ts'
import { isDataWithoutRoot, pageAt } from '#server/site/addresses.ts'
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

const NO_CHOICES: Reader = { pricesIn: null, theme: null }

/**
 * Returns the reader that a shared page is rendered for, and the request headers that the response depends on.
 * Documents and the root's data contain currency and theme. Other data depends on the currency only in lists, so
 * elsewhere it is rendered without it. Any page's data may depend on the session. The list of routes depends on
 * nothing.
 */
export function sharedReaderOf(
  url: URL,
  visit: Pick<Visit, 'cookie'>,
  headers: Headers,
): { reader: Reader; vary: string } {
  const page = pageAt(url.pathname)
  if (page?.by === 'remix') return { reader: NO_CHOICES, vary: '' }
  if (isDataWithoutRoot(url) && !page?.readsCurrency) return { reader: NO_CHOICES, vary: 'Cookie' }
  return { reader: readerOf(visit, headers), vary: 'Accept-Language, Cookie' }
}
