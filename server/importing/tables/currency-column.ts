import { toSearchText } from '#server/catalogue/search-text.ts'
import { parseCsvCell } from '../csv-cell.ts'
import type { Columns } from '../product-columns.ts'

/** ISO 4217 codes, except those that are also words in product files: genders, categories and sizes. */
const CODES: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !['ALL', 'TOP', 'CUP'].includes(code)),
)
const SYMBOLS = /[€£$¥]/u

/**
 * Finds the first column with mostly currencies in its filled cells, regardless of its name; null if there is none.
 * @param named columns with the names of other fields. Brands and sizes can look like currencies ('MAD'), so these
 *   columns come last.
 */
export function findCurrencyColumn(
  header: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
  named: ReadonlySet<number>,
): number | null {
  const found = [...header.keys()].filter((place) => {
    const cells = rows.map((cells) => (cells[place] ?? '').trim()).filter(Boolean)
    const codes = cells.filter((cell) => CODES.has(cell) || (cell.length === 1 && SYMBOLS.test(cell)))
    return codes.length > cells.length / 2
  })
  return found.find((place) => !named.has(place)) ?? found[0] ?? null
}

/** Returns the currency in a column's name: 'Preis (EUR)' -> 'EUR', 'Price in €' -> '€'; '' without a currency. */
const currencyIn = (name: string): string =>
  SYMBOLS.exec(name)?.[0] ??
  toSearchText(name)
    .toUpperCase()
    .split(' ')
    .find((word) => CODES.has(word)) ??
  ''

/** Removes the currency from a column's name: 'preis in eur' -> 'preis'. @param name as search text */
export const withoutCurrency = (name: string): string =>
  name
    .split(' ')
    .filter((word) => !CODES.has(word.toUpperCase()))
    .join(' ')
    .replace(/ (?:in|en|im|em|w|i)$/, '') || name

/**
 * Adds the currency to the columns, from an unmapped column or from the price column's name. Otherwise the prices would
 * be read in the partner's currency.
 */
export function withCurrency(columns: Columns, foundAt: number | null, priceName: string): Columns {
  const currencyAt = foundAt !== null && columns.used.has(foundAt) ? null : foundAt
  const named = currencyIn(priceName)
  if (columns.has('currency') || (currencyAt === null && named === '')) return columns
  return {
    ...columns,
    used: currencyAt === null ? columns.used : new Set([...columns.used, currencyAt]),
    has: (field) => field === 'currency' || columns.has(field),
    read: (cells, field) =>
      field === 'currency'
        ? (cells.said?.currency ?? (currencyAt === null ? named : parseCsvCell(cells[currencyAt] ?? '')))
        : columns.read(cells, field),
  }
}
