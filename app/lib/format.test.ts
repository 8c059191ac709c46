import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  discountPercent,
  formatAxisCount,
  formatAxisMoney,
  formatBytes,
  formatCount,
  formatDate,
  formatMoney,
  toMajor,
} from './format.ts'

describe('money', () => {
  test.each([
    [4_500, 'GBP', '£45.00'],
    [123_456, 'USD', '$1,234.56'],
    [5, 'EUR', '€0.05'],
    [0, 'USD', '$0.00'],
    [1_500, 'JPY', '¥1,500'],
    [1_234_567, 'KWD', 'KWD\u00a01,234.567'],
    [900_719_925_474_099_321n, 'USD', '$9,007,199,254,740,993.21'],
    [-5n, 'EUR', '-€0.05'],
  ])('formats %i %s as %s', (minor, currency, text) => {
    expect(formatMoney(minor, currency)).toBe(text)
  })
  test('matches Intl.NumberFormat for any amount in cents', () => {
    for (const currency of ['USD', 'EUR', 'GBP']) {
      const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
      fc.assert(
        fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (minor) => {
          expect(formatMoney(minor, currency)).toBe(format.format(minor / 100))
        }),
        { numRuns: 2_000 },
      )
    }
  })
  test.each([
    [4_500, 'GBP', 45],
    [1_500, 'JPY', 1_500],
    [1_234, 'KWD', 1.234],
  ])('converts %i %s to %d', (minor, currency, major) => expect(toMajor(minor, currency)).toBe(major))
})

describe('discountPercent', () => {
  test.each([
    [750, 1_000, 25],
    [667, 1_000, 33],
    [665, 1_000, 34],
    [0, 100, 100],
    [100, 100, null],
    [100, 50, null],
    [100, 0, null],
    [100, null, null],
  ])('%i from %s is %s', (price, original, percent) => {
    expect(discountPercent(price, original)).toBe(percent)
  })
  test('is an integer from 0 to 100 if the original price is higher, and null otherwise', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (price, original) => {
        const percent = discountPercent(price, original)
        if (original > price) expect(Number.isInteger(percent) && percent! >= 0 && percent! <= 100).toBe(true)
        else expect(percent).toBeNull()
      }),
    )
  })
})

test('formats counts and dates', () => {
  expect([formatCount(0), formatCount(1_234_567), formatDate(new Date('2026-11-20T23:30:00Z'))]).toEqual([
    '0',
    '1,234,567',
    '20 November 2026',
  ])
})

test('formats sizes in a suitable unit', () => {
  expect([0, 157_286_400, 3_221_225_472, 5_583_457_485].map(formatBytes)).toEqual([
    '0 bytes',
    '150 MB',
    '3 GB',
    '5.2 GB',
  ])
})

test.each([
  [50_000, 'USD', '$500'],
  [200_000, 'GBP', '£2k'],
  [150_000_000, 'EUR', '€1.5M'],
  [2_000, 'JPY', '¥2k'],
])('formats %i %s on an axis as %s', (minor, currency, text) => expect(formatAxisMoney(minor, currency)).toBe(text))

test('abbreviates counts on an axis', () =>
  expect([5, 1_500, 20_000].map(formatAxisCount)).toEqual(['5', '1.5k', '20k']))
