import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct, createSizeTable } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { describeStale } from './describe-products.ts'
import { searchProductsInput, type SearchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { sizesAsked } from './size-filter.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
const search = (input: Partial<SearchProductsInput>) =>
  searchProducts({ db: database.db, engine: new SqlEngine(database.db) }, searchProductsInput.parse(input))
const found = async (sizes: string[]) => (await search({ sizes, sort: 'name_asc' })).products.map(({ name }) => name)
const listOf = async (input: Partial<SearchProductsInput> = {}) =>
  (await search(input)).facets.sizes.map(({ heading, label, count }) => `${heading}: ${label} ${count}`)

let table: { partnerId: string; brandId: string }

beforeAll(async () => {
  const { db } = database
  const [dresses, shoes, denim] = [
    await createCategory(db, { slug: 'dresses', name: 'Dresses' }),
    await createCategory(db, { slug: 'shoes', name: 'Shoes' }),
    await createCategory(db, { slug: 'denim', name: 'Denim' }),
  ]
  const partner = await createPartner(db)
  const add = (name: string, categoryId: string, gender: string, sizes: string[]) =>
    createProduct(db, { partnerId: partner.id, name, categoryId, gender, variants: sizes.map((size) => ({ size })) })
  await add('Dress EU', dresses.id, 'women', ['EU 40'])
  await add('Dress UK', dresses.id, 'women', ['UK 12', 'UK 14'])
  await add('Dress US', dresses.id, 'women', ['US 8'])
  const roomy = await add('Dress letters', dresses.id, 'women', ['S', 'M'])
  await add('Boots', shoes.id, 'women', ['EU 40'])
  await add('Boots UK', shoes.id, 'men', ['UK 12'])
  await add('Jeans long', denim.id, 'men', ['W32 L34', 'W34 L34'])
  await add('Jeans short', denim.id, 'men', ['W32 L32', 'W34 L32'])
  table = { partnerId: partner.id, brandId: roomy.brandId }
  const rows = ['S', 'M'].map((label, at) => ({
    label,
    key: label,
    body: {
      chest: [900 + at * 50, 940 + at * 50],
      waist: [720 + at * 50, 760 + at * 50],
      hip: [970 + at * 50, 1010 + at * 50],
    },
  }))
  await createSizeTable(db, { ...table, categoryId: dresses.id, audience: 'women', rows })
  await describeStale(db)
})

test('the filter, a sentence and a canonical size find the same shoes in sizes with thirds', async () => {
  const { db } = database
  const shoes = await db.category.findFirstOrThrow({ where: { slug: 'shoes' } })
  const { partnerId } = table
  const all = { partnerId, categoryId: shoes.id, gender: 'women' }
  await createProduct(db, { ...all, name: 'Third', variants: [{ size: '38 2/3' }] })
  await createProduct(db, { ...all, name: 'Half', variants: [{ size: 'UK/EU 5.5/38.5' }] })
  await describeStale(db)
  expect(await found(['EU 38 2/3'])).toEqual(['Half', 'Third'])
  expect(await found(['UK 5.5 women shoes'])).toEqual(['Half', 'Third'])
  expect(await found(['38⅔ EU'])).toEqual(['Half', 'Third'])
  expect((await search({ q: 'shoes eu 38 2/3', sort: 'name_asc' })).products.map(({ name }) => name)).toEqual([
    'Half',
    'Third',
  ])
  await db.product.deleteMany({ where: { name: { in: ['Half', 'Third'] } } })
  await describeStale(db)
})

describe('the size filter', () => {
  test('finds every UK 12, under any label', async () => {
    expect(await found(['UK 12 women'])).toEqual(['Dress EU', 'Dress letters', 'Dress UK', 'Dress US'])
  })
  test('applies a size without a kind to every kind of product', async () => {
    expect(await found(['UK 12'])).toEqual(['Boots UK', 'Dress EU', 'Dress letters', 'Dress UK', 'Dress US'])
    expect(await found(['eu40'])).toEqual(['Boots', 'Dress EU', 'Dress letters', 'Dress UK', 'Dress US'])
  })
  test('finds waist and leg sizes alone and together', async () => {
    expect(await found(['W32'])).toEqual(['Jeans long', 'Jeans short'])
    expect(await found(['L32'])).toEqual(['Jeans short'])
    expect(await found(['W32', 'L34'])).toEqual(['Jeans long'])
    expect(await found(['W30', 'L34'])).toEqual([])
    expect(await found(['W32 L32'])).toEqual(['Jeans short'])
    expect((await search({ sizes: ['W30', 'L34'] })).filters.sizes).toEqual(['W30', 'L34'])
  })
  test('keeps other sizes when it combines waist and leg sizes', () => {
    expect(sizesAsked(['W32', 'L34', 'L32', 'M'])).toEqual(['W32 L34', 'W32 L32', 'M'])
  })
  test('has one list for each kind of size, in the size system of the currency', async () => {
    expect(await listOf({ currency: 'GBP' })).toEqual([
      'Letter sizes: S 1',
      'Letter sizes: M 1',
      'Women’s clothes (UK): 12 4',
      'Women’s clothes (UK): 14 2',
      'Waist: W32 2',
      'Waist: W34 2',
      'Leg length: L32 1',
      'Leg length: L34 1',
      'Women’s shoes (UK): 7 1',
      'Men’s shoes (UK): 12 1',
    ])
    expect((await listOf({ currency: 'EUR' }))[2]).toBe('Women’s clothes (EU): 40 4')
  })
  test('counts waist sizes for the selected leg length', async () => {
    const list = await listOf({ sizes: ['L34'], categories: ['denim'] })
    expect(list).toEqual(['Waist: W32 1', 'Waist: W34 1', 'Leg length: L32 1', 'Leg length: L34 1'])
    expect(await listOf({ sizes: ['L34', 'L32'], categories: ['denim'] })).toContain('Waist: W32 null')
  })
  test('marks selected sizes in any spelling, even without products', async () => {
    const selected = async (sizes: string[]) =>
      (await search({ sizes })).facets.sizes.filter(({ isSelected }) => isSelected).map(({ value }) => value)
    expect(await selected(['UK 12'])).toEqual(['UK 12 women', 'UK 12 men shoes'])
    expect(await selected(['W32 L34'])).toEqual(['W32', 'L34'])
    expect(await selected(['UK 99', 'M'])).toEqual(['M'])
    expect(await selected(['UK 99'])).toEqual(['UK 99'])
    expect((await search({ sizes: ['UK 12 women'], currency: 'USD' })).conditions).toEqual([
      { param: 'sizes', value: 'UK 12 women', label: 'Women’s US 8' },
    ])
  })
  test('follows the size table of the brand', async () => {
    const { db } = database
    const change = async (data: Parameters<typeof db.sizeTable.updateMany>[0]['data']) => {
      await db.sizeTable.updateMany({ where: table, data })
      await describeStale(db)
    }
    await change({ removedAt: new Date() })
    expect(await found(['UK 12 women'])).not.toContain('Dress letters')
    await change({ removedAt: null })
    expect(await found(['UK 12 women'])).toContain('Dress letters')
  })
})
