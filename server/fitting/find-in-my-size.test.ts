import { beforeAll, expect, test } from 'vitest'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createCategory, createPartner, createProduct, createSizeTable } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findInMySize } from './find-in-my-size.service.ts'

const database = useTestDatabase()
const SIZES = { measures: { chest: 965, waist: 765 }, garments: [], unit: 'cm' as const }
let category: Awaited<ReturnType<typeof createCategory>>
beforeAll(async () => {
  category = await createCategory(database.db)
})

/** Creates a brand whose size S starts at the given chest measurement. */
async function brandFrom(from: number, given: Partial<Parameters<typeof createProduct>[1]> = {}) {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  const product = await createProduct(db, {
    partnerId,
    categoryId: category.id,
    variants: [{ size: 'S' }, { size: 'M' }, { size: 'L' }],
    ...given,
  })
  const rows = ['S', 'M', 'L'].map((label, at) => ({
    label,
    key: label,
    body: { chest: [from + at * 60, from + at * 60 + 50] },
  }))
  await createSizeTable(db, { partnerId, brandId: product.brandId, categoryId: category.id, rows })
  return product
}

async function found(given: Record<string, unknown> = {}) {
  const { db } = database
  const search = searchProductsInput.parse({ categories: [category.slug], ...given })
  const result = await findInMySize({ db, engine: new SqlEngine(db) }, { sizes: SIZES, search })
  return { ...result, said: new Map(result.products.map(({ id, alike }) => [id, alike])) }
}

test("finds each brand's matching in-stock size, with its confidence", async () => {
  const { db } = database
  const medium = await brandFrom(880)
  const large = await brandFrom(820)
  const soldOut = await brandFrom(880, { variants: [{ size: 'S' }, { size: 'M', stock: 0 }] })
  const tooSmall = await brandFrom(700)
  const unknown = await createProduct(db, {
    partnerId: (await createPartner(db)).id,
    categoryId: category.id,
    variants: [{ size: 'M' }],
  })
  const { said, searchToken, total, facets } = await found()
  expect(said.get(medium.id)).toMatch(/^Size M(, |$)/)
  expect(said.get(large.id)).toMatch(/^Size L(, |$)/)
  for (const { id } of [soldOut, tooSmall, unknown]) expect(said.has(id)).toBe(false)
  expect({ searchToken, total }).toEqual({ searchToken: null, total: 2 })
  expect(facets.sizes.map(({ value, count }) => [value, count])).toContainEqual(['L', 2])
})

test('considers fit reviews, and uses the nearest size table for the same audience', async () => {
  const { db } = database
  const small = await brandFrom(880)
  await db.product.update({ where: { id: small.id }, data: { fitShift: 100 } })
  const above = await createCategory(db)
  const below = await createCategory(db, { parentId: above.id })
  const owned = await brandFrom(880, { categoryId: below.id, gender: 'women' })
  const own = { partnerId: owned.partnerId, brandId: owned.brandId }
  const rows = (label: string) => [{ label, key: label, body: { chest: [900, 1000] } }]
  await createSizeTable(db, { ...own, categoryId: above.id, audience: 'women', rows: rows('S') })
  await createSizeTable(db, { ...own, categoryId: below.id, audience: 'unisex', rows: rows('L') })
  await createSizeTable(db, { ...own, categoryId: below.id, audience: 'women', rows: rows('M') })
  await createSizeTable(db, { ...own, categoryId: below.id, audience: 'men', rows: rows('S') })
  const { said } = await found({ categories: [] })
  expect(said.get(small.id)).toMatch(/^Size L/)
  expect(said.get(owned.id)).toMatch(/^Size M/)
})

test('converts sizes of another country with the standard equivalents', async () => {
  const { db } = database
  const shoes = await db.category.upsert({
    where: { slug: 'shoes' },
    create: { name: 'Shoes', slug: 'shoes' },
    update: {},
  })
  const { id: partnerId } = await createPartner(db)
  const boots = await createProduct(db, {
    partnerId,
    categoryId: shoes.id,
    gender: 'women',
    variants: [{ size: 'EU 38' }],
  })
  const rows = [{ label: 'UK 5', key: 'UK 5', body: { foot: [238, 242] } }]
  await createSizeTable(db, { partnerId, brandId: boots.brandId, categoryId: shoes.id, audience: 'women', rows })
  const search = searchProductsInput.parse({ categories: ['shoes'] })
  const sizes = { ...SIZES, measures: { foot: 240 } }
  const { products } = await findInMySize({ db, engine: new SqlEngine(db) }, { sizes, search })
  expect(products.map(({ id, alike }) => [id, alike?.split(',')[0]])).toEqual([[boots.id, 'Size UK 5']])
})

test('converts sizes of another country differently for women and men, even with a shared table', async () => {
  const { db } = database
  const shoes = await db.category.upsert({
    where: { slug: 'shoes' },
    create: { name: 'Shoes', slug: 'shoes' },
    update: {},
  })
  const { id: partnerId } = await createPartner(db)
  const sell = (gender: string, size: string) =>
    createProduct(db, { partnerId, categoryId: shoes.id, gender, variants: [{ size }] })
  const table = { rows: [{ label: 'EU 38', key: 'EU 38', body: { foot: [238, 242] } }], audience: 'unisex' as const }
  const [hers, his, anybodys] = [await sell('women', 'US 7'), await sell('men', 'US 7'), await sell('unisex', 'US 7')]
  const plain = await sell('unisex', 'EU 38')
  await createSizeTable(db, { partnerId, brandId: hers.brandId, categoryId: shoes.id, ...table })
  const search = searchProductsInput.parse({ categories: ['shoes'] })
  const sizes = { ...SIZES, measures: { foot: 240 } }
  const { products } = await findInMySize({ db, engine: new SqlEngine(db) }, { sizes, search })
  const found = products.map(({ id }) => id)
  const sameBrand = [hers, his, anybodys, plain].every(({ brandId }) => brandId === hers.brandId)
  expect(sameBrand).toBe(true)
  expect([hers, his, anybodys, plain].map(({ id }) => found.includes(id))).toEqual([true, false, false, true])
})

test('ignores tables of stores that are not open', async () => {
  const { db } = database
  const open = await brandFrom(880)
  const before = (await found()).brandsAsked
  const closed = await brandFrom(880)
  await db.partner.update({ where: { id: closed.partnerId }, data: { verificationStatus: 'pending' } })
  const { said, brandsAsked } = await found()
  expect([said.has(open.id), said.has(closed.id), brandsAsked]).toEqual([true, false, before])
})
