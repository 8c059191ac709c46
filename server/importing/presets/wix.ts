import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { discounted, addAmounts } from './prices.ts'
import {
  arranged,
  combine,
  NO_VARIANT,
  saidOptions,
  type Arranging,
  type ArrangedRow,
  type Preset,
  type PresetRow,
} from './preset.ts'
import type { Said } from '../product-columns.ts'

const MEDIA = 'https://static.wixstatic.com/media/'
const OPTIONS = [1, 2, 3, 4, 5, 6]
const kindOf = (row: PresetRow) => row.cell('fieldType').toLowerCase()
const nameOf = (row: PresetRow, option: number) => row.cell(`productOptionName${option}`)
/** Returns an option's values, which are in a description in the older format and in choices in the newer one. */
const valuesOf = (row: PresetRow, option: number) =>
  row
    .cell(`productOptionDescription${option}`, `productOptionChoices${option}`)
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean)

/** Parses a colour's name and swatch: '#2f5d50:Fern'. */
function colourOf(value: string): { name: string; hex: string } {
  const [, code = '', name = ''] = /^(#[0-9a-f]{3,8}|rgba?\([^)]*\)|[a-z]+):(.+)$/i.exec(value) ?? []
  if (name === '') return { name: value, hex: '' }
  const rgb = /^rgba?\((\d+)\D+(\d+)\D+(\d+)/i.exec(code)?.slice(1, 4)
  const hex = rgb ? `#${rgb.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')}` : code
  return { name, hex: /^#[0-9a-f]{6}$/i.test(hex) ? hex : '' }
}

function saidChoice(options: ReadonlyArray<readonly [string, string]>): Said {
  const read = options.map(([name, value]) => ({ option: name, ...colourOf(value) }))
  return {
    ...saidOptions(read.map(({ option, name }): [string, string] => [option, name])),
    colourHex: read.find(({ hex }) => hex !== '')?.hex ?? '',
  }
}

function stockOf(inventory: string): Said {
  return /^-?\d/.test(inventory)
    ? { stock: inventory, availability: '' }
    : { stock: '', availability: inventory.replaceAll('_', ' ') }
}

const picturesOf = (row: PresetRow) =>
  row
    .read('images')
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => (/^(?:https?:)?\/\//.test(name) ? name : `${MEDIA}${name}`))

function salePrice(product: PresetRow, price: string, { prices }: Arranging): string {
  const value = product.cell('discountValue')
  return discounted(
    price,
    product.cell('discountMode').toUpperCase() === 'PERCENT' ? { percent: value } : { amount: value },
    prices,
  )
}

function variantOf(row: PresetRow, product: PresetRow, arranging: Arranging): ArrangedRow {
  const price = row.read('price') || addAmounts(product.read('price'), row.cell('surcharge'), arranging.prices)
  const options = OPTIONS.flatMap((option): Array<[string, string]> => {
    const [value] = valuesOf(row, option)
    const name = nameOf(product, option) || nameOf(row, option)
    return value === undefined ? [] : [[name, value]]
  })
  return arranged(row, {
    ...saidChoice(options),
    ...stockOf(row.cell('inventory')),
    price,
    salePrice: salePrice(product, price, arranging),
    images: '',
  })
}

function arrange(rows: PresetRow[], arranging: Arranging): ArrangedRow[] {
  const product = rows.find((row) => kindOf(row) === 'product')
  if (!product) {
    for (const row of rows) arranging.refuse(row.line, 'its product has no row in the file')
    return []
  }
  const variants = rows.filter((row) => kindOf(row) === 'variant' && row.cell('visible').toLowerCase() !== 'false')
  const media = rows.filter((row) => kindOf(row) === 'media').flatMap(picturesOf)
  const price = product.read('price')
  const head: Said = {
    images: [...picturesOf(product), ...media].join('\n'),
    categorySaid: '',
    type: product.read('categorySaid').replaceAll(';', ', '),
    price,
    salePrice: salePrice(product, price, arranging),
  }
  if (variants.length)
    return [
      arranged(product, { ...head, ...NO_VARIANT }, true),
      ...variants.map((row) => variantOf(row, product, arranging)),
    ]
  const options = OPTIONS.map((option) => [nameOf(product, option), valuesOf(product, option)] as const).filter(
    ([name, values]) => name !== '' && values.length > 0,
  )
  const stock = stockOf(product.cell('inventory'))
  const combinations = options.reduce((count, [, values]) => count * values.length, 1)
  if (!options.length || combinations > MAX_PRODUCT.variants)
    return [arranged(product, { ...head, ...saidOptions([]), ...stock })]
  // The stock is the total of all combinations.
  const each = combinations > 1 && stock.stock !== '0' ? { ...stock, stock: '' } : stock
  return combine(options).map((one, index) =>
    arranged(product, { ...head, ...saidChoice(one), ...each, ...(index > 0 ? { images: '', sku: '' } : {}) }),
  )
}

export const wix: Preset = {
  id: 'wix',
  name: 'Wix export',
  recognise: (has) => has.has('fieldtype') && (has.has('handleid') || has.has('handle')) && has.has('inventory'),
  names: {
    handle: ['handleid', 'handle'],
    name: ['name'],
    description: ['description', 'plaindescription'],
    images: ['productimageurl', 'media'],
    category: ['collection'],
    sku: ['sku'],
    price: ['price'],
    original_price: ['strikethroughprice'],
    status: ['visible'],
    brand: ['brand'],
    gtin: ['barcode'],
  },
  required: ['handle', 'name', 'price'],
  notation: 'machine',
  isScattered: true,
  arrange,
  hint: 'Wix exports do not contain product page links. Add a column named product_url, so that shoppers can open your products.',
}
