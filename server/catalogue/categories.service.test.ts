import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { listCategoryTiles } from './categories.service.ts'

const database = useTestDatabase()
beforeAll(async () => {
  const top = await createCategory(database.db, { slug: 'shoes', name: 'Shoes', sortOrder: 2 })
  const middle = await createCategory(database.db, { slug: 'boots', parentId: top.id })
  const low = await createCategory(database.db, { slug: 'ankle', parentId: middle.id })
  const bags = await createCategory(database.db, { slug: 'bags', name: 'Bags', sortOrder: 1 })
  const retired = await createCategory(database.db, { slug: 'retired', isActive: false })
  await createCategory(database.db, { slug: 'empty', sortOrder: 0 })
  const partner = await createPartner(database.db)
  const pending = await createPartner(database.db, { verificationStatus: 'pending' })
  for (const categoryId of [top.id, middle.id, low.id, low.id, bags.id, retired.id, null])
    await createProduct(database.db, { partnerId: partner.id, categoryId })
  await createProduct(database.db, { partnerId: partner.id, categoryId: low.id, status: 'draft' })
  await createProduct(database.db, { partnerId: pending.id, categoryId: low.id })
})

describe('categories', () => {
  test('have tiles at the top level, in their order, if they or their subcategories have products', async () => {
    expect(
      (await listCategoryTiles(database.db)).map(({ slug, productCount, picture }) => ({
        slug,
        productCount,
        picture,
      })),
    ).toEqual([
      { slug: 'bags', productCount: 1, picture: null },
      { slug: 'shoes', productCount: 4, picture: null },
    ])
  })
  test('show the same counts as their lists', async () => {
    for (const { slug, productCount } of await listCategoryTiles(database.db)) {
      expect(
        (
          await searchProducts(
            { db: database.db, engine: new SqlEngine(database.db) },
            searchProductsInput.parse({ categories: [slug] }),
          )
        ).total,
      ).toBe(productCount)
    }
  })
})
