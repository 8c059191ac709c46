import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'
import { getCategoryMenu } from './category-menu.service.ts'

const database = useTestDatabase()
const context = () => ({ db: database.db, engine: new SqlEngine(database.db) })

beforeAll(async () => {
  const shoes = await createCategory(database.db, { slug: 'shoes', name: 'Shoes', sortOrder: 2 })
  const boots = await createCategory(database.db, { slug: 'boots', name: 'Boots', parentId: shoes.id, sortOrder: 2 })
  const ankle = await createCategory(database.db, { slug: 'ankle-boots', name: 'Ankle boots', parentId: boots.id })
  const heels = await createCategory(database.db, { slug: 'heels', name: 'Heels', parentId: shoes.id, sortOrder: 1 })
  const bags = await createCategory(database.db, { slug: 'bags', name: 'Bags', sortOrder: 1 })
  const retired = await createCategory(database.db, { slug: 'retired', isActive: false })
  await createCategory(database.db, { slug: 'empty', sortOrder: 0 })
  await createCategory(database.db, { slug: 'empty-shoes', parentId: shoes.id })
  const partner = await createPartner(database.db)
  const pending = await createPartner(database.db, { verificationStatus: 'pending' })
  for (const categoryId of [shoes.id, boots.id, ankle.id, ankle.id, heels.id, bags.id, retired.id, null])
    await createProduct(database.db, { partnerId: partner.id, categoryId })
  // Sold out but listed, so both the list and the menu count it.
  await createProduct(database.db, { partnerId: partner.id, categoryId: bags.id, stock: 0, isInStock: false })
  await createProduct(database.db, { partnerId: partner.id, categoryId: ankle.id, status: 'draft' })
  await createProduct(database.db, { partnerId: pending.id, categoryId: ankle.id })
})

describe('the category menu', () => {
  test('has two levels in the right order, without empty or retired categories', async () => {
    expect(await getCategoryMenu(context())).toEqual([
      { name: 'Bags', slug: 'bags', count: 2, picture: null, subcategories: [] },
      {
        name: 'Shoes',
        slug: 'shoes',
        count: 5,
        picture: null,
        subcategories: [
          { name: 'Heels', slug: 'heels', count: 1 },
          { name: 'Boots', slug: 'boots', count: 3 },
        ],
      },
    ])
  })
  test('shows the same counts as the lists', async () => {
    for (const { slug, count, subcategories } of await getCategoryMenu(context())) {
      for (const entry of [{ slug, count }, ...subcategories]) {
        expect([
          entry.slug,
          (await searchProducts(context(), searchProductsInput.parse({ categories: [entry.slug] }))).total,
        ]).toEqual([entry.slug, entry.count])
      }
    }
  })
})
