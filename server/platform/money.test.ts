import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalsOf, formatMoney, toMinor, unitOf } from './money.schema.ts'
import { BASE_CURRENCY, toBaseMinor } from './money.ts'

const CURRENCIES = Intl.supportedValuesOf('currency')
const anyCurrency = fc.constantFrom('USD', 'EUR', 'GBP', 'JPY', 'KWD', 'CLF', ...CURRENCIES)
const anyMinor = fc.bigInt(-(10n ** 30n), 10n ** 30n)

describe('amounts', () => {
  test.each([
    ['USD', 100],
    ['GBP', 100],
    ['JPY', 1],
    ['KRW', 1],
    ['KWD', 1_000],
    ['CLF', 10_000],
    // Intl uses no decimals for these.
    ['HUF', 100],
    ['IDR', 100],
    ['MGA', 100],
    ['IQD', 1_000],
    // Valid codes that are not assigned.
    ['QQQ', 100],
  ])('of %s have %i minor units', (currency, unit) => expect(unitOf(currency)).toBe(unit))
  test.each([
    ['49.9', 'USD', 4_990n],
    ['49', 'USD', 4_900n],
    ['0049.90', 'USD', 4_990n],
    ['0.005', 'KWD', 5n],
    ['1500', 'JPY', 1_500n],
    ['9007199254740993.21', 'USD', 900_719_925_474_099_321n],
    ['49.999', 'USD', null],
    ['49.900', 'USD', null],
    ['49.9', 'JPY', null],
    ['', 'USD', null],
    ['.5', 'USD', null],
    ['5.', 'USD', null],
    ['-5', 'USD', null],
    ['1e3', 'USD', null],
    ['1,000', 'USD', null],
    [' 5', 'USD', null],
    ['٥', 'USD', null],
  ])('are parsed: %j %s is %s', (amount, currency, minor) => expect(toMinor(amount, currency)).toBe(minor))
  test('are parsed as Intl writes them, in every currency', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), anyCurrency, (minor, currency) => {
        const decimals = decimalsOf(currency)
        const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, useGrouping: false })
        expect(toMinor(format.format(`${minor}E-${decimals}` as `${number}`), currency)).toBe(minor)
      }),
    )
  })
  test('are refused in an unknown currency', () => expect(() => toMinor('5', 'dollars')).toThrow(RangeError))
})

test('an amount is written with the same decimals as it is parsed with, in every currency', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), anyCurrency, (minor, currency) => {
      expect(formatMoney(minor, currency).replace(/\D/g, '')).toBe(
        String(minor).padStart(decimalsOf(currency) + 1, '0'),
      )
    }),
  )
})

describe('toBaseMinor', () => {
  test.each([
    [0n, 'GBP', 1.31, 0n],
    [100n, 'USD', 1, 100n],
    [5n, 'GBP', 0.5, 2n],
    [7n, 'GBP', 0.5, 4n],
    [3n, 'GBP', 0.5, 2n],
    [-5n, 'GBP', 0.5, -2n],
    [-7n, 'GBP', 0.5, -4n],
    [10_000n, 'GBP', 1.31, 13_100n],
    [4_999n, 'EUR', 1.16, 5_799n],
    [1_500n, 'JPY', 0.0066, 990n],
    [1_234n, 'KWD', 3.25, 401n],
    [1n, 'JPY', 1e-7, 0n],
    [10n ** 25n, 'EUR', 1.16, 116n * 10n ** 23n],
  ])('%s %s at %d is %s cents', (minor, currency, rate, expected) => {
    expect(toBaseMinor(minor, currency, rate)).toBe(expected)
  })
  const anyRate = fc.double({ min: 0.0001, max: 200, noNaN: true })
  test('is exact to half a cent', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), anyRate, anyCurrency, (minor, rate, currency) => {
        const exact = (minor * rate * 100) / unitOf(currency)
        const off = Math.abs(Number(toBaseMinor(BigInt(minor), currency, rate)) - exact)
        expect(off).toBeLessThanOrEqual(0.5 + exact * Number.EPSILON * 4)
      }),
    )
  })
  test('preserves the order of amounts', () => {
    fc.assert(
      fc.property(anyMinor, fc.bigInt(0n, 1_000n), anyRate, anyCurrency, (minor, more, rate, currency) => {
        expect(toBaseMinor(minor + more, currency, rate)).toBeGreaterThanOrEqual(toBaseMinor(minor, currency, rate))
      }),
    )
  })
  test('does not convert the base currency', () => {
    fc.assert(
      fc.property(anyMinor, (minor) => {
        expect(toBaseMinor(minor, BASE_CURRENCY, 1)).toBe(minor)
      }),
    )
  })
  test('gives the same result as the former conversion in floating point', () => {
    const before = (minor: number, rate: number) => {
      const exact = minor * rate
      const floor = Math.floor(exact)
      return exact - floor === 0.5 ? floor + (floor % 2) : Math.round(exact)
    }
    for (const [currency, rate] of [
      ['USD', 1],
      ['GBP', 1.31],
      ['EUR', 1.16],
    ] as const)
      for (let minor = 0; minor < 100_000; minor += 97)
        expect(Number(toBaseMinor(BigInt(minor), currency, rate))).toBe(before(minor, rate))
  })
})
