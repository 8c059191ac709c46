import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storeLine } from '#tests/setup/sales.ts'
import { reckonAmounts } from './reckon-amounts.ts'

const back = (lineId: string, amountMinor: number, otherMinor = 0) => [
  { lines: [{ lineId, quantity: 1, amountMinor }], otherMinor },
]

test('applies discount and included tax in proportion to the remaining quantity', () => {
  const line = storeLine({
    quantity: 3,
    removedQuantity: 1,
    priceMinor: 1_000,
    discountMinor: 100,
    includedTaxMinor: 500,
  })
  expect(reckonAmounts([line], []).commissionableMinor).toBe(2_000n - 67n - 333n)
})

test('counts nothing for excluded, removed or over-discounted lines', () => {
  const lines = [
    storeLine({ leftOut: 'tip' }),
    storeLine({ quantity: 1, removedQuantity: 2 }),
    storeLine({ quantity: 0 }),
    storeLine({ discountMinor: 20_000 }),
  ]
  expect(reckonAmounts(lines, [])).toMatchObject({ commissionableMinor: 0n, isOverRefunded: false })
})

test('deducts nothing from other lines for a refunded gift card', () => {
  const lines = [storeLine({ id: 'card', leftOut: 'gift card' }), storeLine()]
  expect(reckonAmounts(lines, back('card', 10_000))).toMatchObject({ refundedMinor: 0n, isOverRefunded: false })
})

test('deducts a refund of an unknown line from the order', () => {
  expect(reckonAmounts([storeLine()], back('gone', 400, 100))).toMatchObject({
    refundedMinor: 500n,
    isOverRefunded: false,
  })
})

test('does not deduct the part of a refund that was withheld', () => {
  const lines = [storeLine({ id: 'a' }), storeLine()]
  expect(reckonAmounts(lines, back('a', 10_000, -10_000))).toMatchObject({ refundedMinor: 0n, isOverRefunded: false })
  expect(reckonAmounts(lines, back('a', 10_000, -3_000))).toMatchObject({ refundedMinor: 7_000n })
  expect(reckonAmounts(lines, back('a', 4_000, -12_000))).toMatchObject({ refundedMinor: 0n })
  expect(reckonAmounts(lines, [...back('a', 10_000, -3_000), ...back('gone', 500)])).toMatchObject({
    refundedMinor: 7_500n,
  })
})

test('never refunds more than the order, and reports the excess', () => {
  const minor = fc.integer({ min: 0, max: 100_000 })
  const line = fc.record({
    quantity: fc.nat(5),
    removedQuantity: fc.nat(5),
    priceMinor: minor,
    discountMinor: minor,
    includedTaxMinor: minor,
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(5), minor, minor)),
      fc.integer({ min: -500_000, max: 0 }),
      (lines, refunds, notGiven) => {
        const named = lines.map((each, index) => storeLine({ ...each, id: String(index) }))
        const told = refunds.flatMap(([id, amount, other]) => back(String(id), amount, other))
        const { commissionableMinor, refundedMinor, isOverRefunded } = reckonAmounts(named, told)
        expect(refundedMinor).toBeGreaterThanOrEqual(0n)
        expect(refundedMinor).toBeLessThanOrEqual(commissionableMinor)
        const all = refunds.reduce((sum, [, amount, other]) => sum + BigInt(amount) + BigInt(other), 0n)
        expect(isOverRefunded).toBe(all > refundedMinor)
        const less = reckonAmounts(named, [...told, { lines: [], otherMinor: notGiven }]).refundedMinor
        expect(less).toBeGreaterThanOrEqual(0n)
        expect(less).toBeLessThanOrEqual(refundedMinor)
      },
    ),
  )
})

test('limits the amount withheld from a refund to the lines of that refund', () => {
  const lines = [storeLine({ id: 'a' }), storeLine({ id: 'b' })]
  const pending = {
    lines: [{ lineId: 'a', quantity: 1, amountMinor: 10_000 }],
    otherMinor: 0,
    grossOtherMinor: -12_200,
  }
  expect(reckonAmounts(lines, [pending]).refundedMinor).toBe(0n)
  expect(reckonAmounts(lines, [pending, ...back('b', 4_000)]).refundedMinor).toBe(4_000n)
  expect(reckonAmounts(lines, [...back('b', 4_000), pending]).refundedMinor).toBe(4_000n)
})

