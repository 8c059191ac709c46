import { beforeAll, describe, expect, test } from 'vitest'
import type { Partner, Product } from '#prisma/generated/client.ts'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { SearchEngine } from './engine.ts'
import {
  MODES,
  searchProductsInput,
  searchQueryParams,
  SORTS,
  toSearchParams,
  type SearchProductsInput,
} from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SIZE_KINDS } from './attributes/size-kinds.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
// Has no time limit, so that a slow machine does not change the result. Other tests cover the limit.
const search = (input: Partial<SearchProductsInput> = {}) =>
  searchProducts(
    { db: database.db, engine: new SqlEngine(database.db), patienceMs: 60_000 },
    searchProductsInput.parse(input),
  )
const namesOf = async (input: Partial<SearchProductsInput>) => (await search(input)).products.map(({ name }) => name)

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)
let partner: Partner
let other: Partner
const products: Record<string, Product> = {}

beforeAll(async () => {
  const clothing = await createCategory(database.db, { slug: 'clothing', name: 'Clothing' })
  const dresses = await createCategory(database.db, {
    slug: 'dresses',
    name: 'Dresses',
    parentId: clothing.id,
    level: 1,
  })
  const knitwear = await createCategory(database.db, {
    slug: 'knitwear',
    name: 'Knitwear',
    parentId: clothing.id,
    level: 1,
    sortOrder: 2,
  })
  const shoes = await createCategory(database.db, { slug: 'shoes', name: 'Trainers', sortOrder: 3 })
  partner = await createPartner(database.db, { businessName: 'Linhavento' })
  other = await createPartner(database.db, { businessName: 'Moss & Co' })
  const hidden = await createPartner(database.db, { businessName: 'Not Yet', verificationStatus: 'pending' })
  const add = async (key: string, given: Parameters<typeof createProduct>[1]) => {
    products[key] = await createProduct(database.db, { createdAt: ago(10), syncedAt: new Date(), ...given })
  }
  const size = (of: string, stock: number | null, colourName = 'Black', priceMinor = 9_000) => ({
    size: of,
    stock,
    colourName,
    priceMinor,
  })
  await add('linenDress', {
    partnerId: partner.id,
    name: 'Amália linen midi dress',
    categoryId: dresses.id,
    material: '100% linen',
    gender: 'women',
    tags: ['wedding guest', 'summer'],
    variants: [size('UK 12', 2), size('UK 14', 0)],
  })
  await add('wrapDress', {
    partnerId: partner.id,
    name: 'Wrap dress',
    categoryId: dresses.id,
    material: '100% cotton',
    gender: 'women',
    variants: [size('UK 12', 0, 'Sage green', 4_000), size('UK 10', 1, 'Sage green', 4_000)],
  })
  await add('jumper', {
    partnerId: other.id,
    name: 'Fisherman jumper',
    categoryId: knitwear.id,
    material: '100% wool',
    gender: 'men',
    tags: ['winter'],
    variants: [size('M', 5, 'Navy', 12_000)],
  })
  await add('soldOut', {
    partnerId: other.id,
    name: 'Shetland jumper',
    categoryId: knitwear.id,
    material: '100% wool',
    gender: 'men',
    variants: [size('M', 0, 'Navy', 12_000)],
  })
  await add('described', {
    partnerId: other.id,
    name: 'Felted hat',
    material: '100% wool',
    gender: 'unisex',
    description: 'Goes with any jumper that you own.',
    variants: [{ stock: null, colourName: 'Grey', priceMinor: 3_000 }],
  })
  await add('trainers', {
    partnerId: other.id,
    name: 'Canvas trainers',
    categoryId: shoes.id,
    gender: 'unisex',
    isFeatured: true,
    createdAt: ago(300),
    variants: [{ size: 'EU 40', stock: 3, colourName: 'White', priceMinor: 8_000, originalPriceMinor: 10_000 }],
  })
  await add('stale', {
    partnerId: other.id,
    name: 'Canvas trainers low',
    categoryId: shoes.id,
    gender: 'unisex',
    createdAt: ago(300),
    syncedAt: ago(60),
    variants: [{ size: 'EU 40', stock: 3, colourName: 'White', priceMinor: 8_000 }],
  })
  await add('draft', { partnerId: partner.id, name: 'Draft dress', status: 'draft' })
  await add('unlisted', { partnerId: hidden.id, name: 'Hidden dress' })
})

