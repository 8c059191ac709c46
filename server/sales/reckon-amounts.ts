import { divideHalfEven } from '#server/platform/money.ts'
import type { StoreLine, StoreRefund } from './store-order.schema.ts'

type RefundOf = Pick<StoreRefund, 'lines' | 'otherMinor'>

interface LineAmounts {
  /** The commissionable part of the line, before refunds. */
  netMinor: bigint
  refundedQuantity: number
  refundedMinor: bigint
}

export interface Amounts {
  subtotalMinor: bigint
  discountMinor: bigint
  commissionableMinor: bigint
  refundedMinor: bigint
  /** By the line's id. */
  lines: Map<string, LineAmounts>
  /** More was given back than a commission is of. */
  isOverRefunded: boolean
}

/**
 * The commissionable part of an order, and how much of it was refunded, in minor units of the order's currency. Per
 * line: price x remaining quantity - discount - included tax, the last two in proportion to the remaining quantity,
 * never below 0. A refund takes at most what its line has. A refund without lines takes at most what the order has
 * left. If less was paid back than the returned lines are worth, the difference reduces the refunded amount.
 */
export function reckonAmounts(lines: readonly StoreLine[], refunds: readonly RefundOf[]): Amounts {
  const returned = new Map<string, { quantity: number; minor: bigint }>()
  for (const { lineId, quantity, amountMinor } of refunds.flatMap((refund) => refund.lines)) {
    const { quantity: before, minor } = returned.get(lineId) ?? { quantity: 0, minor: 0n }
    returned.set(lineId, { quantity: before + quantity, minor: minor + BigInt(amountMinor) })
  }
  const amounts: Amounts = {
    subtotalMinor: 0n,
    discountMinor: 0n,
    commissionableMinor: 0n,
    refundedMinor: 0n,
    lines: new Map(),
    isOverRefunded: false,
  }
  for (const line of lines) {
    const back = returned.get(line.id)
    returned.delete(line.id)
    const netMinor = netOf(line)
    const refundedMinor = line.leftOut ? 0n : least(back?.minor ?? 0n, netMinor)
    if (!line.leftOut && (back?.minor ?? 0n) > netMinor) amounts.isOverRefunded = true
    const refundedQuantity = Math.min(back?.quantity ?? 0, line.quantity)
    amounts.lines.set(line.id, { netMinor, refundedQuantity, refundedMinor })
    amounts.subtotalMinor += BigInt(line.priceMinor) * BigInt(line.quantity)
    amounts.discountMinor += BigInt(line.discountMinor)
    amounts.commissionableMinor += netMinor
    amounts.refundedMinor += refundedMinor
  }
  // Refunds of lines that the order does not name: perhaps it named them before an edit.
  const unknown = [...returned.values()].reduce((sum, { minor }) => sum + minor, 0n)
  const other = refunds.reduce((sum, { otherMinor }) => sum + BigInt(otherMinor), unknown)
  const left = amounts.commissionableMinor - amounts.refundedMinor
  if (lines.length && other > left) amounts.isOverRefunded = true
  amounts.refundedMinor += other < 0n ? -least(-other, amounts.refundedMinor) : least(other, left)
  return amounts
}

function netOf(line: StoreLine): bigint {
  const quantity = BigInt(line.quantity)
  const kept = quantity - BigInt(line.removedQuantity)
  if (line.leftOut || kept <= 0n) return 0n
  const net =
    BigInt(line.priceMinor) * kept -
    divideHalfEven(BigInt(line.discountMinor) * kept, quantity) -
    divideHalfEven(BigInt(line.includedTaxMinor) * kept, quantity)
  return net > 0n ? net : 0n
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)
