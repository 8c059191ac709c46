import { beforeAll, expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { BRANDS_PAGE_SIZE, brandsParams, listBrandsInput, OTHER_LETTER } from './brands.schema.ts'
import { listBrands } from './list-brands.service.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
const context = () => ({ db: database.db, engine: new SqlEngine(database.db) })
const list = (input: object = {}) => listBrands(context(), listBrandsInput.parse(input))

beforeAll(async () => {
  const partner = await createPartner(database.db, { businessName: 'zebra' })
  for (const brandName of ['Émile', 'eden', 'Acorn', 'Acorn', '4th Row', 'zebra'])
    await createProduct(database.db, { partnerId: partner.id, brandName })
  await createProduct(database.db, { partnerId: partner.id, brandName: 'Draft', status: 'draft' })
  const pending = await createPartner(database.db, { businessName: 'Pending', verificationStatus: 'pending' })
  await createProduct(database.db, { partnerId: pending.id })
})

test('lists brands with products by letter, symbols last, with the number of products', async () => {
  const { brands, letters, total } = await list()
  expect(brands.map(({ letter, name, count }) => [letter, name, count])).toEqual([
    ['A', 'Acorn', 2],
    ['E', 'eden', 1],
    ['E', 'Émile', 1],
    ['Z', 'zebra', 1],
    [OTHER_LETTER, '4th Row', 1],
  ])
  expect([letters.map(({ letter }) => letter), total]).toEqual([['A', 'E', 'Z', OTHER_LETTER], 5])
  for (const { slug, count } of brands) {
    const found = await searchProducts(context(), searchProductsInput.parse({ brands: [slug] }))
    expect([slug, found.total]).toEqual([slug, count])
  }
})

test('filters the list by letter, and keeps the counts of all letters', async () => {
  const { brands, letters, total, page } = await list({ letter: 'E', page: 9 })
  expect([brands.map(({ name }) => name), letters.length, total, page]).toEqual([['eden', 'Émile'], 4, 2, 1])
  expect((await list({ letter: 'Q' })).brands).toEqual([])
})

test('returns brands in pages', async () => {
  const engine = new SqlEngine(database.db)
  const found = await engine.search.bind(engine)
  const many = Array.from({ length: BRANDS_PAGE_SIZE + 1 }, (_, at) => ({
    value: `b${at}`,
    label: `Brand ${at}`,
    count: 1,
  }))
  Object.assign(engine, {
    search: async (query: Parameters<typeof found>[0]) => {
      const answer = await found(query)
      return { ...answer, facets: { ...answer.facets, brands: many } }
    },
  })
  const last = await listBrands({ db: database.db, engine }, listBrandsInput.parse({ page: 7 }))
  expect([last.page, last.totalPages, last.brands.map(({ name }) => name)]).toEqual([
    2,
    2,
    [`Brand ${BRANDS_PAGE_SIZE}`],
  ])
})

test.each([
  [{ letter: 'b' }, 'B'],
  [{ letter: 'other' }, OTHER_LETTER],
  [{ letter: 'xx' }, undefined],
  [{ letter: '#' }, OTHER_LETTER],
  [{}, undefined],
])('reads %j as the letter %s', (given, letter) => expect(brandsParams.parse(given).letter).toBe(letter))
