import { arranged, type ArrangedRow, type Preset, type PresetRow } from './preset.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Google's taxonomy numbers for fashion, with their names. */
const GOOGLE_CATEGORIES = lookup({
  167: 'Clothing Accessories',
  169: 'Belts',
  170: 'Gloves & Mittens',
  173: 'Hats',
  176: 'Neckties',
  177: 'Scarves & Shawls',
  178: 'Sunglasses',
  187: 'Shoes',
  188: 'Jewelry',
  201: 'Watches',
  203: 'Outerwear',
  204: 'Pants',
  207: 'Shorts',
  208: 'Sleepwear & Loungewear',
  209: 'Socks',
  211: 'Swimwear',
  212: 'Shirts & Tops',
  213: 'Underwear & Socks',
  214: 'Lingerie',
  1581: 'Skirts',
  2271: 'Dresses',
  3032: 'Handbags',
  5182: 'One-Pieces',
  5322: 'Activewear',
  5598: 'Coats & Jackets',
})

const names: Preset['names'] = {
  handle: ['item group id'],
  name: ['title'],
  description: ['description'],
  product_url: ['link'],
  image_1: ['image link'],
  images: ['additional image link', 'additional image links'],
  price: ['price'],
  sale_price: ['sale price'],
  sale_starts: ['sale price effective date'],
  availability: ['availability'],
  stock: ['quantity to sell on facebook', 'quantity', 'inventory', 'sell on google quantity'],
  brand: ['brand'],
  category: ['product type', 'google product category', 'fb product category'],
  colour: ['color', 'colour'],
  size: ['size'],
  gender: ['gender'],
  age_group: ['age group'],
  material: ['material'],
  gtin: ['gtin'],
  sku: ['id'],
}

/** Returns a size with its system: 'UK' and '8' -> 'UK 8'. */
function sizeOf(row: PresetRow): string {
  const [size, system] = [row.read('size'), row.cell('size system')]
  return size !== '' && /^[A-Za-z]{2}$/.test(system) && /^\d/.test(size) ? `${system.toUpperCase()} ${size}` : size
}

const handleOf = (row: PresetRow) => row.read('handle') || row.read('sku')

function arrange(rows: PresetRow[]): ArrangedRow[] {
  return rows.map((row) => {
    const google = row.cell('google product category')
    const [starts = '', ends = ''] = row.read('saleStarts').split('/')
    const type = row.read('categorySaid') === google ? '' : row.read('categorySaid')
    const pattern = row.cell('pattern')
    return arranged(row, {
      handle: handleOf(row),
      images: [row.read('image1'), row.read('images')].filter(Boolean).join('\n'),
      image1: '',
      variantImage: rows.length > 1 ? row.read('image1') : '',
      categorySaid: '',
      type,
      // A number is less specific than the store's own path.
      productCategory: /^\d+$/.test(google) ? (type === '' ? (GOOGLE_CATEGORIES[google] ?? '') : '') : google,
      size: sizeOf(row),
      saleStarts: starts,
      saleEnds: row.read('saleEnds') || ends,
      ...(pattern === '' ? {} : { tags: pattern }),
    })
  })
}

const hasFeedColumns = (has: ReadonlySet<string>) =>
  ['id', 'title', 'price', 'availability'].every((name) => has.has(name)) && (has.has('link') || has.has('image link'))

const shared = {
  names,
  required: ['sku', 'name', 'price'],
  notation: 'people',
  keyOf: handleOf,
  handleOf,
  arrange,
} satisfies Partial<Preset>

export const facebook: Preset = {
  ...shared,
  id: 'facebook',
  name: 'Facebook catalogue',
  recognise: (has) =>
    hasFeedColumns(has) &&
    ['fb product category', 'quantity to sell on facebook', 'video 0 url', 'product tags 0', 'style 0'].some((name) =>
      has.has(name),
    ),
}

export const google: Preset = {
  ...shared,
  id: 'google',
  name: 'Google Merchant feed',
  recognise: hasFeedColumns,
}
