import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchQueryParams } from '#server/search/search.schema.ts'
import { getParam, parseSearchParams, withParams } from './search-params.ts'

const params = (search: string) => new URLSearchParams(search)

describe('parseSearchParams', () => {
  test.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: '1,2,3' }],
    ['a[]=1&a[]=2', { 'a[]': '1,2' }],
    ['', {}],
    ['a', { a: '' }],
    ['toString=1&constructor=2', { toString: '1', constructor: '2' }],
  ])('parses %j', (search, expected) => expect(parseSearchParams(params(search))).toEqual(expected))

  test('accepts any query string', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.webQueryParameters(),
          fc.constant('__proto__=1&__proto__=2'),
        ),
        (search) => {
          expect(() => searchQueryParams.parse(parseSearchParams(params(search)))).not.toThrow()
        },
      ),
    )
  })
})

test('reads the first value of a parameter, and truncates long values', () => {
  const url = (search: string) => ({ url: `http://shop.test/x${search}` })
  expect([
    getParam(url('?token=a&token=b'), 'token'),
    getParam(url('?token'), 'token'),
    getParam(url(''), 'token'),
  ]).toEqual(['a', '', null])
  expect(getParam(url(`?token=${'"'.repeat(100_000)}`), 'token')).toHaveLength(500)
})

describe('withParams', () => {
  test.each([
    ['q=1&sort=2', { q: '3' }, '?sort=2&q=3'],
    ['page=1&page=2', { page: undefined }, '?'],
    ['brand=1&brand=2', { q: 'x y&z' }, '?brand=1%2C2&q=x+y%26z'],
    ['', {}, '?'],
    ['utm_source=x&a[]=1&view=list', {}, '?view=list'],
    [`q=${'x'.repeat(50_000)}&view=list`, { page: '2' }, '?view=list&page=2'],
    [
      ['q', 'tags', 'not', 'brands'].map((name) => `${name}=${name.padEnd(900, 'x')}`).join('&'),
      { page: '2' },
      `?q=${'q'.padEnd(900, 'x')}&tags=${'tags'.padEnd(900, 'x')}&page=2`,
    ],
  ])('of %j with %j is %j', (search, changes, expected) => expect(withParams(params(search), changes)).toBe(expected))
})
