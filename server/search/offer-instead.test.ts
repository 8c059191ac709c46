import { beforeAll, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
const search = (q: string) =>
  searchProducts(
    { db: database.db, engine: new SqlEngine(database.db), patienceMs: 60_000 },
    searchProductsInput.parse({ q }),
  )

beforeAll(async () => {
  const { id: categoryId } = await createCategory(database.db, { slug: 'dresses', name: 'Dresses' })
  const partner = await createPartner(database.db, { businessName: 'Linhavento' })
  await createProduct(database.db, {
    partnerId: partner.id,
    name: 'Amália midi dress',
    categoryId,
    variants: [{ colourName: 'Black' }],
  })
})

test('suggests similar brands for a known brand that is not sold here', async () => {
  expect((await search('zara')).instead).toMatchObject({
    brandNamed: 'zara',
    brands: [{ slug: 'linhavento', name: 'Linhavento' }],
  })
})

test('suggests the correct spelling of a misspelt brand if it has results', async () => {
  expect((await search('linhavemto')).instead?.spelling).toBe('linhavento')
  expect((await search('zzqxj')).instead?.spelling).toBeNull()
})

test('reads garments and colours in other languages, even in Normal mode', async () => {
  for (const q of ['robe noire', 'kleid', 'schwarzes kleid', 'vestido negro', 'vestito nero'])
    expect([q, (await search(q)).products.map(({ name }) => name)]).toEqual([q, ['Amália midi dress']])
  expect((await search('dress')).instead).toBeNull()
})
