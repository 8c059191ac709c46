import {
  arranged,
  NO_VARIANT,
  saidOptions,
  type Arranging,
  type ArrangedRow,
  type Preset,
  type PresetRow,
} from './preset.ts'

/** Parses 'material=Wool,season=Winter'. A value may contain commas. */
const pairsOf = (text: string, between: RegExp): Map<string, string> =>
  new Map(
    text.split(between).flatMap((pair): Array<[string, string]> => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
    }),
  )
const PAIRS = /,(?=[a-z]\w*=)/i

/** Returns the options of each child by its SKU. */
const childrenOf = (row: PresetRow): Array<Map<string, string>> =>
  row
    .cell('configurable variations')
    .split('|')
    .map((part) => pairsOf(part, PAIRS))
    .filter((pairs) => pairs.has('sku'))

const kindOf = (row: PresetRow) => row.cell('product type').toLowerCase()

/** Converts the categories: 'Default Category/Women/Dresses,Default Category/Sale' -> 'Women > Dresses'. */
const categoriesOf = (text: string) =>
  text
    .split(/,(?=[^/,]+\/)/)
    .map((path) =>
      path
        .trim()
        .replace(/^(?:Default Category|Root Catalog)\/?/i, '')
        .replaceAll('/', ' > '),
    )
    .filter(Boolean)
    .join(', ')

function stockOf(row: PresetRow): string {
  if (row.cell('is in stock') === '0') return '0'
  return row.cell('manage stock') === '0' ? '' : row.read('stock')
}

const handleOf = (row: PresetRow) => row.read('handle') || row.read('sku')

function textsOf(row: PresetRow) {
  const more = pairsOf(row.cell('additional attributes'), PAIRS)
  return {
    handle: handleOf(row),
    text: row.read('text') || row.cell('short description'),
    images: [row.read('image1'), ...row.read('images').split(',')].filter((url) => url.trim() !== '').join('\n'),
    image1: '',
    categorySaid: '',
    productCategory: categoriesOf(row.read('categorySaid')),
    material: row.read('material') || (more.get('material') ?? ''),
    gender: row.read('gender') || (more.get('gender') ?? ''),
    vendor: row.read('vendor') || (more.get('manufacturer') ?? more.get('brand') ?? ''),
    published: /^(?:1|yes|enabled)?$/i.test(row.read('status')) ? 'true' : 'false',
    status: '',
  }
}

const ownOptions = (row: PresetRow): Array<[string, string]> => {
  const more = pairsOf(row.cell('additional attributes'), PAIRS)
  return ['size', 'color', 'colour'].flatMap((code): Array<[string, string]> => {
    const value = more.get(code) ?? row.cell(code)
    return value === '' ? [] : [[code, value]]
  })
}

function arrange(all: PresetRow[], { note, refuse }: Arranging): ArrangedRow[] {
  // The other rows are translations of the product for other store views.
  const rows = all.filter((row) => row.cell('store view code') === '')
  const parent = rows.find((row) => kindOf(row) === 'configurable')
  const [first] = rows
  if (!first) {
    for (const row of all) note(row.line, 'this is a translation for a store view, so it was left out')
    return []
  }
  if (!parent) {
    if (['grouped', 'bundle'].includes(kindOf(first))) {
      note(first.line, 'a grouped product has no price, so it was left out. The products in it are imported')
      return []
    }
    return rows.map((row) => arranged(row, { ...textsOf(row), ...saidOptions(ownOptions(row)), stock: stockOf(row) }))
  }
  const labels = pairsOf(parent.cell('configurable variation labels'), PAIRS)
  const children = new Map(rows.filter((row) => row !== parent).map((row) => [row.read('sku'), row]))
  const head = textsOf(parent)
  const isOn = (row: PresetRow) => /^(?:1|yes|enabled)?$/i.test(row.read('status'))
  const variants = childrenOf(parent).flatMap((pairs) => {
    const row = children.get(pairs.get('sku') ?? '')
    if (!row) {
      refuse(parent.line, `its variation '${pairs.get('sku') ?? ''}' is not in the file`)
      return []
    }
    if (!isOn(row)) {
      note(row.line, 'this variation is disabled, so it was left out')
      return []
    }
    const options = [...pairs]
      .filter(([code]) => code !== 'sku')
      .map(([code, value]): [string, string] => [labels.get(code) ?? code, value])
    return [
      arranged(row, {
        ...saidOptions(options),
        handle: head.handle,
        stock: stockOf(row),
        image1: '',
        images: '',
        variantImage: row.read('image1'),
      }),
    ]
  })
  return [arranged(parent, { ...head, ...NO_VARIANT }, true), ...variants]
}

export const magento: Preset = {
  id: 'magento',
  name: 'Magento export',
  recognise: (has) =>
    has.has('sku') && has.has('product type') && (has.has('attribute set code') || has.has('product online')),
  names: {
    handle: ['url key'],
    sku: ['sku'],
    name: ['name'],
    description: ['description'],
    price: ['price'],
    sale_price: ['special price'],
    sale_starts: ['special price from date', 'special from date'],
    sale_ends: ['special price to date', 'special to date'],
    category: ['categories'],
    status: ['product online'],
    image_1: ['base image'],
    images: ['additional images'],
    stock: ['qty'],
    brand: ['manufacturer', 'brand'],
    colour: ['color'],
    size: ['size'],
    gtin: ['gtin', 'ean', 'barcode'],
    product_url: ['product url'],
  },
  required: ['sku', 'name', 'price'],
  notation: 'machine',
  isScattered: true,
  keyOf: (row) => row.read('sku'),
  handleOf,
  links: (row) => childrenOf(row).map((pairs): [string, string] => [pairs.get('sku') ?? '', row.read('sku')]),
  arrange,
  hint: 'Magento exports do not contain product page links. Add a column named product_url, or import your store’s Google feed, so that shoppers can open your products.',
}
