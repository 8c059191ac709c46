import { toSearchText } from '#server/catalogue/search-text.ts'
import { readGtin } from './read-gtin.ts'
import { readPrice, type PriceRules } from './read-price.ts'
import type { Columns } from './shopify-columns.ts'
import type { ShopifyVariant } from './shopify-product.ts'

const OPTIONS = [['option1Name', 'option1Value'], ['option2Name', 'option2Value'], ['option3Name', 'option3Value']] as const
const SIZE_WORDS = new Set(['size', 'sizes', 'große', 'grosse', 'groesse', 'taille', 'talla', 'taglia', 'maat', 'tamanho', 'tamano', 'storlek', 'størrelse', 'rozmiar'])
const COLOUR_WORDS = new Set(['color', 'colour', 'colors', 'colours', 'farbe', 'couleur', 'colore', 'kleur', 'cor', 'farg', 'farve', 'kolor'])
const MAX_LABEL = 100
const MAX_SKU = 255
/** Keeps the sum over a product's variants inside of its column. */
const MAX_STOCK = 500_000

/** The option names of a product, which only its first row has. */
export type OptionNames = [string, string, string]

export function readOptionNames(cells: string[], columns: Columns): OptionNames {
  const [first, second, third] = OPTIONS.map(([name]) => oneLine(columns.read(cells, name)))
  return [first ?? '', second ?? '', third ?? '']
}

/** True when the row describes a variant at all; others only add a picture. */
export function hasVariant(cells: string[], columns: Columns): boolean {
  return (['price', 'sku', 'option1Value', 'option2Value', 'option3Value'] as const).some((field) => columns.read(cells, field) !== '')
}

/** The variant of one row, or why there is none; `warnings` are what was left out of it. */
export function readVariant(
  cells: string[], columns: Columns, context: { line: number; names: OptionNames; prices: PriceRules },
): { variant: ShopifyVariant; warnings: string[] } | { reason: string } {
  const { line, names, prices } = context
  const price = readPrice(columns.read(cells, 'price'), prices)
  if ('reason' in price) return { reason: `the price ${price.reason}` }
  const options = readOptions(cells, columns, names)
  if ('reason' in options) return options
  const warnings: string[] = []
  return {
    variant: {
      line,
      ...options,
      sku: readSku(columns.read(cells, 'sku'), warnings),
      gtin: readBarcode(columns.read(cells, 'barcode'), warnings),
      priceMinor: price.minor,
      originalPriceMinor: readCompareAt(columns.read(cells, 'compareAt'), price.minor, prices, warnings),
      stock: readStock(cells, columns, warnings),
    },
    warnings,
  }
}

/** What tells a product's variants apart when they have no SKU. */
export function optionKey({ size, colourName, options }: Pick<ShopifyVariant, 'size' | 'colourName' | 'options'>): string {
  const others = Object.entries(options).map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return JSON.stringify([size?.toLowerCase() ?? null, colourName?.toLowerCase() ?? null, others])
}

function readOptions(cells: string[], columns: Columns, names: OptionNames): Pick<ShopifyVariant, 'size' | 'colourName' | 'options'> | { reason: string } {
  let size: string | null = null
  let colourName: string | null = null
  const options: Record<string, string> = {}
  for (const [index, [, field]] of OPTIONS.entries()) {
    const value = oneLine(columns.read(cells, field))
    const name = names[index] || `Option ${index + 1}`
    // Shopify's way of saying that there is only one.
    if (value === '' || (value === 'Default Title' && /^(title|option 1)$/i.test(name))) continue
    if (value.length > MAX_LABEL) return { reason: `'${name}' is longer than ${MAX_LABEL} characters` }
    const words = toSearchText(name).split(' ')
    if (size === null && words.some((word) => SIZE_WORDS.has(word))) size = value
    else if (colourName === null && words.some((word) => COLOUR_WORDS.has(word))) colourName = value
    else options[name.slice(0, MAX_LABEL).toWellFormed()] = value
  }
  return { size, colourName, options }
}

function readSku(text: string, warnings: string[]): string | null {
  const sku = oneLine(text)
  if (sku.length <= MAX_SKU) return sku || null
  warnings.push(`its SKU is longer than ${MAX_SKU} characters and was left out`)
  return null
}

function readBarcode(text: string, warnings: string[]): string | null {
  const gtin = readGtin(text)
  if (text !== '' && gtin === null) warnings.push(`its barcode '${oneLine(text).slice(0, 40)}' is no GTIN and was left out`)
  return gtin
}

function readCompareAt(text: string, priceMinor: number, prices: PriceRules, warnings: string[]): number | null {
  if (text === '') return null
  const compareAt = readPrice(text, prices)
  if ('minor' in compareAt) return compareAt.minor > priceMinor ? compareAt.minor : null
  warnings.push(`its compare-at price ${compareAt.reason}; it was left out`)
  return null
}

/** Known only where the store tracks it. What goes on selling when it is sold out is not sold out. */
function readStock(cells: string[], columns: Columns, warnings: string[]): number | null {
  const quantity = columns.read(cells, 'quantity')
  if (columns.read(cells, 'tracker') === '' || quantity === '') return null
  if (!/^-?\d{1,15}(?:\.0+)?$/.test(quantity)) {
    warnings.push(`its stock '${oneLine(quantity).slice(0, 40)}' is no whole number; it counts as unknown`)
    return null
  }
  const stock = Math.min(Math.max(0, Math.trunc(Number(quantity))), MAX_STOCK)
  return stock === 0 && /^(continue|true)$/i.test(columns.read(cells, 'whenSoldOut')) ? null : stock
}

/** A name or label: one line, no control characters. */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- taking them out is the point
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').replace(/\s+/g, ' ').trim()
}
