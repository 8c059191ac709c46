import { expect, test } from 'vitest'
import { EVERY_PRODUCT } from '#tests/setup/engine-query.ts'
import { ProductIndex } from './product-index.ts'

const MANY = 65_540
const idOf = (kind: number, n: number) => `00000000-0000-4000-800${kind}-${n.toString(16).padStart(12, '0')}`

test('finds and counts products of more than 65,536 partners, brands and sizes', () => {
  const index = new ProductIndex()
  for (let n = 0; n < MANY; n++)
    index.put({
      id: idOf(0, n),
      partnerId: idOf(1, n),
      brandId: idOf(2, n),
      categoryId: '',
      gender: '',
      isFeatured: false,
      priceBaseMinor: 100,
      isOnSale: false,
      sizes: [`size ${n}`],
      colours: [],
      materials: [],
      cuts: [],
      nameKey: 'a',
      lines: ['a'],
      appearances: new Uint8Array(0),
      fitShift: 0,
      createdAt: 0,
      confirmedAt: 0,
      popularity: 0,
      isInStock: true,
      isSoldOut: false,
      discountPercent: 0,
    })
  const last = MANY - 1
  index.rename({ brands: [{ id: idOf(2, last), slug: 'last', name: 'Last' }], categories: [] })
  const found = (query: object) => index.search({ ...EVERY_PRODUCT, ...query }).hits.map(({ id }) => id)
  // In 16 bits, 65,540 would become 4.
  for (const query of [{ partnerId: idOf(1, last) }, { brands: ['last'] }, { sizes: [`size ${last}`] }])
    expect(found(query)).toEqual([idOf(0, last)])
  expect(index.search({ ...EVERY_PRODUCT, partnerId: idOf(1, last) }).facets).toMatchObject({
    brands: [{ value: 'last', count: 1 }],
    sizes: [{ value: `size ${last}`, count: 1 }],
  })
})
