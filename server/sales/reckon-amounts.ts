import { divideHalfEven } from '#server/platform/money.ts'
import type { StoreLine, StoreRefund } from './store-order.schema.ts'

type RefundOf = Pick<StoreRefund, 'lines' | 'otherMinor' | 'grossOtherMinor'>

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
  /** Amounts by line id. */
  lines: Map<string, LineAmounts>
  /** Whether more was refunded than the commissionable amount. */
  isOverRefunded: boolean
}

/** A commissionable line, with its refunded part. */
interface CountedLine {
  netMinor: bigint
  /** Including tax. */
  grossMinor: bigint
  refundedMinor: bigint
}

/**
 * Computes the commissionable part of an order, and how much of it was refunded. Minor units of the order's currency.
 * Per line: price x remaining quantity - discount - included tax, the last two for the remaining part, never below 0. A
 * refund of a line is limited to the line's value, a refund outside the lines to the rest of the order. An amount
 * withheld from a refund reduces only that refund, by its lines' value at most. If everything that was paid is
 * refunded, nothing is left, however the refunds were rounded.
 */
export function reckonAmounts(lines: readonly StoreLine[], refunds: readonly RefundOf[]): Amounts {
  const returned = new Map<string, { quantity: number; minor: bigint; times: bigint }>()
  for (const { lineId, quantity, amountMinor } of refunds.flatMap((refund) => refund.lines)) {
    const before = returned.get(lineId) ?? { quantity: 0, minor: 0n, times: 0n }
    returned.set(lineId, {
      quantity: before.quantity + quantity,
      minor: before.minor + BigInt(amountMinor),
      times: before.times + 1n,
    })
  }
  const amounts: Amounts = {
    subtotalMinor: 0n,
    discountMinor: 0n,
    commissionableMinor: 0n,
    refundedMinor: 0n,
    lines: new Map(),
    isOverRefunded: false,
  }
  const counted = new Map<string, CountedLine>()
  let named = 0n
  for (const line of lines) {
    const { quantity, minor, times } = returned.get(line.id) ?? { quantity: 0, minor: 0n, times: 0n }
    const { netMinor, grossMinor } = amountsOf(line)
    // Refunds of single items are rounded separately.
    const isWhole = quantity >= line.quantity - line.removedQuantity && netMinor - minor <= times
    const refundedMinor = line.leftOut ? 0n : isWhole ? netMinor : least(minor, netMinor)
    if (!line.leftOut && minor > netMinor) amounts.isOverRefunded = true
    if (!line.leftOut) named += least(minor, netMinor)
    const refundedQuantity = Math.min(quantity, line.quantity)
    amounts.lines.set(line.id, { netMinor, refundedQuantity, refundedMinor })
    if (!line.leftOut) counted.set(line.id, { netMinor, grossMinor, refundedMinor })
    amounts.subtotalMinor += BigInt(line.priceMinor) * BigInt(line.quantity)
    amounts.discountMinor += BigInt(line.discountMinor)
    amounts.commissionableMinor += netMinor
    amounts.refundedMinor += refundedMinor
  }
  const isNamed = new Set(lines.map(({ id }) => id))
  const beside = refundsBesideLines(refunds, counted, isNamed)
  const left = amounts.commissionableMinor - amounts.refundedMinor
  if (lines.length && beside.minor > amounts.commissionableMinor - named) amounts.isOverRefunded = true
  amounts.refundedMinor = isAllGivenBack(
    counted,
    beside.grossMinor,
    refunds.some(({ grossOtherMinor = 0 }) => grossOtherMinor !== 0),
  )
    ? amounts.commissionableMinor
    : most(0n, amounts.refundedMinor + least(beside.minor, left))
  return amounts
}

/** Returns the refunds outside the lines minus the withheld amounts, both without tax and in the store's prices. */
function refundsBesideLines(
  refunds: readonly RefundOf[],
  counted: ReadonlyMap<string, CountedLine>,
  isNamed: ReadonlySet<string>,
): { minor: bigint; grossMinor: bigint } {
  const all = [...counted.values()]
  let minor = 0n
  let grossMinor = 0n
  // Adds them up first, so that several parts of an amount are rounded once.
  let grossAlone = 0n
  for (const refund of refunds) {
    const ownLines = refund.lines.flatMap(({ lineId }) => counted.get(lineId) ?? [])
    // Refunded lines that the order does not contain, perhaps since an edit.
    const worth = refund.lines.reduce(
      (sum, { lineId, amountMinor }) => (counted.has(lineId) || !isNamed.has(lineId) ? sum + BigInt(amountMinor) : sum),
      0n,
    )
    const unknown = refund.lines.reduce(
      (sum, { lineId, amountMinor }) => (isNamed.has(lineId) ? sum : sum + BigInt(amountMinor)),
      0n,
    )
    const [other, gross] = [BigInt(refund.otherMinor), BigInt(refund.grossOtherMinor ?? 0)]
    grossMinor += unknown + other + gross
    if (!refund.lines.length) {
      minor += most(other, 0n)
      grossAlone += most(gross, 0n)
    } else minor += unknown + most(other + withoutTax(gross, ownLines.length ? ownLines : all), -worth)
  }
  return { minor: minor + withoutTax(grossAlone, all), grossMinor }
}

/** Returns the part of an amount without tax, if it is taxed like these lines. */
function withoutTax(grossMinor: bigint, lines: readonly CountedLine[]): bigint {
  const [net, gross] = [sumOf(lines, 'netMinor'), sumOf(lines, 'grossMinor')]
  return gross === 0n ? grossMinor : divideHalfEven(grossMinor * net, gross)
}

/**
 * Whether everything that was paid is refunded. Compares amounts with tax, because lines may be taxed differently,
 * which does not affect an amount outside them.
 */
function isAllGivenBack(counted: ReadonlyMap<string, CountedLine>, besideMinor: bigint, isRounded: boolean): boolean {
  const lines = [...counted.values()].filter(({ netMinor }) => netMinor > 0n)
  if (!lines.length || besideMinor < 0n) return false
  const parts = lines.filter(({ netMinor, refundedMinor }) => refundedMinor > 0n && refundedMinor < netMinor)
  const returned = lines.reduce(
    (sum, { netMinor, grossMinor, refundedMinor }) => sum + divideHalfEven(refundedMinor * grossMinor, netMinor),
    0n,
  )
  const slack = besideMinor > 0n && isRounded ? BigInt(parts.length) : 0n
  return returned + besideMinor + slack >= sumOf(lines, 'grossMinor')
}

function amountsOf(line: StoreLine): { netMinor: bigint; grossMinor: bigint } {
  const quantity = BigInt(line.quantity)
  const kept = quantity - BigInt(line.removedQuantity)
  if (line.leftOut || kept <= 0n) return { netMinor: 0n, grossMinor: 0n }
  const gross = BigInt(line.priceMinor) * kept - divideHalfEven(BigInt(line.discountMinor) * kept, quantity)
  const net = gross - divideHalfEven(BigInt(line.includedTaxMinor) * kept, quantity)
  return net > 0n ? { netMinor: net, grossMinor: gross } : { netMinor: 0n, grossMinor: 0n }
}

const sumOf = (lines: readonly CountedLine[], name: 'netMinor' | 'grossMinor'): bigint =>
  lines.reduce((sum, line) => sum + line[name], 0n)
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const most = (a: bigint, b: bigint) => (a > b ? a : b)
