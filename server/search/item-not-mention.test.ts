import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchProductsInput, type SearchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
const search = (input: Partial<SearchProductsInput>) =>
  searchProducts(
    { db: database.db, engine: new SqlEngine(database.db), patienceMs: 60_000 },
    searchProductsInput.parse(input),
  )
const found = async (q: string) => (await search({ q })).products.map(({ name }) => name)

beforeAll(async () => {
  const partner = await createPartner(database.db, { businessName: 'Linhavento' })
  const category = async (slug: string, name: string, parentId: string | null = null) =>
    (await createCategory(database.db, { slug, name, parentId, level: parentId === null ? 0 : 1 })).id
  const dresses = await category('dresses', 'Dresses')
  const [tea, day, jumpsuits] = [
    await category('tea-dresses', 'Tea dresses', dresses),
    await category('day-dresses', 'Day dresses', dresses),
    await category('jumpsuits', 'Jumpsuits', dresses),
  ]
  const denim = await category('denim', 'Denim')
  const jeans = await category('wide-leg-jeans', 'Wide-leg jeans', denim)
  const bags = await category('bags', 'Bags')
  const add = (name: string, categoryId: string, more: Partial<Parameters<typeof createProduct>[1]> = {}) =>
    createProduct(database.db, {
      partnerId: partner.id,
      name,
      categoryId,
      gender: 'women',
      createdAt: new Date(Date.now() - 20 * 86_400_000),
      variants: [{ size: 'UK 12', stock: 2, colourName: 'Black', priceMinor: 9_000 }],
      ...more,
    })
  const newest = { createdAt: new Date(), isFeatured: true }
  await add('Floral tea dress', tea, { description: 'The sleeves are long.' })
  await add('Plain tea dress', tea, { description: 'There are no sleeves.' })
  await add('Striped day dress', day, { variants: [{ size: 'M', stock: 1, colourName: 'White', priceMinor: 9_000 }] })
  await add('Girls’ floral dress', day, { gender: 'girls', ...newest })
  await add('Boiler suit', jumpsuits, newest)
  await add('Wide jeans', jeans)
  await add('Flared jeans', jeans, newest)
  await add('Canvas bag', bags, { description: 'Room for a clarinet.', ...newest })
  await add('Clarinet bag', bags)
})

describe('a search', () => {
  test('ranks a word in the name above a mention in the description, even of a newer product', async () => {
    expect(await found('clarinet')).toEqual(['Clarinet bag', 'Canvas bag'])
    expect(await found('clarinet bag')).toEqual(['Clarinet bag', 'Canvas bag'])
  })
  test('leaves out other kinds within a category, but finds them by name or filter', async () => {
    expect(await found('dresses')).not.toContain('Boiler suit')
    expect(await found('boiler suit')).toEqual(['Boiler suit'])
    const filtered = await search({ q: 'dresses', categories: ['jumpsuits'] })
    expect(filtered.products.map(({ name }) => name)).toContain('Boiler suit')
    expect((await search({ categories: ['dresses'] })).products.map(({ name }) => name)).toContain('Boiler suit')
  })
  test('shows children’s items last, unless requested', async () => {
    expect((await found('floral dress'))[0]).toBe('Floral tea dress')
    expect((await found('dresses')).at(-1)).toBe('Girls’ floral dress')
    expect((await found('girls floral dress'))[0]).toBe('Girls’ floral dress')
  })
  test('reads cuts as preferences, and respects negations', async () => {
    expect(await found('wide leg')).toEqual(['Wide jeans'])
    expect((await found('dress with sleeves'))[0]).toBe('Floral tea dress')
    expect((await found('dress without sleeves'))[0]).toBe('Plain tea dress')
    expect(await found('jeans not flared')).toEqual(['Wide jeans'])
    expect((await search({ q: 'striped dress with sleeves' })).relaxed).toEqual(['Striped'])
  })
  test('ignores the bag in a search for a dress with a bag', async () => {
    expect((await search({ q: 'dress with a bag' })).conditions.map(({ label }) => label)).toEqual(['Dresses'])
  })
  test('fills a short list with close matches that keep everything required', async () => {
    const { products, nearly } = await search({ q: 'white dress size M' })
    expect(products.map(({ name }) => name)).toEqual(['Striped day dress'])
    expect(nearly).toBeNull()
    const black = await search({ q: 'black dress not striped' })
    expect(black.products.map(({ name }) => name)).not.toContain('Striped day dress')
    expect(black.nearly).toBeNull()
    const floral = await search({ q: 'black floral dress' })
    expect(floral.nearly?.products.map(({ name }) => name)).toContain('Plain tea dress')
    expect(floral.nearly?.without).toContain('Floral')
    expect((await search({ q: 'black floral dress', page: 2 })).products.map(({ id }) => id)).toEqual(
      floral.products.map(({ id }) => id),
    )
  })
  test('does not fill an empty list with products in other prices or sizes', async () => {
    for (const q of ['black floral dress under $20', 'women dress UK 20 not striped', 'UK 20']) {
      const { products, nearly } = await search({ q })
      expect([q, products, nearly]).toEqual([q, [], null])
    }
  })
  test('offers cut filters only for a single kind with at least two values', async () => {
    const cuts = async (input: Partial<SearchProductsInput>) => (await search(input)).facets.cuts
    expect(await cuts({})).toEqual([])
    const ofDresses = await cuts({ categories: ['dresses'] })
    expect(ofDresses.map(({ label }) => label)).toEqual(['Sleeves', 'Pattern'])
    expect(ofDresses[1]?.values).toEqual([
      { value: 'pattern:striped', label: 'Striped', count: 1, isSelected: false },
      { value: 'pattern:floral', label: 'Floral', count: 2, isSelected: false },
    ])
    const selected = await cuts({ categories: ['dresses'], cuts: ['pattern:floral', 'sleeve:long'] })
    expect(selected.flatMap(({ values }) => values.map(({ value, count }) => `${value} ${count}`))).toEqual([
      'sleeve:sleeves 1',
      'sleeve:long 1',
      'pattern:floral 1',
    ])
  })
})
