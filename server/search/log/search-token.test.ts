import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchQueryParams } from '../search.schema.ts'
import type { LoggedSearch } from './search-log.schema.ts'
import { verifySearchToken, verifyOwnSearchToken, searchTokenFor, signSearch, tidySearch } from './search-token.ts'

const database = useTestDatabase()
const secret = randomBytes(32)
const SEARCH: LoggedSearch = { query: 'linen dress', mode: 'normal', filters: {}, partnerId: null, found: 28 }
const through = (given: Partial<LoggedSearch>) => verifySearchToken(secret, signSearch(secret, { ...SEARCH, ...given }))

const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 400 })

describe('signSearch', () => {
  test('contains the search', () => {
    const search: LoggedSearch = {
      query: 'black linen dress under £80',
      mode: 'intelligent',
      partnerId: newId(),
      found: 0,
      filters: {
        categories: ['dresses'],
        colours: ['black'],
        not: ['brand:zara'],
        currency: 'GBP',
        priceMaxMinor: 8_000,
        discountMin: 20,
        onSale: true,
      },
    }
    expect(through(search)).toEqual(search)
  })
  test('leaves out filters that the list does not support', () => {
    const query = searchQueryParams.parse({ q: 'boots', colours: 'black', currency: 'EUR', inStock: 'true' })
    expect(through({ filters: query })?.filters).toEqual({ colours: ['black'], inStock: true })
    expect(through({ filters: { ...query, priceMinMinor: 0 } })?.filters).toEqual({
      colours: ['black'],
      inStock: true,
      currency: 'EUR',
      priceMinMinor: 0,
    })
  })
  test('truncates long queries', () => {
    expect(through({ query: 'x'.repeat(10_000) })?.query).toBe('x'.repeat(200))
    expect(through({ query: `${'x'.repeat(199)}👗` })?.query).toBe('x'.repeat(199))
  })
  test('leaves out filters when there are too many', () => {
    const token = signSearch(secret, {
      ...SEARCH,
      query: '👗'.repeat(500),
      filters: { categories: Array.from({ length: 200 }, (_, n) => `category-${n}`) },
    })
    expect(token.length).toBeLessThanOrEqual(2_000)
    expect(verifySearchToken(secret, token)).toMatchObject({ query: '👗'.repeat(100), filters: {} })
  })
  test('needs no encoding in a URL, has at most 2,000 characters, and can be read back for any text', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.array(anyText, { maxLength: 30 }),
        fc.nat({ max: 1_000_000 }),
        (query, categories, found) => {
          const token = signSearch(secret, { ...SEARCH, query, found, filters: { categories } })
          expect(token).toMatch(/^[\w.-]{1,2000}$/)
          const tidy = tidySearch({ ...SEARCH, query })
          expect(tidySearch(tidy)).toEqual(tidy)
          expect(verifySearchToken(secret, token)?.query).toBe(tidy.query || undefined)
        },
      ),
    )
  })
})

describe('verifySearchToken', () => {
  const token = signSearch(secret, SEARCH)
  const [payload = '', mac = ''] = token.split('.')
  const forged = Buffer.from(JSON.stringify({ ...SEARCH, found: 0 })).toString('base64url')

  test.each([
    ['no text', ''],
    ['a dot', '.'],
    ['no signature', payload],
    ['an empty signature', `${payload}.`],
    ['a short signature', token.slice(0, -1)],
    ['a long signature', `${token}A`],
    ['another payload', `${forged}.${mac}`],
    ['padding', `${payload}=.${mac}`],
    ['a space', `${payload} .${mac}`],
    ['two dots', `${payload}..${mac}`],
    ['another secret', signSearch(randomBytes(32), SEARCH)],
    ['10,000 characters', 'x.'.repeat(5_000)],
    ['non-ASCII characters', `${payload}.${'é'.repeat(mac.length)}`],
    ['NUL', '\0.\0'],
  ])('rejects a token with %s', (_, odd) => {
    expect(verifySearchToken(secret, odd)).toBeNull()
  })
  test('rejects a token with one changed character', () => {
    for (let at = 0; at < token.length; at++)
      expect(
        verifySearchToken(secret, `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`),
      ).toBeNull()
  })
  test('rejects signed text that is not a search', () => {
    expect(signSearch(secret, { ...SEARCH, query: ' \0 ' })).toMatch(/\./)
    for (const odd of [
      { query: '' },
      { query: '\0' },
      { mode: 'moon' },
      { found: -1 },
      { found: 1.5 },
      { partnerId: 'x' },
    ])
      expect(through(odd as Partial<LoggedSearch>)).toBeNull()
  })
  test('never throws', () => {
    fc.assert(fc.property(fc.oneof(anyText, fc.string()), (odd) => verifySearchToken(secret, odd) === null))
  })
})

describe('searchTokenFor', () => {
  test("signs with the shop's own secret", async () => {
    const token = await searchTokenFor(database.db, { ...SEARCH, page: 1 })
    expect(await verifyOwnSearchToken(database.db, token!)).toEqual(SEARCH)
    expect(verifySearchToken(secret, token!)).toBeNull()
    expect(await searchTokenFor(database.db, { ...SEARCH, page: 1 })).toBe(token)
  })
  test('returns a token only for the first page of a search with words', async () => {
    expect(await searchTokenFor(database.db, { ...SEARCH, page: 2 })).toBeNull()
    for (const query of ['', ' ', '\0'])
      expect(await searchTokenFor(database.db, { ...SEARCH, query, page: 1 })).toBeNull()
  })
})
