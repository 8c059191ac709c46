import { toSearchText } from '#server/catalogue/search-text.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import type { Cells, Columns } from './product-columns.ts'
import { toOneLine } from './to-one-line.ts'

/** Texts for 'out of stock', in the form of `toSearchText`. */
const SOLD_OUT = new Set(
  [
    'out of stock',
    'outofstock',
    'sold out',
    'soldout',
    'unavailable',
    'not available',
    'discontinued',
    'no',
    'false',
    '0',
    'ausverkauft',
    'nicht vorrätig',
    'nicht auf lager',
    'nicht verfügbar',
    'épuisé',
    'en rupture',
    'rupture de stock',
    'agotado',
    'sin existencias',
    'esaurito',
    'non disponibile',
    'uitverkocht',
    'niet op voorraad',
    'slutsåld',
    'slut i lager',
    'udsolgt',
    'utsolgt',
    'brak w magazynie',
    'esgotado',
    'nein',
    'non',
  ].map((words) => toSearchText(words)),
)
/** Texts for products that can be ordered whatever their stock. */
const ORDERED_AHEAD = new Set(['preorder', 'pre order', 'backorder', 'available for order'])
const AVAILABLE = new Set(
  [
    'in stock',
    'instock',
    'available',
    'yes',
    'true',
    '1',
    'auf lager',
    'vorrätig',
    'verfügbar',
    'ja',
    'en stock',
    'oui',
    'disponible',
    'disponibile',
    'op voorraad',
    'i lager',
    'limited availability',
  ].map((words) => toSearchText(words)),
)

/** Returns the number in stock; null if unknown: the store does not track it, or continues to sell at zero. */
export function parseStock(cells: Cells, columns: Columns, warnings: string[]): number | null {
  const availability = toSearchText(columns.read(cells, 'availability').replaceAll('_', ' '))
  if (SOLD_OUT.has(availability)) return 0
  if (ORDERED_AHEAD.has(availability)) return null
  const said = columns.read(cells, 'stock')
  const quantity = said || columns.read(cells, 'quantity')
  if ((said === '' && columns.read(cells, 'tracker') === '') || quantity === '') return null
  const words = toSearchText(quantity.replaceAll('_', ' '))
  if (/\p{L}/u.test(words)) {
    if (SOLD_OUT.has(words)) return 0
    if (AVAILABLE.has(words) || ORDERED_AHEAD.has(words)) return null
  }
  if (!/^-?\d{1,15}(?:[.,]0+)?$/.test(quantity)) {
    warnings.push(`its stock '${toOneLine(quantity).slice(0, 40)}' is not a whole number, so it counts as unknown`)
    return null
  }
  const stock = Math.min(Math.max(0, Math.trunc(Number(quantity.replace(',', '.')))), MAX_PRODUCT.stock)
  return stock === 0 && /^(continue|true)$/i.test(columns.read(cells, 'whenSoldOut')) ? null : stock
}
