import { expect, test } from 'vitest'
import { describeProducts } from '#server/search/describe-products.ts'
import { createCategory, createPartner, createSizeTable } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { IncomingProduct } from './incoming-product.schema.ts'
import { newAct } from './product-acts.ts'
import { getProductOwner } from './product-owner.ts'
import { saveProducts } from './save-products.ts'

const database = useTestDatabase()

const variant = { gtin: null, options: {}, priceMinor: 9_900, originalPriceMinor: null, stock: 4 }
const SHIRT: IncomingProduct = {
  handle: 'shirt',
  name: 'Müller’s cropped T-shirt',
  description: 'Cut wide, with long sleeves. The neck is round.',
  brand: 'Quenna',
  type: '',
  productCategory: '',
  material: 'Linen',
  tags: ['wedding guest'],
  status: 'active',
  gender: 'women',
  variants: [
    { ...variant, size: 'M', colourName: 'Sage', sku: 'S-1' },
    { ...variant, size: 'L', colourName: 'Rust', sku: 'S-2', stock: 0 },
  ],
  images: [{ url: 'https://shop.example/1.jpg', alt: '', colourName: null }],
  isIncomplete: false,
}

test('writes new products with all derived data at once, like later writes, and requests their images', async () => {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  const parent = await createCategory(db, { slug: 'clothes', name: 'Clothes' })
  const category = await createCategory(db, { slug: 'tops', name: 'Tops', parentId: parent.id, level: 2 })
  const brand = await db.brand.create({ data: { slug: 'quenna', name: 'Quenna' } })
  await createSizeTable(db, { partnerId, brandId: brand.id, categoryId: parent.id, audience: 'women' })
  const products = [
    { ...SHIRT, categoryId: category.id },
    { ...SHIRT, handle: 'coat', name: 'Coat', brand: '', categoryId: null, gender: '' },
  ]
  const act = newAct({ partnerId, kind: 'import', actor: { kind: 'import', userId: null, name: 'a.csv' } })
  await saveProducts(db, products, await getProductOwner(db, partnerId), { act, isSync: true })

  const written = await db.product.findMany({ where: { partnerId }, orderBy: { handle: 'desc' } })
  expect(written[0]).toMatchObject({ materials: ['linen'], lookupText: expect.stringContaining('s 2') })
  expect(written[0]?.searchText).toContain('clothes')
  expect(written[0]?.sizes.length).toBeGreaterThan(1)
  const ids = written.map(({ id }) => id)
  // Each row is written once, because a second write would update all indexes of the table again.
  expect(await db.productChange.count({ where: { productId: { in: ids } } })).toBe(2)
  expect(await db.pictureFetch.count({ where: { partnerId } })).toBe(2)
  await describeProducts(db, ids)
  expect(await db.product.findMany({ where: { partnerId }, orderBy: { handle: 'desc' } })).toEqual(written)
})