describe('the query', () => {
  const junk = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  test.each([
    ['a sentence', 'black dress', ['search']],
    ['a typo', 'blakc dress', ['keepOccurring', 'search']],
    ['a name that looks like a typo', 'linhavento dres', ['keepOccurring', 'search']],
  ])('searches only once for %s', async (_, q, expected) => {
    const engine = new SqlEngine(database.db)
    const asked: string[] = []
    const counting = new Proxy(engine, {
      get: (target, name: keyof SqlEngine) => {
        asked.push(name)
        return target[name].bind(target)
      },
    })
    const { products: found } = await searchProducts(
      { db: database.db, engine: counting },
      searchProductsInput.parse({ q, pageSize: 12 }),
    )
    expect(found.length).toBeGreaterThan(0)
    expect(asked.filter((name) => name !== 'fill')).toEqual(expected)
  })

  test('passes at most 40 values to the engine, and shows those that exist', async () => {
    const reached: number[] = []
    const engine = new SqlEngine(database.db)
    const counting: SearchEngine = {
      search: (query) => {
        reached.push(
          [
            query.categories,
            query.brands,
            query.sizes,
            query.colours,
            query.materials,
            query.genders,
            query.ideas,
            query.withoutTerms,
          ].flat().length,
        )
        return engine.search(query)
      },
      total: (query) => engine.total(query),
      fill: (...given) => engine.fill(...given),
      keepOccurring: (...given) => engine.keepOccurring(...given),
      suggest: (...given) => engine.suggest(...given),
    }
    const lists = {
      categories: ['dresses', ...junk(110, 'c')],
      brands: ['linhavento', ...junk(110, 'b')],
      sizes: ['UK 12', ...junk(110, 's')],
      colours: ['black', ...junk(110, 'x')],
      materials: ['linen', ...junk(110, 'm')],
      genders: ['women', ...junk(110, 'g')],
    }
    const query = searchQueryParams.parse(
      Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.join(',')])),
    )
    const result = await searchProducts({ db: database.db, engine: counting }, searchProductsInput.parse(query))
    // UK 12 is requested in each size kind.
    expect(reached).toEqual([40 + SIZE_KINDS.length])
    expect(result).toMatchObject({
      total: 1,
      unknownFilters: 34,
      filters: {
        categories: ['dresses'],
        brands: ['linhavento'],
        sizes: ['UK 12'],
        colours: ['black'],
        materials: ['linen'],
        genders: ['women'],
      },
    })
    expect(result.conditions).toHaveLength(6)
    expect(result.facets.sizes.map(({ value }) => value)).not.toContain('s0')
  })
  test('finds nothing if no value exists, and shows one of them as a condition', async () => {
    const result = await search({ brands: junk(40, 'nobody') })
    expect(result).toMatchObject({ total: 0, unknownFilters: 39, filters: { brands: ['nobody0'] } })
    expect(result.conditions.map(({ label }) => label)).toEqual(['Nobody0'])
  })
  test('keeps brands in any spelling, excluded colours in any case, and excluded words', async () => {
    const { filters, unknownFilters } = await search({
      brands: ['Moss & CO', 'nobody'],
      not: ['colour:Black', 'colour:nothing', 'brand:nobody', 'category:nowhere', 'word:sequin', 'anything'],
    })
    expect(filters).toMatchObject({ brands: ['Moss & CO'], not: ['colour:Black', 'word:sequin', 'anything'] })
    expect(unknownFilters).toBe(4)
  })
  test('does not report sentence terms without matches as unknown filters', async () => {
    expect(await search({ q: 'size 8 in black or size 12', mode: 'intelligent' })).toMatchObject({ unknownFilters: 0 })
  })
})

