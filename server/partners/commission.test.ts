import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commissionOf, describeTiers, formatRate, shareByTier, type Tier } from './commission.schema.ts'

const STANDARD: Tier[] = [
  { name: 'Starter', fromMinor: 0, upToMinor: 25_000_00, rateBps: 1000 },
  { name: 'Growth', fromMinor: 25_000_00, upToMinor: 75_000_00, rateBps: 800 },
  { name: 'Scale', fromMinor: 75_000_00, upToMinor: 125_000_00, rateBps: 600 },
  { name: 'Elite', fromMinor: 125_000_00, upToMinor: null, rateBps: 500 },
]
const sales = fc.integer({ min: 0, max: 2_000_000_000 })

test.each([
  [0, 0],
  [100, 10],
  [25_000_00, 2_500_00],
  [25_000_01, 2_500_00],
  [50_000_00, 2_500_00 + 2_000_00],
  [75_000_00, 2_500_00 + 4_000_00],
  [200_000_00, 2_500_00 + 4_000_00 + 3_000_00 + 3_750_00],
])('the commission on sales of %i is %i', (salesMinor, commission) => {
  expect(commissionOf(STANDARD, salesMinor)).toBe(commission)
})

test('the upper limit of a tier belongs to the next tier', () => {
  const tierAfter = (at: number) => {
    const [before, after] = [shareByTier(STANDARD, at), shareByTier(STANDARD, at + 1)]
    return after.find(({ salesMinor }, index) => salesMinor > before[index]!.salesMinor)?.tier.name
  }
  expect([24_999_99, 25_000_00, 124_999_99, 125_000_00].map(tierAfter)).toEqual(['Starter', 'Growth', 'Scale', 'Elite'])
})

test('tier parts add up to the sales, and additional sales cost between nothing and the highest rate', () => {
  fc.assert(
    fc.property(sales, fc.integer({ min: 0, max: 1_000_000 }), (salesMinor, more) => {
      const parts = shareByTier(STANDARD, salesMinor)
      expect(parts.reduce((sum, part) => sum + part.salesMinor, 0)).toBe(salesMinor)
      const [less, later] = [commissionOf(STANDARD, salesMinor), commissionOf(STANDARD, salesMinor + more)]
      expect(later).toBeGreaterThanOrEqual(less)
      expect(later - less).toBeLessThanOrEqual(Math.ceil(more / 10) + STANDARD.length)
    }),
  )
})

test('rounds a part half up, exactly', () => {
  fc.assert(
    fc.property(sales, fc.integer({ min: 0, max: 10_000 }), (salesMinor, rateBps) => {
      const tier = { name: 'All', fromMinor: 0, upToMinor: null, rateBps }
      const exact = (BigInt(salesMinor) * BigInt(rateBps) + 5_000n) / 10_000n
      expect(BigInt(commissionOf([tier], salesMinor))).toBe(exact)
    }),
  )
})

test('describes a plan in one line', () => {
  expect(describeTiers(STANDARD, 'GBP')).toBe(
    '10% up to £25,000.00, 8% up to £75,000.00, 6% up to £125,000.00, 5% above',
  )
})

test('formats rates as percentages without trailing zeros', () => {
  expect([1000, 750, 0, 5].map(formatRate)).toEqual(['10%', '7.5%', '0%', '0.05%'])
})
