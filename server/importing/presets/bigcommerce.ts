import {
  arranged,
  NO_VARIANT,
  saidOptions,
  type Arranging,
  type ArrangedRow,
  type Preset,
  type PresetRow,
} from './preset.ts'

const IMAGES = Array.from({ length: 10 }, (_, index) => index + 1)
const kindOf = (row: PresetRow) => row.cell('item type', 'item').toLowerCase()
const isVariant = (row: PresetRow) => kindOf(row) === 'sku' || kindOf(row) === 'variant'

/**
 * Parses options: '[RT]Size=M,[S]Colour=Red' in the older format, 'Type=Dropdown|Name=Size|Value=M' in the newer one.
 */
function optionsOf(row: PresetRow): Array<[string, string]> {
  const newer = newerOptions(row.cell('options'))
  return newer.length ? newer : olderOptions(row.cell('options') || row.read('title'))
}

function newerOptions(text: string): Array<[string, string]> {
  const found: Array<[string, string]> = []
  for (const option of text.split(/[;\n]/)) {
    let name = ''
    for (const field of option.split('|')) {
      const at = field.indexOf('=')
      const [key, value] = [field.slice(0, Math.max(0, at)).trim().toLowerCase(), field.slice(at + 1).trim()]
      if (key.endsWith('name')) name = value
      if (!key.endsWith('value') || name === '' || value === '') continue
      found.push([name, value])
      name = ''
    }
  }
  return found
}

/** Parses the older format. A value may contain commas: it ends at the last comma before the next name. */
function olderOptions(text: string): Array<[string, string]> {
  const [first = '', ...parts] = text.split('=')
  let name = optionName(first.slice(first.lastIndexOf(',') + 1))
  return parts.flatMap((part, index): Array<[string, string]> => {
    const end = index === parts.length - 1 ? part.length : part.lastIndexOf(',')
    const ownName = name
    const value = part
      .slice(0, Math.max(0, end))
      .trim()
      .replace(/:#[0-9a-f]{3,6}$/i, '')
    name = end < 0 ? '' : optionName(part.slice(end + 1))
    return ownName === '' || value === '' ? [] : [[ownName, value]]
  })
}

/** Returns an option's name: '[RT]Size' -> 'Size'; '' for anything else. */
function optionName(text: string): string {
  const name = text
    .trim()
    .replace(/^\[\w{1,20}\]/, '')
    .trim()
  return /[[\]]/.test(name) ? '' : name
}

const picturesOf = (row: PresetRow) =>
  [
    row.read('images'),
    ...IMAGES.map((number) =>
      row.cell(`product image url ${number}`, `image url ${number}`, `product image file ${number}`),
    ),
  ]
    .filter(Boolean)
    .join('\n')

function arrange(rows: PresetRow[], { websiteUrl, refuse }: Arranging): ArrangedRow[] {
  const product = rows.find((row) => kindOf(row) === 'product')
  if (!product) {
    for (const row of rows) refuse(row.line, 'the row of its product is not above it')
    return []
  }
  const page = product.read('productUrl')
  const head = {
    handle: product.read('handle') || product.read('sku'),
    images: rows
      .filter((row) => !isVariant(row))
      .map(picturesOf)
      .filter(Boolean)
      .join('\n'),
    categorySaid: '',
    productCategory: product.read('categorySaid').replaceAll('/', ' > ').replaceAll(';', ', '),
    productUrl: page.startsWith('/') && websiteUrl !== null ? websiteUrl + page : page.startsWith('/') ? '' : page,
    status: '',
    published: /^(?:y|yes|true|1)?$/i.test(product.read('status')) ? 'true' : 'false',
    availability: '',
    stock: /^(?:none|0|false)?$/i.test(product.cell('track inventory', 'inventory tracking'))
      ? ''
      : product.read('stock'),
  }
  const variants = rows.filter(isVariant)
  if (!variants.length) return [arranged(product, head)]
  return [
    arranged(product, { ...head, ...NO_VARIANT }, true),
    ...variants.map((row) =>
      arranged(row, {
        ...saidOptions(optionsOf(row)),
        handle: head.handle,
        price: row.read('price') || product.read('price'),
        salePrice: row.read('salePrice') || (row.read('price') === '' ? product.read('salePrice') : ''),
        compareAt: row.read('compareAt') || product.read('compareAt'),
        images: '',
        productUrl: '',
        variantImage: picturesOf(row).split('\n')[0] ?? '',
        stock: /^(?:variant|by option|2)$/i.test(product.cell('track inventory', 'inventory tracking'))
          ? row.read('stock')
          : '',
      }),
    ),
  ]
}

export const bigcommerce: Preset = {
  id: 'bigcommerce',
  name: 'BigCommerce export',
  recognise: (has, _, rows) =>
    (has.has('item type') && has.has('product name')) ||
    (has.has('item') && has.has('is visible') && rows.some((cells) => cells.some((cell) => /^product$/i.test(cell)))),
  names: {
    handle: ['product id', 'id'],
    name: ['product name', 'name'],
    sku: ['product code sku', 'product sku', 'sku'],
    brand: ['brand name', 'brand'],
    description: ['product description', 'description'],
    price: ['price'],
    sale_price: ['sale price'],
    original_price: ['retail price'],
    stock: ['current stock level', 'current stock', 'stock level'],
    status: ['product visible', 'is visible'],
    category: ['category', 'categories', 'category string'],
    gtin: ['product upc ean', 'gtin', 'upc ean'],
    product_url: ['product url'],
    images: ['image url import', 'product images', 'variant image url'],
  },
  required: ['name', 'price'],
  notation: 'machine',
  keyOf: (row, before) => (kindOf(row) === 'product' || before === '' ? `line ${row.line}` : before),
  arrange,
}