describe('a list', () => {
  test("shows the editors' choice first, and sold-out and unconfirmed products last", async () => {
    const all = await search()
    expect(all.total).toBe(7)
    const names = all.products.map(({ name }) => name)
    expect(names[0]).toBe('Canvas trainers')
    expect(names.at(-1)).toBe('Shetland jumper')
    expect(names).not.toContain('Draft dress')
    expect(names).not.toContain('Hidden dress')
  })
  test('shows sold-out products last in every order', async () => {
    for (const sort of SORTS)
      expect([sort, (await search({ sort })).products.at(-1)?.name]).toEqual([sort, 'Shetland jumper'])
  })
  test('reports a requirement that cannot be met, such as vegan, in either mode', async () => {
    for (const mode of MODES) expect((await search({ q: 'vegan jumper', mode })).brokenPromises).toEqual(['vegan'])
    expect((await search({ q: 'wool jumper', mode: 'intelligent' })).brokenPromises).toEqual([])
  })
  test('reads a sentence in Normal mode, unless this is turned off', async () => {
    const under = await search({ q: 'jumper under 50' })
    expect(under.sentence).toMatchObject({ isRead: true, conditions: [{ label: 'Under $50' }] })
    expect([under.filters.mode, under.filters.rest, under.filters.priceMaxMinor]).toEqual(['normal', 'jumper', 5_000])
    const plain = await search({ q: 'jumper under 50', plain: true })
    expect([plain.sentence?.isRead, plain.filters.mode, plain.conditions]).toEqual([false, 'normal', []])
    expect((await search({ q: 'jumper' })).sentence).toBeNull()
  })
  test("puts the editors' choice before equally good matches, and reveals no scores", async () => {
    const { products: hits } = await search({ q: 'canvas' })
    expect(hits.map(({ name }) => name)).toEqual(['Canvas trainers', 'Canvas trainers low'])
    expect(hits.flatMap((hit) => Object.keys(hit))).not.toContain('why')
  })
  test.each<[string, Partial<SearchProductsInput>, string[]]>([
    ['finds names before descriptions', { q: 'jumper' }, ['Fisherman jumper', 'Felted hat', 'Shetland jumper']],
    ['knows synonyms', { q: 'sweater' }, ['Fisherman jumper', 'Felted hat', 'Shetland jumper']],
    ['knows American names', { q: 'sneakers' }, ['Canvas trainers', 'Canvas trainers low']],
    ['ignores accents and plurals', { q: 'AMALIA dresses' }, ['Amália linen midi dress']],
    ['finds words by prefix', { q: 'fisher' }, ['Fisherman jumper']],
    ['finds brands', { q: 'linhavento wrap' }, ['Wrap dress']],
    ['finds only products in stock in the size', { sizes: ['uk12'] }, ['Amália linen midi dress']],
    ['knows colour families', { colours: ['green'] }, ['Wrap dress']],
    ['knows shades', { colours: ['Sage Green'] }, ['Wrap dress']],
    [
      'includes subcategories',
      { categories: ['clothing'], inStock: true, sort: 'name_asc' },
      ['Amália linen midi dress', 'Fisherman jumper', 'Wrap dress'],
    ],
    ['accepts brands by name', { brands: ['moss & CO'], onSale: true }, ['Canvas trainers']],
    ['excludes values', { categories: ['dresses'], not: ['colour:black'] }, ['Wrap dress']],
    [
      'filters by either of two materials',
      { sort: 'price_asc', materials: ['linen', 'cotton'] },
      ['Wrap dress', 'Amália linen midi dress'],
    ],
    [
      'filters by price in a currency',
      { currency: 'GBP', priceMaxMinor: 3_100, sort: 'price_asc' },
      ['Felted hat', 'Wrap dress'],
    ],
    ['filters by minimum discount', { discountMin: 20 }, ['Canvas trainers']],
    ['finds nothing for punctuation', { q: '!!!' }, []],
    ['finds nothing for an unknown category', { categories: ['nowhere'] }, []],
    ['finds nothing in an empty price range', { priceMinMinor: 5_000, priceMaxMinor: 5_001 }, []],
  ])('%s', async (_, input, expected) => expect(await namesOf(input)).toEqual(expected))
  test("filters by a partner's ID", async () => {
    expect((await search({ partnerId: partner.id })).total).toBe(2)
    expect((await search({ partnerId: partner.id, q: 'jumper' })).total).toBe(0)
  })
  test('shows the last page if a later one is requested', async () => {
    expect(await search({ page: 999, pageSize: 3 })).toMatchObject({ page: 3, totalPages: 3, total: 7 })
  })
})

