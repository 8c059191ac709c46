import { toSearchText } from '#server/catalogue/search-text.ts'
import { parseGtin } from '#server/products/parse-gtin.ts'
import { plainText } from '#server/products/plain-text.ts'
import type { PriceRules } from '#server/products/parse-price.ts'
import type { FileRemarks } from './file-remarks.ts'
import type { Cells, Columns } from './product-columns.ts'
import { toOneLine } from './to-one-line.ts'
import { parsePrices } from './parse-prices.ts'
import { parseStock } from './parse-stock.ts'
import { MAX_PRODUCT, STORE_LINK, type IncomingVariant } from '#server/products/incoming-product.schema.ts'

const OPTIONS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const
const SIZE_WORDS = new Set([
  'size',
  'sizes',
  'große',
  'grosse',
  'groesse',
  'taille',
  'talla',
  'taglia',
  'maat',
  'tamanho',
  'tamano',
  'storlek',
  'storrelse',
  'rozmiar',
])
const COLOUR_WORDS = new Set([
  'color',
  'colour',
  'colors',
  'colours',
  'farbe',
  'couleur',
  'colore',
  'kleur',
  'cor',
  'farg',
  'farve',
  'kolor',
])

/** A product's option names, which are in its first row only. */
export type OptionNames = [string, string, string]

export function parseOptionNames(cells: Cells, columns: Columns): OptionNames {
  const [first, second, third] = OPTIONS.map(([name]) => toOneLine(plainText(columns.read(cells, name))))
  return [first ?? '', second ?? '', third ?? '']
}

/** Whether the row describes a variant. Other rows only add a picture. */
export function hasVariant(cells: Cells, columns: Columns): boolean {
  return (['price', 'sku', 'size', 'colour', 'option1Value', 'option2Value', 'option3Value'] as const).some(
    (field) => columns.read(cells, field) !== '',
  )
}

/**
 * Parses the variant of one row, or returns why there is none. `warnings` lists what was left out.
 * @param page the product's address, from its first row
 */
export function parseVariant(
  cells: Cells,
  columns: Columns,
  {
    names,
    prices,
    page,
    remarks,
    now,
  }: { names: OptionNames; prices: PriceRules; page: string; remarks: FileRemarks; now: Date },
): { variant: IncomingVariant; warnings: string[] } | { reason: string } {
  const warnings: string[] = []
  const price = parsePrices(cells, columns, { prices, warnings, remarks, now })
  if ('reason' in price) return price
  const options = parseOptions(cells, columns, names)
  if ('reason' in options) return options
  return {
    variant: {
      ...options,
      ...parseHex(columns.read(cells, 'colourHex'), warnings),
      sku: parseSku(columns.read(cells, 'sku'), warnings),
      gtin: parseBarcode(columns.read(cells, 'barcode'), warnings),
      ...parseStoreLink(cells, columns, page, warnings),
      ...price,
      stock: parseStock(cells, columns, warnings),
    },
    warnings,
  }
}

function parseOptions(
  cells: Cells,
  columns: Columns,
  names: OptionNames,
): Pick<IncomingVariant, 'size' | 'colourName' | 'options'> | { reason: string } {
  let size: string | null = null
  let colourName: string | null = null
  const options: Record<string, string> = {}
  const given = OPTIONS.map(([nameField, field], index) => [
    toOneLine(plainText(columns.read(cells, nameField))) || names[index] || `Option ${index + 1}`,
    columns.read(cells, field),
  ])
  const sizeAndColour = [
    ['Size', columns.read(cells, 'size')],
    ['Colour', columns.read(cells, 'colour')],
  ]
  for (const [name = '', cell = ''] of [...sizeAndColour, ...given]) {
    const value = toOneLine(plainText(cell))
    // Shopify marks a product with a single variant like this.
    if (value === '' || (value === 'Default Title' && /^(title|option 1)$/i.test(name))) continue
    if (value.length > MAX_PRODUCT.label) return { reason: `'${name}' is longer than ${MAX_PRODUCT.label} characters` }
    const words = toSearchText(name).split(' ')
    if (size === null && words.some((word) => SIZE_WORDS.has(word))) size = value
    else if (colourName === null && words.some((word) => COLOUR_WORDS.has(word))) colourName = value
    else options[name.slice(0, MAX_PRODUCT.label).toWellFormed()] = value
  }
  return { size, colourName, options }
}

function parseSku(text: string, warnings: string[]): string | null {
  const sku = toOneLine(text)
  if (sku.length <= MAX_PRODUCT.sku) return sku || null
  warnings.push(`its SKU is longer than ${MAX_PRODUCT.sku} characters and was left out`)
  return null
}

function parseBarcode(text: string, warnings: string[]): string | null {
  const gtin = parseGtin(text)
  if (text !== '' && gtin === null)
    warnings.push(`its barcode '${toOneLine(text).slice(0, 40)}' is not a GTIN, so it was left out`)
  return gtin
}

/**
 * Returns Shopify's variant id, parameters or an address; or else the row's own address, if it differs from the
 * product's.
 */
function parseStoreLink(
  cells: Cells,
  columns: Columns,
  page: string,
  warnings: string[],
): Pick<IncomingVariant, 'storeLink'> {
  const said = columns.read(cells, 'variantLink')
  const link = /^\d{1,20}$/.test(said) ? `?variant=${said}` : said
  if (link !== '' && isStoreLink(link)) return { storeLink: link }
  if (link !== '') warnings.push(`its link '${toOneLine(link).slice(0, 80)}' is not a URL, so it was left out`)
  const productLink = columns.read(cells, 'productUrl')
  if (productLink !== '' && productLink !== page && isStoreLink(productLink)) return { storeLink: productLink }
  return columns.has('variantLink') || columns.has('productUrl') ? { storeLink: null } : {}
}

const isStoreLink = (text: string) =>
  text.length <= MAX_PRODUCT.url && STORE_LINK.test(text) && (text.startsWith('?') || URL.canParse(text))

function parseHex(text: string, warnings: string[]): { colourHex?: string } {
  const hex = text.toLowerCase()
  if (/^#?[0-9a-f]{6}$/.test(hex)) return { colourHex: `#${hex.replace('#', '')}` }
  if (text !== '')
    warnings.push(`its colour '${toOneLine(text).slice(0, 40)}' is not a code like #1f3a5f, so it was left out`)
  return {}
}
