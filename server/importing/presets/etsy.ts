import { toSlug } from '#server/catalogue/slug.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { arranged, combine, saidOptions, type ArrangedRow, type Preset, type PresetRow } from './preset.ts'

const IMAGES = Array.from({ length: 10 }, (_, index) => index + 1)
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Returns the SKU, or else the title, because Etsy has no product key. */
const handleOf = (row: PresetRow) => list(row.read('sku'))[0] ?? toSlug(row.read('title')).slice(0, MAX_PRODUCT.handle)

function arrange(rows: PresetRow[]): ArrangedRow[] {
  return rows.flatMap((row) => {
    const skus = list(row.read('sku'))
    const options = [1, 2]
      .map(
        (number) =>
          [
            row.cell(`variation ${number} name`, `variation ${number} type`),
            list(row.cell(`variation ${number} values`)),
          ] as const,
      )
      .filter(([name, values]) => name !== '' && values.length > 0)
    // Check the count first: two long lists have more combinations than fit in memory.
    const count = options.reduce((product, [, values]) => product * values.length, 1)
    const firstOnes = options.map(([name, values]) => [name, values.slice(0, 1)] as const)
    const variants = combine(count > MAX_PRODUCT.variants ? firstOnes : options)
    const said = {
      handle: handleOf(row),
      tags: row.read('tags').replaceAll('_', ' '),
      material: list(row.read('material').replaceAll('_', ' ')).join(', '),
    }
    if (variants.length < 2) return [arranged(row, { ...said, ...saidOptions(variants[0] ?? []), sku: skus[0] ?? '' })]
    return variants.map((one, index) =>
      arranged(row, {
        ...said,
        ...saidOptions(one),
        sku: skus.length === variants.length ? (skus[index] ?? '') : '',
        // The quantity is the total of all variants.
        stock: row.read('stock') === '0' ? '0' : '',
      }),
    )
  })
}

export const etsy: Preset = {
  id: 'etsy',
  name: 'Etsy listings',
  recognise: (has) => has.has('title') && has.has('currency code') && has.has('image1') && has.has('quantity'),
  names: {
    name: ['title'],
    description: ['description'],
    price: ['price'],
    currency: ['currency code'],
    stock: ['quantity'],
    tags: ['tags'],
    material: ['materials'],
    sku: ['sku'],
    ...Object.fromEntries(IMAGES.map((number) => [`image_${number}`, [`image${number}`]])),
  },
  required: ['name', 'price'],
  notation: 'machine',
  hasSearchWords: true,
  keyOf: handleOf,
  handleOf,
  arrange,
  hint: 'Etsy exports do not contain product page links. Add a column named product_url, so that shoppers can open your products.',
}
