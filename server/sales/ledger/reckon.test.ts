import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareByTier, type Tier } from '#server/partners/commission.schema.ts'
import { divideHalfEven } from '#server/platform/money.ts'
import { convertMinor, reckonDifferences, reckonShares, type Bracket } from './reckon.ts'

const brackets = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 }), fc.infiniteStream(fc.nat(10_000)))
  .map(([limits, rates]): Bracket[] => {
    const froms = [0, ...limits.sort((a, b) => a - b)]
    return froms.map((from, index) => ({
      from: BigInt(from),
      upTo: index + 1 < froms.length ? BigInt(froms[index + 1] ?? 0) : null,
      rateBps: rates.next().value as number,
    }))
  })
const amount = fc.nat(3_000_000).map(BigInt)

test.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [-1n, 3n, 0n],
])('rounds half to even: %d / %d is %d', (dividend, divisor, quotient) => {
  expect(divideHalfEven(dividend, divisor)).toBe(quotient)
})

test('converts amounts with the minor units of both currencies', () => {
  expect(convertMinor(10_000n, '1.25', { from: 100, to: 100 })).toBe(12_500n)
  expect(convertMinor(1_000n, '0.0052000000', { from: 1, to: 100 })).toBe(520n)
})

test('the onboarding calculator gives the same commission as the ledger', () => {
  fc.assert(
    fc.property(brackets, amount, (plan, netMinor) => {
      const tiers = plan.map(({ from, upTo, rateBps }): Tier => ({
        name: '',
        fromMinor: Number(from),
        upToMinor: upTo === null ? null : Number(upTo),
        rateBps,
      }))
      const shares = shareByTier(tiers, Number(netMinor)).filter(({ salesMinor }) => salesMinor > 0)
      expect(shares.map(({ salesMinor, commissionMinor }) => [salesMinor, commissionMinor])).toEqual(
        reckonShares('sales_value', plan, { position: 0n, netMinor }).map(({ baseMinor, amountMinor }) => [
          Number(baseMinor),
          Number(amountMinor),
        ]),
      )
    }),
    { numRuns: 1_000 },
  )
})

test('the shares of a sale add up to it, and adding the differences gives the new shares', () => {
  const place = fc.record({ position: amount, netMinor: amount })
  fc.assert(
    fc.property(brackets, place, place, fc.constantFrom('sales_value', 'sales_count'), (plan, one, other, basis) => {
      const [stands, owed] = [reckonShares(basis, plan, one), reckonShares(basis, plan, other)]
      expect(owed.reduce((sum, { baseMinor }) => sum + baseMinor, 0n)).toBe(other.netMinor)
      const sums = new Map(stands.map(({ tierFrom, amountMinor }) => [tierFrom, amountMinor]))
      for (const { tierFrom, amountMinor } of reckonDifferences(stands, owed))
        sums.set(tierFrom, (sums.get(tierFrom) ?? 0n) + amountMinor)
      for (const { tierFrom, amountMinor } of owed) expect(sums.get(tierFrom)).toBe(amountMinor)
      const total = [...sums.values()].reduce((sum, minor) => sum + minor, 0n)
      expect(total).toBe(owed.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
    }),
  )
})
