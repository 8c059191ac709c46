import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceRules, parsePrice } from './parse-price.ts'

const usd = priceRules('USD', 1)

describe('parsePrice', () => {
  test.each([
    ['50', 5_000],
    ['49.9', 4_990],
    ['49.90', 4_990],
    ['0.29', 29],
    ['1.10', 110],
    ['8.2000', 820],
    ['007', 700],
    ['0', 0],
    ['20000000', 2_000_000_000],
    [' 12.50 ', 1_250],
  ])('reads %j as %i', (text, minor) => expect(parsePrice(text, usd)).toEqual({ minor }))

  test.each([
    ['', 'is missing'],
    ['  ', 'is missing'],
    ['-5', 'is negative'],
    ['abc', 'is not a number'],
    ['1e3', 'is not a number'],
    ['1,299.00', 'is not a number'],
    ['49,90', 'is not a number'],
    ['$5', 'is not a number'],
    ['5.', 'is not a number'],
    ['NaN', 'is not a number'],
    ['Infinity', 'is not a number'],
    ['٣', 'is not a number'],
    ['9.999', 'more decimals than USD'],
    ['20000000.01', 'is too high'],
    ['99999999999999999999', 'is too high'],
  ])('refuses %j', (text, reason) => {
    const read = parsePrice(text, usd)
    expect('reason' in read ? read.reason : null).toContain(reason)
  })

  test('uses the decimals of the currency', () => {
    expect(parsePrice('1500', priceRules('JPY', 0.0067))).toEqual({ minor: 1_500 })
    expect(parsePrice('1500.5', priceRules('JPY', 0.0067))).toHaveProperty('reason')
    expect(parsePrice('1.234', priceRules('KWD', 3.25))).toEqual({ minor: 1_234 })
  })

  test('refuses a price that overflows in the base currency', () => {
    expect(parsePrice('16000000', priceRules('GBP', 1.31))).toHaveProperty('reason')
    expect(parsePrice('15000000', priceRules('GBP', 1.31))).toEqual({ minor: 1_500_000_000 })
  })

  test('is exact for every amount, with any leading and trailing zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.nat(3), fc.nat(3), (minor, before, after) => {
        const text =
          '0'.repeat(before) + Math.trunc(minor / 100) + '.' + String(minor % 100).padStart(2, '0') + '0'.repeat(after)
        expect(parsePrice(text, usd)).toEqual({ minor })
      }),
    )
  })

  test('returns a result for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parsePrice(text, usd)
        if ('minor' in read)
          expect(Number.isSafeInteger(read.minor) && read.minor >= 0 && read.minor <= 2_000_000_000).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
