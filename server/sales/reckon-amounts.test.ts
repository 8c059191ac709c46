import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storeLine } from '#tests/setup/sales.ts'
import { reckonAmounts } from './reckon-amounts.ts'

const back = (lineId: string, amountMinor: number, otherMinor = 0) => [
  { lines: [{ lineId, quantity: 1, amountMinor }], otherMinor },
]

test('discount and included tax go with what is left of a line', () => {
  const line = storeLine({
    quantity: 3,
    removedQuantity: 1,
    priceMinor: 1_000,
    discountMinor: 100,
    includedTaxMinor: 500,
  })
  expect(reckonAmounts([line], []).commissionableMinor).toBe(2_000n - 67n - 333n)
})

test('what is left out, all removed, or discounted below nothing counts nothing', () => {
  const lines = [
    storeLine({ leftOut: 'tip' }),
    storeLine({ quantity: 1, removedQuantity: 2 }),
    storeLine({ quantity: 0 }),
    storeLine({ discountMinor: 20_000 }),
  ]
  expect(reckonAmounts(lines, [])).toMatchObject({ commissionableMinor: 0n, isOverRefunded: false })
})

test('a refund of a gift card takes nothing from the rest', () => {
  const lines = [storeLine({ id: 'card', leftOut: 'gift card' }), storeLine()]
  expect(reckonAmounts(lines, back('card', 10_000))).toMatchObject({ refundedMinor: 0n, isOverRefunded: false })
})

test('a refund of a line that is not there takes from the order', () => {
  expect(reckonAmounts([storeLine()], back('gone', 400, 100))).toMatchObject({
    refundedMinor: 500n,
    isOverRefunded: false,
  })
})

test('what came back and was not paid out counts as sold, and never more than was refunded', () => {
  const lines = [storeLine({ id: 'a' }), storeLine()]
  expect(reckonAmounts(lines, back('a', 10_000, -10_000))).toMatchObject({ refundedMinor: 0n, isOverRefunded: false })
  expect(reckonAmounts(lines, back('a', 10_000, -3_000))).toMatchObject({ refundedMinor: 7_000n })
  expect(reckonAmounts(lines, back('a', 4_000, -12_000))).toMatchObject({ refundedMinor: 0n })
  expect(reckonAmounts(lines, [...back('a', 10_000, -3_000), ...back('gone', 500)])).toMatchObject({
    refundedMinor: 7_500n,
  })
})

test('never more goes back than is there, and more is noticed', () => {
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