describe('facets', () => {
  test('are counted without their own filter, and keep the selected values', async () => {
    const { facets, total } = await search({ categories: ['dresses'], colours: ['navy'] })
    expect(total).toBe(0)
    expect(facets.categories).toEqual([
      { value: 'clothing', label: 'Clothing', parent: null, count: 2, isSelected: false },
      { value: 'dresses', label: 'Dresses', parent: 'clothing', count: 0, isSelected: true },
      { value: 'knitwear', label: 'Knitwear', parent: 'clothing', count: 2, isSelected: false },
    ])
    expect(facets.colours.map(({ value, count, isSelected }) => [value, count, isSelected])).toEqual([
      ['black', 1, false],
      ['green', 1, false],
      ['navy', 0, true],
    ])
  })
  test('list sizes in stock, in order', async () => {
    expect((await search()).facets.sizes.map(({ value, count }) => [value, count])).toEqual([
      ['M', 1],
      ['UK 10 women', 1],
      ['UK 12 women', 1],
      ['UK 7 women shoes', 2],
      ['UK 6.5 men shoes', 2],
    ])
  })
  test("count prices without the price filter, in the search's currency", async () => {
    const { price } = (await search({ currency: 'GBP', priceMaxMinor: 3_100 })).facets
    expect(price.presets.map(({ label, count }) => [label, count])).toEqual([
      ['Under £50', 2],
      ['£50-£100', 5],
      ['£100-£200', 0],
      ['£200+', 0],
    ])
    expect(price).toMatchObject({ currency: 'GBP', minMinor: 2_290, maxMinor: 9_161 })
  })
})

describe('a search without results', () => {
  test('drops one condition and names it', async () => {
    expect(await search({ q: 'linen zeppelin' })).toMatchObject({ total: 1, relaxed: ['the word "zeppelin"'] })
  })
  test('drops several conditions if one is not enough', async () => {
    const { relaxed, total } = await search({ q: 'dress', colours: ['red'], materials: ['suede'] })
    expect(total).toBe(2)
    expect(relaxed).toEqual(['Suede', 'Red'])
  })
  test('drops two minor conditions rather than an important one', async () => {
    const found = await search({ q: 'suede dress in sage green under £60 with pockets', mode: 'intelligent' })
    expect(found.products.map(({ name }) => name)).toEqual(['Wrap dress'])
    expect(found.relaxed).toEqual(['the word "pockets"', 'Suede'])
    expect(found.filters).toMatchObject({ rest: '', materials: [], colours: ['sage green'], categories: ['dresses'] })
  })
  test('keeps the size, price, gender and kind, and links to the results without one of them', async () => {
    const { total, relaxed, conditions, instead } = await search({ q: 'red dress', sizes: ['UK 14'] })
    expect([total, relaxed]).toEqual([0, []])
    expect(conditions.map(({ label }) => label)).toEqual(['Dresses', 'Red', 'UK 14'])
    expect(instead?.without.map(({ label, total: found }) => [label, found])).toEqual([['UK 14', 2]])
    const [offer] = instead?.without ?? []
    const offered = await search(
      searchQueryParams.parse(Object.fromEntries(new URLSearchParams(offer?.search))) as Partial<SearchProductsInput>,
    )
    expect(offered).toMatchObject({ total: 2, relaxed: [] })
  })
  test('allows other shades of the same colour family before any other colour', async () => {
    expect(await search({ q: 'mint dress', mode: 'intelligent' })).toMatchObject({
      total: 1,
      relaxed: ['the exact shade (Mint)'],
      filters: { colours: ['green'] },
    })
  })
  test('counts the results of each link without the dropped conditions', async () => {
    const { facets, filters } = await search({
      q: 'dress in sage green size uk 12 under £60 with pockets',
      mode: 'intelligent',
    })
    for (const { value, count } of facets.sizes) {
      const params = toSearchParams({ ...searchQueryParams.parse({}), ...filters, sizes: [value] })
      expect(await search(searchQueryParams.parse(Object.fromEntries(params)))).toMatchObject({
        total: count,
        relaxed: [],
      })
    }
    expect(facets.sizes.length).toBeGreaterThan(0)
  })
  test('stops dropping conditions if counting takes too long', async () => {
    const asked = { search: 0, total: 0 }
    const sql = new SqlEngine(database.db)
    const engine: SearchEngine = {
      search: (query) => (asked.search++, sql.search(query)),
      total: () => (asked.total++, new Promise<number>(() => undefined)),
      fill: (...given) => sql.fill(...given),
      keepOccurring: (...given) => sql.keepOccurring(...given),
      suggest: (words, limit) => sql.suggest(words, limit),
    }
    expect(
      await searchProducts(
        { db: database.db, engine, patienceMs: 20 },
        searchProductsInput.parse({ q: 'red zeppelin', sizes: ['UK 14'] }),
      ),
    ).toMatchObject({ total: 0, relaxed: [] })
    // One total looks for results with fewer conditions, the other for alternatives.
    expect(asked).toEqual({ search: 1, total: 2 })
  })
  test('never shows excluded values or the entire shop', async () => {
    expect(await search({ q: 'jumper', not: ['material:wool'] })).toMatchObject({ total: 0, relaxed: [] })
    expect(await search({ q: 'zeppelin', sizes: ['M'] })).toMatchObject({ total: 0, relaxed: [] })
    expect(await search({ sizes: ['UK 99'] })).toMatchObject({ total: 0, relaxed: [] })
  })
})

