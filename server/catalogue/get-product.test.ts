import { beforeAll, describe, expect, test } from 'vitest'
import type { Partner } from '#prisma/generated/client.ts'
import { newId } from '#server/platform/ids.ts'
import { createCategory, createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getProduct } from './get-product.ts'

const database = useTestDatabase()
let partner: Partner
beforeAll(async () => {
  partner = await createPartner(database.db)
})

describe('getProduct', () => {
  test('returns everything that the product page shows', async () => {
    const parent = await createCategory(database.db, { name: 'Shoes' })
    const category = await createCategory(database.db, { name: 'Boots', parentId: parent.id })
    const { id } = await createProduct(database.db, {
      partnerId: partner.id,
      categoryId: category.id,
      variants: [
        { size: 'L', stock: null },
        { size: 'S', stock: 0 },
      ],
    })
    await createPicture(database.db, id, { position: 0, alt: 'back' })
    await createPicture(database.db, id, { position: 1, alt: 'front', isPrimary: true, colourName: 'Red' })
    await database.db.productImage.create({
      data: { productId: id, position: 2, sourceUrl: 'https://cdn.example/not-fetched.jpg' },
    })
    expect(await getProduct(database.db, id)).toMatchObject({
      id,
      category: { name: 'Boots', parent: { name: 'Shoes' } },
      partner: { id: partner.id, canBeVisited: true },
      variants: [
        { size: 'L', stock: null },
        { size: 'S', stock: 0 },
      ],
      pictures: [{ alt: 'front', colourName: 'Red', width: 1_200 }, { alt: 'back' }],
    })
  })
  test('returns additional options once for the product, with at most 100 values each', async () => {
    const { id } = await createProduct(database.db, {
      partnerId: partner.id,
      variants: Array.from({ length: 130 }, (_, index) => ({ options: { Length: `L${index}`, Fit: 'Slim' } })),
    })
    const { variants, otherOptions } = await getProduct(database.db, id)
    expect([variants.length, variants.filter((variant) => 'options' in variant)]).toEqual([130, []])
    expect(otherOptions).toEqual(
      expect.arrayContaining([
        { name: 'Fit', values: ['Slim'], more: 0 },
        { name: 'Length', values: Array.from({ length: 100 }, (_, index) => `L${index}`), more: 30 },
      ]),
    )
  })
  test('works without an image, stock, category and partner website', async () => {
    const siteless = await createPartner(database.db, { websiteUrl: null, domain: null })
    const { id } = await createProduct(database.db, {
      partnerId: siteless.id,
      productUrl: null,
      variants: [{ stock: null }],
    })
    expect(await getProduct(database.db, id)).toMatchObject({
      pictures: [],
      stock: null,
      isInStock: false,
      category: null,
      partner: { websiteUrl: null, canBeVisited: false },
    })
  })
  test.each(['', 'junk', '1', '../../etc', '\u0000', '%00', 'a'.repeat(5_000), `${newId()}x`, "' OR 1=1", newId()])(
    'does not find %j',
    (id) =>
      expect(getProduct(database.db, id)).rejects.toMatchObject({ code: 'not_found', message: 'Product not found' }),
  )
  test('does not find an unlisted product', async () => {
    const pending = await createPartner(database.db, { verificationStatus: 'pending' })
    for (const fields of [
      { partnerId: partner.id, status: 'draft' as const },
      { partnerId: partner.id, status: 'archived' as const },
      { partnerId: pending.id },
    ]) {
      const { id } = await createProduct(database.db, fields)
      await expect(getProduct(database.db, id)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
