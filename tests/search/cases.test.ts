import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CATEGORIES } from '#demo/catalogue/categories.ts'
import { importProducts } from '#server/importing/import-products.service.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import { LiveIndex } from '#server/search/index/live-index.ts'
import type { ProductIndex } from '#server/search/index/product-index.ts'
import { parseWords } from '#server/search/parse-words.ts'
import { searchProductsInput, type SearchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { getLexiconNow } from '#server/search/understand/lexicon.service.ts'
import { createCategory } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name)

/** Wraps the index without its thread. */
const engineOf = (index: ProductIndex): SearchEngine => ({
  search: (query) => Promise.resolve(index.search(query)),
  total: (query) => Promise.resolve(index.total(query)),
  fill: (...given) => index.fill(...given),
  keepOccurring: (...given) => Promise.resolve(index.keepOccurring(...given)),
  suggest: (words, limit, typed) => Promise.resolve(index.suggest(words, limit, typed)),
})

/** Provides a shop with the products of one file, and both engines. */
function useShop(file: string) {
  const database = useTestDatabase()
  let live: LiveIndex
  const engines: Partial<Record<'index' | 'sql', SearchEngine>> = {}
  beforeAll(async () => {
    const { db, url } = database
    const ids = new Map<string, string>()
    for (const { slug, name, parent, sortOrder } of CATEGORIES) {
      const { id } = await createCategory(db, {
        slug,
        name,
        sortOrder,
        level: parent === null ? 0 : 1,
        parentId: parent === null ? null : (ids.get(parent) ?? null),
      })
      ids.set(slug, id)
    }
    const rate = { currency: 'GBP', toBase: '1.3', asOf: new Date('2026-11-27') }
    await db.exchangeRate.upsert({ where: { currency: 'GBP' }, create: rate, update: rate })
    await importProducts(db, {
      source: async function* () {
        yield await fs.promises.readFile(fixture(file))
      },
      partner: { name: 'Ilminster Row', websiteUrl: 'https://ilminster.example', currency: 'GBP' },
      fileName: file,
    })
    await getLexiconNow(db)
    live = new LiveIndex(url, { onReady: () => undefined, onUndescribed: () => undefined, onChange: () => undefined })
    live.start()
    await live.catchUp()
    const index = live.current as ProductIndex
    engines.index = engineOf(index)
    engines.sql = new SqlEngine(db, (word) => index.terms.nearest(word))
  })
  afterAll(() => live.stop())
  const search = (engine: 'index' | 'sql', input: Partial<SearchProductsInput>) =>
    searchProducts(
      { db: database.db, engine: engines[engine] as SearchEngine, patienceMs: 60_000 },
      searchProductsInput.parse({ currency: 'GBP', ...input }),
    )
  return {
    search,
    suggest: (engine: 'index' | 'sql', text: string) => (engines[engine] as SearchEngine).suggest(parseWords(text), 10),
    /** Returns the names that a text finds. Expects that every word is searched as typed. */
    namesOf: async (engine: 'index' | 'sql', input: Partial<SearchProductsInput>) => {
      const { products, corrections, relaxed } = await search(engine, input)
      // A parent category widens the search without dropping a word.
      expect([corrections, relaxed.filter((left) => !left.startsWith('the exact category'))]).toEqual([[], []])
      return products.map(({ name }) => name)
    },
  }
}

const ENGINES = ['index', 'sql'] as const

