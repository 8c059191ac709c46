import { beforeEach, describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { countSite, getSiteFigures } from './site-figures.service.ts'

const database = useTestDatabase()
beforeEach(() => database.db.partner.deleteMany())

describe('countSite', () => {
  test('counts only what shoppers can find', async () => {
    const [one, two, , pending] = [
      await createPartner(database.db),
      await createPartner(database.db),
      await createPartner(database.db),
      await createPartner(database.db, { verificationStatus: 'pending' }),
    ]
    const top = await createCategory(database.db)
    const below = await createCategory(database.db, { parentId: top.id })
    const [, off] = [
      await createCategory(database.db, { parentId: top.id }),
      await createCategory(database.db, { isActive: false }),
    ]
    const old = new Date(Date.now() - 31 * 86_400_000)
    await createProduct(database.db, { partnerId: one.id, brandName: 'Ada', categoryId: below.id, createdAt: old })
    await createProduct(database.db, {
      partnerId: one.id,
      brandName: 'Bea',
      categoryId: below.id,
      variants: [{ priceMinor: 4_000, originalPriceMinor: 5_000 }],
    })
    await createProduct(database.db, {
      partnerId: two.id,
      brandName: 'Ada',
      categoryId: off.id,
      variants: [{ stock: 0, originalPriceMinor: 5_000 }],
    })
    for (const fields of [
      { partnerId: one.id, status: 'draft' as const },
      { partnerId: two.id, status: 'archived' as const },
      { partnerId: pending.id },
    ]) {
      await createProduct(database.db, {
        ...fields,
        brandName: 'Cy',
        categoryId: (await createCategory(database.db)).id,
        variants: [{ originalPriceMinor: 9_000 }],
      })
    }
    expect(await countSite(database.db)).toEqual({
      partners: 2,
      products: 3,
      categories: 2,
      brands: 2,
      onSale: 1,
      newArrivals: 2,
      countedAt: expect.any(Date),
    })
  })

  test('works for an empty shop', async () => {
    expect(await countSite(database.db)).toMatchObject({
      partners: 0,
      products: 0,
      categories: 0,
      brands: 0,
      onSale: 0,
      newArrivals: 0,
    })
  })
})

test('getSiteFigures counts once for all requests within a few minutes', async () => {
  const [first, second] = await Promise.all([getSiteFigures(database.db), getSiteFigures(database.db)])
  await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
  expect(second).toBe(first)
  expect(await getSiteFigures(database.db)).toBe(first)
})
