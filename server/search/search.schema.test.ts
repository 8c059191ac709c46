import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unitOf } from '#server/platform/money.schema.ts'
import {
  boundLists,
  LISTS,
  searchProductsInput,
  searchQueryParams,
  suggestInput,
  toSearchParams,
  countIgnored,
  type ListParameter,
} from './search.schema.ts'
import { MAX_QUERY, MAX_VALUES, PRICE_CURRENCIES } from './search-values.schema.ts'

const NAMES = [
  'q',
  'search',
  'all',
  'category',
  'categories',
  'brand',
  'brands',
  'sort',
  'priceMin',
  'priceMax',
  'onSale',
  'inStock',
  'page',
  'view',
  'mode',
  'rest',
  'sizes',
  'colours',
  'materials',
  'genders',
  'tags',
  'not',
  'currency',
  'discountMin',
]
const nasty = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom(
    '-1',
    '0',
    '1e9',
    'NaN',
    '99999999999999',
    '0x10',
    '1.999',
    ' 5 ',
    '\u0000\n\t',
    '%',
    "' OR 1=1 --",
    ',',
  ),
  fc.double().map(String),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 300 }).map((parts) => parts.join(',')),
)
const parse = (query: Record<string, unknown>) => searchQueryParams.parse(query)

describe('searchQueryParams', () => {
  test('returns valid input for any query string', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string()), nasty), (query) => {
        const read = parse(query)
        expect(searchProductsInput.safeParse(read).error).toBeUndefined()
        for (const text of [read.q, ...read.categories, ...read.brands]) {
          expect(text).not.toMatch(/[\u0000-\u001f]/)
          expect(text.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })
  test('returns valid input for values that are not text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...NAMES), fc.anything()), (query) => {
        expect(searchProductsInput.safeParse(parse(query)).error).toBeUndefined()
      }),
    )
  })
  test.each(NAMES)('returns valid input for 100 KB in %s', (name) => {
    for (const text of [
      'x'.repeat(100_000),
      'a,'.repeat(50_000),
      Array.from({ length: 20_000 }, (_, index) => index).join(','),
      '9'.repeat(100_000),
      '🧥'.repeat(25_000),
      `x${'🧥'.repeat(25_000)}`,
    ]) {
      const read = parse({ [name]: text })
      expect(searchProductsInput.safeParse(read).error).toBeUndefined()
      expect(JSON.stringify(read).length).toBeLessThan(30_000)
      expect(JSON.stringify(read).isWellFormed()).toBe(true)
    }
  })
  test('accepts no more categories and brands than the procedure, in any combination of parameters', () => {
    const many = (prefix: string) => Array.from({ length: 250 }, (_, index) => prefix + index).join(',')
    const read = parse({ category: many('a'), categories: many('b'), brand: many('a'), brands: many('b') })
    expect(searchProductsInput.safeParse(read).error).toBeUndefined()
  })
  test('limits all lists to 40 values and 1,000 characters in total, and counts the skipped values', () => {
    const words = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x')).join(',')
    const params = {
      q: 'x'.repeat(MAX_QUERY + 1),
      ...Object.fromEntries(LISTS.map((name) => [name, words(110, 8)])),
      category: words(10, 9),
    }
    const read = parse(params)
    const sizes = LISTS.map((name) => read[name].length)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(MAX_VALUES)
    expect(Math.min(...sizes)).toBe(Math.floor(MAX_VALUES / LISTS.length))
    expect(countIgnored(params)).toEqual({ isTextCut: true, values: LISTS.length * 110 + 10 - MAX_VALUES })
    expect(parse({ tags: words(40, 100) }).tags).toHaveLength(10)
    expect(searchProductsInput.parse({ tags: words(200, 8).split(','), not: words(200, 8).split(',') })).toMatchObject({
      tags: { length: MAX_VALUES / 2 },
      not: { length: MAX_VALUES / 2 },
    })
  })
  test('reports no skipped values if everything was read', () => {
    expect(countIgnored({ q: `  ${'x '.repeat(MAX_QUERY / 2)}  `, sizes: 'M,M,,M', brand: 'a', brands: 'a' })).toEqual({
      isTextCut: false,
      values: 0,
    })
    expect(countIgnored({ q: ' ', search: 'x'.repeat(100_000) })).toEqual({ isTextCut: true, values: 0 })
  })
  test('limits the total of all lists for any input', () => {
    const lists = fc.record(
      Object.fromEntries(
        LISTS.map((name) => [name, fc.array(fc.string({ maxLength: 100 }), { maxLength: 60 })]),
      ) as Record<ListParameter, fc.Arbitrary<string[]>>,
    )
    fc.assert(
      fc.property(lists, (given) => {
        const bound = boundLists(given)
        const all = LISTS.flatMap((name) => bound[name])
        expect(all.length).toBeLessThanOrEqual(MAX_VALUES)
        expect(all.join('').length).toBeLessThanOrEqual(1_000)
        expect(boundLists(bound)).toEqual(bound)
      }),
    )
  })
  test('truncates a long text for suggestions', () => {
    expect(suggestInput.parse({ q: 'dress '.repeat(20_000) }).q.length).toBeLessThanOrEqual(MAX_QUERY)
  })
  test('reads parameters with extra spaces, empty values and alternative names', () => {
    expect(
      parse({
        q: '  red \u0000 dress ',
        category: 'a,b',
        categories: 'b,,c',
        brand: 'x',
        brands: 'Y Z',
        sort: 'price_asc',
        priceMin: '50',
        priceMax: '99.5',
        onSale: 'on',
        inStock: '1',
        page: '3',
        view: 'list',
        all: 'true',
      }),
    ).toEqual({
      q: 'red dress',
      categories: ['a', 'b', 'c'],
      brands: ['x', 'Y Z'],
      sort: 'price_asc',
      priceMinMinor: 5_000,
      priceMaxMinor: 9_950,
      onSale: true,
      inStock: true,
      page: 3,
      view: 'list',
      all: true,
      mode: 'normal',
      rest: undefined,
      plain: false,
      sizes: [],
      colours: [],
      materials: [],
      cuts: [],
      genders: [],
      tags: [],
      not: [],
      currency: 'USD',
      discountMin: undefined,
    })
  })
  test('falls back to defaults for invalid values', () => {
    expect(parse({ sort: 'DROP', page: '-2', priceMin: 'abc', onSale: 'yes please', view: 'cube' })).toEqual(parse({}))
  })
  test('puts the smaller price first', () => {
    expect(parse({ priceMin: '200', priceMax: '50' })).toMatchObject({ priceMinMinor: 5_000, priceMaxMinor: 20_000 })
  })
  test.each([
    ['19.99', 1_999],
    ['19.9', 1_990],
    ['19.999', undefined],
    ['19.990', undefined],
    ['1e3', undefined],
    ['12345678', undefined],
  ])('reads %j in dollars as %s', (priceMax, minor) => expect(parse({ priceMax }).priceMaxMinor).toBe(minor))
  test('relies on all price currencies having the same number of decimals', () => {
    expect(new Set(PRICE_CURRENCIES.map(unitOf)).size).toBe(1)
  })
  test('parses to the same query after it is written to a URL', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...NAMES), nasty), (query) => {
        const read = parse(query)
        // Without a price the currency has no effect, and in Normal mode there are no other words to search.
        const { currency, rest, ...others } = read
        const again = parse(Object.fromEntries(toSearchParams(read)))
        expect(again).toMatchObject(others)
        if (read.mode === 'intelligent') expect(again.rest).toBe(rest)
        if (read.priceMinMinor !== undefined) expect(again.currency).toBe(currency)
      }),
      { numRuns: 1_000 },
    )
  })
  test.each(['anything', '', 'INTELLIGENT', undefined])('treats mode=%s as normal', (mode) =>
    expect(parse({ mode }).mode).toBe('normal'),
  )
  test('treats the parameter search as q', () => expect(parse({ search: 'boots' }).q).toBe('boots'))
})
