import { beforeEach, describe, expect, it } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { countSite, readSiteFigures } from './site-figures.service.ts'

const test = useTestDatabase()
beforeEach(() => test.db.partner.deleteMany())

describe('countSite', () => {
  it('counts what shoppers can find, and nothing else', async () => {
    const [one, two, , pending] = [
      await createPartner(test.db),
      await createPartner(test.db),
      await createPartner(test.db),
      await createPartner(test.db, { verificationStatus: 'pending' }),
    ]
    const top = await createCategory(test.db)
    const below = await createCategory(test.db, { parentId: top.id })
    const [, off] = [
      await createCategory(test.db, { parentId: top.id }),
      await createCategory(test.db, { isActive: false }),
    ]
    const old = new Date(Date.now() - 31 * 86_400_000)
    await createProduct(test.db, { partnerId: one.id, brandName: 'Ada', categoryId: below.id, createdAt: old })
    await createProduct(test.db, {
      partnerId: one.id,
      brandName: 'Bea',
      categoryId: below.id,
      variants: [{ priceMinor: 4_000, originalPriceMinor: 5_000 }],
    })
    await createProduct(test.db, {
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
      await createProduct(test.db, {
        ...fields,
        brandName: 'Cy',
        categoryId: (await createCategory(test.db)).id,
        variants: [{ originalPriceMinor: 9_000 }],
      })
    }
    expect(await countSite(test.db)).toEqual({
      partners: 2,
      products: 3,
      categories: 2,
      brands: 2,
      onSale: 1,
      newArrivals: 2,
      countedAt: expect.any(Date),
    })
  })

  it('works for an empty shop', async () => {
    expect(await countSite(test.db)).toMatchObject({
      partners: 0,
      products: 0,
      categories: 0,
      brands: 0,
      onSale: 0,
      newArrivals: 0,
    })
  })
})

it('readSiteFigures counts once for all requests within minutes', async () => {
  const [first, second] = await Promise.all([readSiteFigures(test.db), readSiteFigures(test.db)])
  await createProduct(test.db, { partnerId: (await createPartner(test.db)).id })
  expect(second).toBe(first)
  expect(await readSiteFigures(test.db)).toBe(first)
})
