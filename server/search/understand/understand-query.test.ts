import fs from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CATEGORIES } from '#demo/catalogue/categories.ts'
import { COLOURS } from '#demo/catalogue/colours.ts'
import { generateProducts } from '#demo/catalogue/generate-products.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { knownColour } from '../attributes/colours.ts'
import { sizeKey } from '#server/sizing/sizes.ts'
import { searchQueryParams, toSearchParams, type SearchQuery } from '../search.schema.ts'
import { conditionsOf } from './conditions.ts'
import { buildLexicon } from './lexicon.ts'
import { understandQuery } from './understand-query.ts'
import type { Understood } from './understood.ts'

interface Golden {
  q: string
  chips: string
  rest?: string
  sort?: string
}

const products = [...generateProducts({ seed: 1, count: 1_500 })]
const brands = [...new Set([...products.map(({ brand }) => brand), 'Moss & Co'])].map((name) => ({
  slug: toSlug(name),
  name,
  isOwned: true,
}))
const lexicon = buildLexicon({
  brands,
  categories: CATEGORIES,
  tags: [...new Set(products.flatMap(({ tags, styleTags }) => [...tags, ...styleTags]))],
  colours: COLOURS.map(({ name }) => knownColour(name)?.value ?? name),
  sizes: [
    ...new Set(products.flatMap(({ variants }) => variants.flatMap(({ size }) => (size && sizeKey(size)) || []))),
  ],
})
const names = { categories: CATEGORIES, brands }
const readGoldens = (name: string) => parse(fs.readFileSync(new URL(name, import.meta.url), 'utf8')) as Golden[]
const goldens = readGoldens('golden-queries.yaml')
const newShoppers = readGoldens('new-shoppers.yaml')
const empty = searchQueryParams.parse({})

const toQuery = ({
  currency,
  sort,
  unknownWords: _,
  firstCategories: _first,
  corrections: _corrections,
  said: _said,
  besides: _besides,
  isPriceLoose: _isPriceLoose,
  ...understood
}: Understood): SearchQuery => ({
  ...empty,
  priceMinMinor: undefined,
  priceMaxMinor: undefined,
  discountMin: undefined,
  ...understood,
  mode: 'intelligent',
  currency: currency ?? 'USD',
  sort: sort ?? 'featured',
})
const chipsOf = (understood: Understood) => conditionsOf(toQuery(understood), names).map(({ label }) => label)

/** Returns chips in any order, without sizes that are only equivalent to an expected one. */
const meaningOf = (understood: Understood, expected: string[]) => {
  const chips = chipsOf(understood)
  const sizes = new Set(understood.sizes)
  const named = expected.some((label) => sizes.has(label))
  return chips.filter((label) => !named || !sizes.has(label) || expected.includes(label)).sort()
}