describe('letters', () => {
  const shop = useShop('17a-letters.csv')
  describe.each(ENGINES)('with the %s engine', (engine) => {
    test.each([
      ['oeillet', 'Œillet Wrap Blouse'],
      ['OEILLET', 'Œillet Wrap Blouse'],
      ['noeud', 'Œillet Wrap Blouse'],
      ['œillet', 'Œillet Wrap Blouse'],
      ['aegir', 'Ægir Storm Parka'],
      ['blavaer', 'Ægir Storm Parka'],
      ['fjordloper', 'Fjordløper Trainers'],
      ['oyfolk', 'Fjordløper Trainers'],
      ['zlota laka', 'Złota Łąka Skirt'],
      ['zubrowna', 'Złota Łąka Skirt'],
      ['kirlangic', 'Kırlangıç Belt'],
      ['yildizkapi', 'Kırlangıç Belt'],
      ['imece', 'Kırlangıç Belt'],
      ['dongco', 'Đồngcỏ Shirt'],
      ['daoxanh', 'Đồngcỏ Shirt'],
      ['thrymheim', 'Þrymheim Hat'],
      ['nordurljomi', 'Þrymheim Hat'],
      ['NORÐURLJÓMI', 'Þrymheim Hat'],
    ])('%s finds %s first', async (q, name) => expect((await shop.namesOf(engine, { q }))[0]).toBe(name))
    test('suggestions and brands match either spelling of a letter', async () => {
      const { productIds } = await shop.suggest(engine, 'weissd')
      expect(productIds).toHaveLength(2)
      expect((await shop.suggest(engine, 'weißd')).productIds).toEqual(productIds)
      for (const q of ['masswerk', 'maßwerk', 'Maßw']) expect((await shop.suggest(engine, q)).brands).toHaveLength(1)
      expect((await shop.search(engine, { brands: ['maßwerk'] })).total).toBe(2)
      expect((await shop.search(engine, { brands: ['masswerk'] })).total).toBe(2)
    })
    test.each(['weissdorn', 'WEISSDORN', 'weißdorn', 'WEIẞDORN', 'masswerk', 'maßwerk'])(
      '%s finds either spelling',
      async (q) =>
        expect((await shop.namesOf(engine, { q })).toSorted()).toEqual(['Weissdorn Scarf', 'Weißdorn Cardigan']),
    )
  })
})

describe('apostrophes', () => {
  const shop = useShop('17b-apostrophes.csv')
  describe.each(ENGINES)('with the %s engine', (engine) => {
    test('possessives find the same products with any apostrophe or none', async () => {
      const found = await Promise.all(['quennas', "quenna's", 'quenna’s'].map((q) => shop.namesOf(engine, { q })))
      expect(found[0]?.[0]).toBe('Quenna’s Straight Jeans')
      expect(found.flat()).not.toContain('Quennal Denim Jacket')
      expect(found[1]).toEqual(found[0])
      expect(found[2]).toEqual(found[0])
    })
    test('an exact brand name is not corrected to another name', async () =>
      expect((await shop.namesOf(engine, { q: 'quennal' })).slice(0, 2).toSorted()).toEqual([
        'Hens’ Teeth Brooch',
        'Quennal Denim Jacket',
      ]))
    test.each([
      ['obrannick', 'O’Brannick Wax Jacket'],
      ["o'brannick", 'O’Brannick Wax Jacket'],
      ['o brannick', 'O’Brannick Wax Jacket'],
      ['dorvane', "D'Orvane Slip Dress"],
      ['d’orvane dress', "D'Orvane Slip Dress"],
      ['taemi', 'Taʼemi Sandals'],
      ["ta'emi", 'Taʼemi Sandals'],
      ['dargelle', 'Lune d´Argelle Ring'],
      ['hens teeth', 'Hens’ Teeth Brooch'],
      ['obrannick jacket under 100', 'O’Brannick Wax Jacket'],
    ])('%s finds %s first', async (q, name) => expect((await shop.namesOf(engine, { q }))[0]).toBe(name))
  })
})