test('deducts the tax of the lines from a gross amount', () => {
  const taxed = storeLine({ id: 'a', priceMinor: 11_900, includedTaxMinor: 1_900 })
  const reduced = storeLine({ id: 'b', priceMinor: 10_700, includedTaxMinor: 700 })
  const beside = (grossOtherMinor: number, ...named: string[]) => ({
    lines: named.map((lineId) => ({ lineId, quantity: 1, amountMinor: 10_000 })),
    otherMinor: 0,
    grossOtherMinor,
  })
  const refunded = (...refunds: Array<ReturnType<typeof beside>>) =>
    Number(reckonAmounts([taxed, reduced], refunds).refundedMinor)
  expect(refunded(beside(2_260))).toBe(2_000)
  expect(refunded(beside(-2_380, 'a'))).toBe(8_000)
  expect(refunded(beside(-1_070, 'b'))).toBe(9_000)
  // A gross refund of the remaining 10,700 covers the other line in full, including its tax.
  expect(refunded(beside(0, 'a'), beside(10_700))).toBe(20_000)
  expect(refunded(beside(0, 'a'), beside(10_699))).toBeLessThan(20_000)
})

test('partial refunds add up to the entire order, with any rounding', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 5 }),
    priceMinor: fc.integer({ min: 50, max: 20_000 }),
    discountShare: fc.constantFrom(0, 0, 0.1, 0.333),
    rate: fc.constantFrom(0, 0.055, 0.07, 0.19, 0.2, 0.25),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('pieces', 'lines', 'money', 'line and money'),
      (drawn, isTaxIncluded, goodwillShare, how) => {
        const sold = drawn.map(({ quantity, priceMinor, discountShare, rate }, index) => {
          const discountMinor = Math.round(priceMinor * quantity * discountShare)
          const gross = priceMinor * quantity - discountMinor
          const tax = Math.round((gross * rate) / (1 + rate))
          const includedTaxMinor = isTaxIncluded ? tax : 0
          const named = storeLine({ id: String(index), quantity, priceMinor, discountMinor, includedTaxMinor })
          return { named, gross, tax: includedTaxMinor }
        })
        const total = sold.reduce((sum, { gross }) => sum + gross, 0)
        const goodwill = Math.round(total * goodwillShare * 0.3)
        const part = ({ named, gross, tax }: (typeof sold)[number], quantity: number) => {
          const share = (minor: number) => Math.round((minor * quantity) / named.quantity)
          return { lineId: named.id, quantity, amountMinor: share(gross) - share(tax) }
        }
        const alone = (grossOtherMinor: number) => ({ lines: [], otherMinor: 0, grossOtherMinor })
        const [first, ...others] = sold as [(typeof sold)[number], ...typeof sold]
        const refunds =
          how === 'money'
            ? [alone(goodwill), alone(total - goodwill)]
            : how === 'line and money'
              ? [
                  { ...alone(0), lines: [part(first, first.named.quantity)] },
                  ...(others.length ? [alone(total - first.gross)] : []),
                ]
              : [
                  ...(goodwill ? [alone(goodwill)] : []),
                  ...sold
                    .slice(0, -1)
                    .flatMap((each) =>
                      how === 'lines'
                        ? [{ ...alone(0), lines: [part(each, each.named.quantity)] }]
                        : Array.from({ length: each.named.quantity }, () => ({ ...alone(0), lines: [part(each, 1)] })),
                    ),
                  // The last refund returns everything, less the amount given before.
                  ...sold.slice(-1).map((each) => ({ ...alone(-goodwill), lines: [part(each, each.named.quantity)] })),
                ]
        // The last refund cannot be smaller than the amount given before.
        fc.pre(how === 'money' || how === 'line and money' || goodwill <= (sold.at(-1)?.gross ?? 0))
        const lines = sold.map(({ named }) => named)
        const { commissionableMinor, refundedMinor } = reckonAmounts(lines, refunds)
        expect(refundedMinor).toBe(commissionableMinor)
        expect(reckonAmounts(lines, refunds.toReversed())).toEqual(reckonAmounts(lines, refunds))
        for (const refund of refunds) {
          const { refundedMinor: alone } = reckonAmounts(lines, [refund])
          expect(alone).toBeGreaterThanOrEqual(0n)
          expect(alone).toBeLessThanOrEqual(commissionableMinor)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})