describe('understandQuery', () => {
  test.each(goldens)('understands $q', ({ q, chips, rest = '', sort }) => {
    const understood = understandQuery(q, lexicon)
    expect({ chips: chipsOf(understood).join(' | '), rest: understood.rest, sort: understood.sort }).toEqual({
      chips,
      rest,
      sort,
    })
  })

  test.each(newShoppers)('understands $q from a new shopper', ({ q, chips, rest = '', sort }) => {
    const expected = chips ? chips.split(' | ') : []
    const understood = understandQuery(q, lexicon)
    expect({ chips: meaningOf(understood, expected), rest: understood.rest, sort: understood.sort }).toEqual({
      chips: expected.sort(),
      rest,
      sort,
    })
  })

  test('is covered by at least 160 different golden queries', () => {
    expect(goldens.length).toBeGreaterThanOrEqual(160)
    expect(new Set(goldens.map(({ q }) => q)).size).toBe(goldens.length)
  })

  test('returns filters that survive a round trip through the URL, for any text', () => {
    const words = [
      ...goldens.map(({ q }) => q),
      'not',
      'or',
      ',',
      '£',
      '%',
      '-',
      'size',
      'between',
      'under',
      '12',
      '1e9',
      '99999999',
      "'",
      '"',
      '&&',
      ':*',
      '\0',
      '\ud800',
      'ﷺ',
      '½',
      '％',
      ' ',
    ]
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1_000 }),
      fc.string({ unit: 'grapheme', maxLength: 1_000 }),
      fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join(' ')),
      fc
        .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 })), { maxLength: 60 })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const understood = understandQuery(typed, lexicon)
        const query = toQuery(understood)
        const read = searchQueryParams.parse(Object.fromEntries(new URLSearchParams(toSearchParams(query).toString())))
        // The currency is only set together with a price.
        expect({ ...read, currency: query.currency }).toEqual(query)
        expect(understood.rest).toBe(understood.unknownWords.join(' '))
        for (const { label } of conditionsOf(query, names)) expect(label).toMatch(/\S/)
      }),
      { numRuns: 400 },
    )
  })

  test('adds no equivalent sizes of other systems, but adds matching size ranges of products', () => {
    const few = buildLexicon({
      brands: [],
      categories: CATEGORIES,
      tags: [],
      colours: [],
      sizes: ['EU 38', 'US 7', 'UK 6-8', 'UK 6'],
    })
    expect(understandQuery('size 5 sandals women', few).sizes).toEqual(['UK 5'])
    expect(understandQuery('size 5 sandals for men', few).sizes).toEqual(['UK 5'])
    expect(understandQuery('size 5 rings', few).sizes).toEqual(['UK 5'])
    expect(understandQuery('UK 6-8 socks', few).sizes).toEqual(['UK 6', 'UK 8', 'UK 6-8'])
  })

  test('recognises a category of the catalogue by its name', () => {
    const hosiery = buildLexicon({
      brands: [],
      categories: [
        ...CATEGORIES,
        { slug: 'hosiery', name: 'Tights', parent: 'accessories' },
        { slug: 'socks', name: 'Socks', parent: 'accessories' },
      ],
      tags: [],
      colours: [],
      sizes: [],
    })
    expect(understandQuery('cheapest black tights', hosiery)).toMatchObject({
      categories: ['hosiery'],
      colours: ['black'],
      sort: 'price_asc',
      rest: '',
    })
    expect(understandQuery('boot socks', hosiery)).toMatchObject({ categories: ['socks'], rest: 'boot' })
  })

  test('works with an empty catalogue', () => {
    const nothing = buildLexicon({ brands: [], categories: [], tags: [], colours: [], sizes: [] })
    const understood = understandQuery('black linen dress under £80 by Stilvejr', nothing)
    expect(understood).toMatchObject({
      categories: [],
      brands: [],
      colours: ['black'],
      materials: ['linen'],
      priceMaxMinor: 8_000,
      rest: 'dress Stilvejr',
    })
  })

  test('treats brands and categories as plain words if a URL cannot contain them', () => {
    const odd = buildLexicon({
      brands: [
        { slug: 'a,b', name: 'Ashcombe', isOwned: true },
        { slug: '', name: 'Birchfold', isOwned: true },
      ],
      categories: [{ slug: 'x,y', name: 'Capes', parent: 'x,y' }],
      tags: ['one,two'],
      colours: ['', 'no colour'],
      sizes: [''],
    })
    expect(understandQuery('ashcombe birchfold capes one two', odd)).toMatchObject({
      brands: [],
      categories: [],
      rest: 'ashcombe birchfold capes two',
    })
  })
})

describe('sizes in other spellings', () => {
  const sized = buildLexicon({
    brands: [],
    tags: [],
    colours: [],
    categories: CATEGORIES,
    sizes: ['W32', 'L34', 'W32 L34', 'W36', 'EU 36', 'UK 5.5', 'EU 42.5', 'EU 37.5', 'US 9.5'],
  })
  const sizesOf = (q: string) => understandQuery(q, sized).sizes

  test.each([
    'jeans w32 l34',
    'jeans W32/L34',
    'jeans 32w 34l',
    'jeans 32W/34L',
    'jeans w32l34',
    'jeans 32x34',
    'jeans 32 x 34',
    'jeans w32-l34',
    'jeans waist 32 leg 34',
    'jeans 32" waist 34" leg',
    'jeans 32/34',
    'w32 l34 jeans',
    'jeans w 32 l 34',
  ])('reads a waist and a leg length from %s', (q) => expect(sizesOf(q)).toContain('W32 L34'))

  test.each([
    ['heels 37.5', 'EU 37.5'],
    ['heels 37,5', 'EU 37.5'],
    ['heels 37½', 'EU 37.5'],
    ['heels 37 1/2', 'EU 37.5'],
    ['ovingdale 5.5', 'UK 5.5'],
    ['ovingdale 5½', 'UK 5.5'],
    ['runnel trainers 42 1/2', 'EU 42.5'],
    ['sculler trainers us 9 1/2', 'US 9.5'],
    ['size 5 1/2 boots', 'UK 5.5'],
    ['mens jeans size 36', 'W36'],
    ['trainers eu 38 2/3', 'EU 38.67'],
    ['womens trainers 38⅔', 'EU 38.67'],
    ['boots size 38 1/3', 'EU 38.33'],
    ['dress uk/eu 8/36', 'UK 8'],
    ['dress uk/eu 8/36', 'EU 36'],
    ['dress 8 (UK) / 36 (EU)', 'EU 36'],
  ])('reads %s as size %s', (q, size) => expect(sizesOf(q)).toContain(size))

  test('does not read an amount as a half size', () => {
    expect(sizesOf('scarf under 9.5')).toEqual([])
    expect(sizesOf('dress under £37.50')).toEqual([])
  })
})
