import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storeLine } from '#tests/setup/sales.ts'
import { limitsFor, worthOf } from './order-limits.ts'
import { HELD_ABOVE } from './order-limits.values.ts'
import { MAX_ORDER_MINOR } from './store-order.schema.ts'

const CURRENCIES = ['USD', 'JPY', 'KWD', 'VND', 'IDR', 'GBP']
const rate = fc.double({ min: 1e-7, max: 10, noNaN: true })

test('limits have the same value in each currency, and never exceed the largest amount that can be added up', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CURRENCIES), fc.option(rate), (currency, toBase) => {
      const { orderMinor, lineMinor, refusedMinor } = limitsFor(currency, toBase)
      expect(lineMinor > 0n && lineMinor <= orderMinor && orderMinor <= refusedMinor).toBe(true)
      expect(refusedMinor <= MAX_ORDER_MINOR).toBe(true)
    }),
  )
  expect(limitsFor('USD', 1)).toEqual({ orderMinor: 10_000_000n, lineMinor: 5_000_000n, refusedMinor: 1_000_000_000n })
  expect(limitsFor('JPY', 0.01)).toMatchObject({ orderMinor: BigInt(HELD_ABOVE.order * 100) })
})

test('nine million of the largest orders fit a bigint, and nine thousand a number', () => {
  expect(9_000_000n * MAX_ORDER_MINOR).toBeLessThan(2n ** 63n)
  expect(9_000n * MAX_ORDER_MINOR).toBeLessThan(BigInt(Number.MAX_SAFE_INTEGER))
})

test('the value of an order is the exact sum of its lines minus their discounts', () => {
  const line = fc.record({
    priceMinor: fc.integer({ min: 0, max: 10 ** 12 }),
    quantity: fc.integer({ min: 0, max: 1_000_000 }),
    discountMinor: fc.integer({ min: 0, max: 10 ** 12 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (given) => {
      const { orderMinor, lineMinor } = worthOf(given.map((each) => storeLine(each)))
      const worths = given.map((each) => BigInt(each.priceMinor) * BigInt(each.quantity) - BigInt(each.discountMinor))
      expect(orderMinor).toBe(worths.reduce((sum, worth) => sum + worth, 0n))
      expect(worths.every((worth) => worth <= lineMinor)).toBe(true)
    }),
  )
})