describe('intelligent mode', () => {
  test('turns a sentence into filters', async () => {
    const found = await search({ q: 'black linen dress under £80 size 12 not zara', mode: 'intelligent' })
    expect(found.products.map(({ name }) => name)).toEqual(['Amália linen midi dress'])
    expect(found.conditions.map(({ label }) => label)).toEqual([
      'Dresses',
      'Black',
      'Linen',
      'UK 12',
      'Under £80',
      'Not zara',
    ])
  })
  test('gives the same result when its filters are requested again', async () => {
    const first = await search({ q: 'something for a wedding guest in linen, not green', mode: 'intelligent' })
    const params = toSearchParams({ ...searchQueryParams.parse({}), ...first.filters })
    const again = await search(searchQueryParams.parse(Object.fromEntries(params)))
    expect({ ...again, executionMs: 0, searchToken: null }).toEqual({ ...first, executionMs: 0, searchToken: null })
    expect(again.total).toBe(1)
  })
  test('searches unknown words as text', async () => {
    const found = await search({ q: 'fisherman navy', mode: 'intelligent' })
    expect(found).toMatchObject({
      total: 1,
      unknownWords: ['fisherman'],
      filters: { rest: 'fisherman', colours: ['navy'] },
    })
  })
})

describe('bad input', () => {
  const words = [
    'x'.repeat(200),
    '🧥👗',
    'فستان أسود',
    `'; DROP TABLE products; --`,
    'a & b | !c:*',
    '"linen" (dress)',
    'the and of',
    '%_%',
    '\\',
    'not not not',
    'under over between and',
    '£ $ €',
    'size',
    '1'.repeat(199),
    // The corrected spelling is longer than a search may be.
    `jumpr under £1 ${'x'.repeat(185)}`,
  ]
  test.each(words)('handles %j in both modes', async (q) => {
    for (const mode of ['normal', 'intelligent'] as const)
      expect((await search({ q, mode })).total).toBeGreaterThanOrEqual(0)
  })
  test('accepts 200 categories and brands, and malformed filters', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `c${index}`)
    expect(
      await search({
        categories: many,
        brands: many,
        sizes: many,
        colours: many,
        materials: many,
        genders: many,
        tags: many.slice(0, 30),
        not: [...many.slice(0, 150), 'colour:', 'word:', ':', 'x:y', 'brand:moss'],
      }),
    ).toMatchObject({ total: 0 })
  })
})