describe('half sizes', () => {
  const shop = useShop('17c-half-sizes.csv')
  describe.each(ENGINES)('with the %s engine', (engine) => {
    test.each([
      ['tarbeck heels 37.5', 'Tarbeck Heels'],
      ['tarbeck heels 37,5', 'Tarbeck Heels'],
      ['tarbeck heels 37½', 'Tarbeck Heels'],
      ['tarbeck heels 37 1/2', 'Tarbeck Heels'],
      ['tarbeck heels size 37.5', 'Tarbeck Heels'],
      ['pellan loafers 41.5', 'Pellan Loafers'],
      ['ovingdale 5.5', 'Ovingdale Chelsea Boots'],
      ['runnel trainers 42.5', 'Runnel Trainers'],
      ['sculler trainers us 9.5', 'Sculler Trainers'],
    ])('%s finds %s first, by its size', async (q, name) => {
      const { products, filters } = await shop.search(engine, { q })
      expect(products[0]?.name).toBe(name)
      expect(filters.sizes.length).toBeGreaterThan(0)
    })
    test('a half size finds no products that are sold out in that size', async () => {
      const { products, relaxed } = await shop.search(engine, { q: 'tarbeck heels 38' })
      expect(relaxed.length > 0 || products.every(({ name }) => name !== 'Tarbeck Heels')).toBe(true)
    })
    test('the filter lists each half size, and finds the same products', async () => {
      const { facets } = await shop.search(engine, {})
      const shown = Object.fromEntries(facets.sizes.map(({ value, label, count }) => [value, [label, count]]))
      expect(shown).toMatchObject({
        'UK 4.5 women shoes': ['4.5', 2],
        'UK 5.5 women shoes': ['5.5', 1],
        'EU 40.5 men shoes': ['EU 40.5', 1],
        'UK 7.5 men shoes': ['7.5', 1],
        'UK 8.5 men shoes': ['8.5', 2],
      })
      for (const { value, count } of facets.sizes)
        expect((await shop.search(engine, { sizes: [value] })).total, value).toBe(count)
    })
  })
})

describe('sizes without a system', () => {
  const shop = useShop('17d-sizes-without-system.csv')
  describe.each(ENGINES)('with the %s engine', (engine) => {
    const names = (q: string) => shop.namesOf(engine, { q })
    test('a size finds products in that size, with or without a system', async () => {
      expect(await names('heels size 37')).toEqual(expect.arrayContaining(['Brindle Slingback Heels', 'Quoyle Heels']))
      expect(await names('heels size 37.5')).toContain('Brindle Slingback Heels')
      const in39 = await names('heels size 39')
      expect(in39).toContain('Quoyle Heels')
      expect(in39).not.toContain('Brindle Slingback Heels')
      expect(await names('boots size 43')).toContain('Colter Boots')
      expect(await names('dress size 12')).toContain('Fenning Shift Dress')
      expect(await names('dress size 14')).not.toContain('Fenning Shift Dress')
      expect(await names('jeans size 32')).toContain('Larkholm Jeans')
    })
  })
})

describe('two systems in one label', () => {
  const shop = useShop('17e-two-systems.csv')
  describe.each(ENGINES)('with the %s engine', (engine) => {
    test.each([
      ['vellory dress uk 14', 'Vellory Dress'],
      ['vellory dress eu 42', 'Vellory Dress'],
      ['ambleth coat uk 12', 'Ambleth Coat'],
      ['sorrin skirt eu 36', 'Sorrin Skirt'],
      ['talwick trousers us 6', 'Talwick Trousers'],
      ['morrick boots uk 6', 'Morrick Boots'],
    ])('%s finds %s', async (q, name) => expect(await shop.namesOf(engine, { q })).toContain(name))
    test('the filter lists no size with two systems, and finds the same products as the sentence', async () => {
      const { facets } = await shop.search(engine, {})
      const values = facets.sizes.map(({ value }) => value)
      expect(values).toEqual(expect.arrayContaining(['UK 14 women', 'UK 12 women', 'UK 6 women shoes', 'S', 'M']))
      expect(values.filter((value) => /[A-Z]{2} \d.*[A-Z]{2} \d/.test(value))).toEqual([])
      expect(values).not.toContain('UK 16 women')
      const bySentence = await shop.namesOf(engine, { q: 'dress uk 14' })
      const byFilter = await shop.namesOf(engine, { sizes: ['EU 42'], categories: ['dresses'] })
      expect(byFilter).toEqual(bySentence)
      expect(await shop.namesOf(engine, { sizes: ['UK 16'] })).toEqual([])
    })
  })
})
