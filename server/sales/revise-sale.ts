import type { Conversion, ConversionLine, LedgerActor, Prisma } from '#prisma/generated/client.ts'
import { agreementInForce } from '#server/partners/plan-in-force.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { findExchangeRate } from '#server/platform/exchange-rate.ts'
import { newId } from '#server/platform/ids.ts'
import { assertRoomForUnmatched } from './bounds-of-unmatched.ts'
import { decideStatus, type Decision } from './decide-status.ts'
import { findProducts } from './find-products.ts'
import type { OrderKey } from './find-sale.ts'
import { monthOf, placeInMonth } from './ledger/place-in-month.ts'
import { planTerms } from './ledger/plan-terms.ts'
import { settle } from './ledger/settle.ts'
import type { ConversionStatus } from './lifecycle.values.ts'
import { moveConversion } from './lifecycle.ts'
import { matchOrder, type Match } from './match-order.ts'
import { isOwnStaff } from './partners-people.ts'
import { flagRaised, raiseSaleFlags } from './raise-flags.ts'
import { reckonAmounts, type Amounts } from './reckon-amounts.ts'
import { reportSale } from './report-sale.ts'
import { lookupText } from './search-sales.ts'
import { linesOf, storedSnapshot, UNKNOWN, type Snapshot } from './snapshot.ts'
import { judgedSignal, type Signal, type StoreRefund } from './store-order.schema.ts'

const LINES_AT_ONCE = 200

export type StoredSale = Conversion & { lines: ConversionLine[] }

/** Everything known about an order, from all its messages. */
export interface OrderFacts extends OrderKey {
  snapshot: Snapshot
  paidAt: Date | null
  /** `updatedAt` of the earliest message that contains the payment. */
  paidToldAt: Date | null
  cancelledAt: Date | null
  refunds: readonly StoreRefund[]
  signals: readonly Signal[]
  /** Result of `emailHasher`. */
  hashOf: (email: string) => string
  /** Whether the partner confirmed that the sale is ours, although no signal proves it. */
  isConfirmedByPartner?: boolean
}

/** The result of a message. All null if nothing in the order connects it with us; then nothing is stored. */
export interface Recorded {
  conversionId: string | null
  status: ConversionStatus | null
  level: Match['level']
  isChanged: boolean
  /** The reason, for people, why the order is held, or was rejected by its partner. */
  held?: string
}

export const NOTHING: Recorded = { conversionId: null, status: null, level: null, isChanged: false }

/**
 * Updates a sale, its lines, flags, status and entries to match everything known about its order. The same facts give
 * the same sale, however often and in whatever order they came. Once a commission was owed, the order time, plan, rate
 * and position stay; once confirmed, the click stays too.
 */
export async function reviseSale(
  tx: Prisma.TransactionClient,
  stored: StoredSale | null,
  facts: OrderFacts,
  now: Date,
  by: { actor: LedgerActor; actorId?: string | null },
): Promise<Recorded> {
  const { partnerId, snapshot } = facts
  const wasOwed = stored !== null && stored.lockAt !== null
  const orderedAt = wasOwed ? stored.orderedAt : new Date(snapshot.orderedAt)
  const voidReason = stored?.voidReason ?? ''
  const amounts = reckonAmounts(snapshot.lines, facts.refunds)
  const plan = wasOwed && stored.planId ? await planTerms(tx, stored.planId) : await planAt(tx, partnerId, orderedAt)
  const judged = stored?.confirmedAt
    ? null
    : await matchOrder(tx, { partnerId, orderedAt, signals: facts.signals, codesEarn: plan?.codesEarn ?? false })
  // A sale that earned a commission keeps it, even if its click has been deleted.
  const match = judged && (judged.level || !wasOwed) ? judged : keptMatch(stored)
  const rate = stored?.ledgerRate
    ? { rate: stored.ledgerRate, asOf: stored.ledgerRateAsOf }
    : plan && (await findExchangeRate(tx, snapshot.currency, plan.currency))
  const decision = decideStatus({
    status: stored?.status ?? null,
    voidReason,
    isCancelled: facts.cancelledAt !== null,
    isTest: snapshot.isTest,
    isPaid: facts.paidAt !== null,
    areLinesKnown: snapshot.updatedAt > UNKNOWN,
    commissionableMinor: amounts.commissionableMinor,
    refundedMinor: amounts.refundedMinor,
    hasPlan: plan !== null,
    earns: wasOwed || match.earns || facts.isConfirmedByPartner === true,
    whyNotEarning: match.reason,
    currencyWithoutRate: rate ? null : snapshot.currency,
  })
  const status = decision?.status ?? stored?.status ?? 'tracked'
  const isWorthless = status === 'cancelled' || facts.cancelledAt !== null || snapshot.isTest || voidReason !== ''
  const isPending = status === 'pending' && facts.paidAt !== null && plan !== null
  const data = {
    ...columnsOf(facts, amounts, match),
    orderedAt,
    netMinor: isWorthless ? 0n : amounts.commissionableMinor - amounts.refundedMinor,
    planId: plan?.id ?? null,
    ...(isPending && {
      ledgerCurrency: plan.currency,
      ledgerRate: rate?.rate ?? null,
      ledgerRateAsOf: rate?.asOf ?? null,
      lockAt: new Date(lockedFrom(facts, orderedAt) + plan.lockDays * DAY_MS),
    }),
  }
  const id = stored?.id ?? newId()
  const isChanged = !stored || isDifferent(data, stored) || status !== stored.status
  const moreLines = snapshot.lines.length - (stored?.lines.length ?? 0)
  if (match.level === null && !wasOwed && (!stored || moreLines > 0))
    await assertRoomForUnmatched(tx, partnerId, { orders: stored ? 0 : 1, lines: moreLines })
  if (!stored) {
    await tx.conversion.create({
      data: {
        id,
        storeId: facts.storeId,
        externalId: facts.externalId,
        status,
        statusReason: decision?.reason ?? '',
        ...data,
        createdAt: now,
      },
      select: { id: true },
    })
    await tx.conversionTransition.create({
      data: { conversionId: id, to: status, reason: decision?.reason ?? '', ...by, at: now },
      select: { id: true },
    })
  } else if (isChanged) await tx.conversion.update({ where: { id }, data, select: { id: true } })
  const areLinesChanged = await writeLines(tx, id, stored, facts, amounts)
  const text = lookupText({ ...data, externalId: facts.externalId, lines: snapshot.lines })
  if (!stored || lookupText(stored) !== text)
    await tx.saleLookup.upsert({
      where: { conversionId: id },
      create: { conversionId: id, partnerId, text },
      update: { text },
      select: { conversionId: true },
    })
  if (stored && decision) await follow(tx, stored, decision, by, now)
  if (isPending && plan && stored?.status !== 'pending' && !stored?.confirmedAt) {
    const month = monthOf(data.lockAt ?? now)
    const placed = { id, partnerId, planId: plan.id, ledgerCurrency: plan.currency }
    const monthPosition = await placeInMonth(tx, placed, month, plan.basis, 'expected')
    await tx.conversion.update({ where: { id }, data: { month, monthPosition }, select: { id: true } })
  }
  if (isPending || wasOwed) {
    await settle(tx, id, now, by, whyEntries(stored, status, decision, data))
    const { channel, customerHash } = snapshot
    const clickedAt = match.click?.clickedAt ?? null
    const { isOverRefunded } = amounts
    const ownStaff = await isOwnStaff(tx, partnerId, customerHash, facts.hashOf)
    const judged = { id, partnerId, orderedAt, channel, clickedAt, isOverRefunded, isOwnStaff: ownStaff }
    await raiseSaleFlags(tx, judged, now)
  }
  // Before its lines are known, a sale has no value, so their first report is not an increase.
  if (stored?.voidReason && facts.cancelledAt === null && stored.sourceUpdatedAt > UNKNOWN) {
    const [fromMinor, toMinor] = [worthAfterRefunds(stored), worthAfterRefunds(amounts)]
    await flagRaised(tx, { id, partnerId }, { fromMinor, toMinor, currency: snapshot.currency }, now)
  }
  const hasChanged = isChanged || areLinesChanged
  if (hasChanged) await reportSale(tx, { id, partnerId }, stored ? 'sale.changed' : 'sale.created', now)
  return { conversionId: id, status, level: match.level, isChanged: hasChanged }
}

const worthAfterRefunds = (of: Pick<Amounts, 'commissionableMinor' | 'refundedMinor'>): bigint =>
  of.commissionableMinor - of.refundedMinor

/**
 * Returns when the time for returns starts, in ms: never before the order. A payment backdated by over a day counts
 * from its report.
 */
function lockedFrom({ paidAt, paidToldAt }: OrderFacts, orderedAt: Date): number {
  const [paid, facts] = [paidAt?.getTime() ?? 0, paidToldAt?.getTime() ?? 0]
  return Math.max(orderedAt.getTime(), facts - paid > DAY_MS ? facts : paid)
}

function columnsOf(
  { partnerId, snapshot, paidAt, paidToldAt, cancelledAt }: OrderFacts,
  amounts: Amounts,
  match: Match,
) {
  const { source, currency, isTest, channel, customerHash, updatedAt } = snapshot
  return {
    partnerId,
    source,
    orderName: snapshot.name,
    currency,
    subtotalMinor: amounts.subtotalMinor,
    discountMinor: amounts.discountMinor,
    taxMinor: BigInt(snapshot.taxMinor),
    shippingMinor: BigInt(snapshot.shippingMinor),
    commissionableMinor: amounts.commissionableMinor,
    refundedMinor: amounts.refundedMinor,
    paidAt,
    paidToldAt,
    cancelledAt,
    sourceUpdatedAt: updatedAt,
    isTest,
    channel,
    customerHash: customerHash === null ? null : Uint8Array.from(Buffer.from(customerHash, 'hex')),
    matchLevel: match.level,
    clickId: match.click?.id ?? null,
    evidence: match.evidence,
  }
}

/** Returns the sale's recorded match. Its click stays, even if the click itself is deleted. */
const keptMatch = (stored: StoredSale | null): Match => ({
  evidence: judgedSignal.array().parse(stored?.evidence ?? []),
  level: stored?.matchLevel ?? null,
  earns: true,
  reason: '',
  click: stored?.clickId ? { id: stored.clickId, clickedAt: null } : null,
})

export const signalsOf = (stored: StoredSale): Signal[] => judgedSignal.array().parse(stored.evidence)

async function follow(
  tx: Prisma.TransactionClient,
  { id, status, statusReason }: StoredSale,
  decision: Decision,
  by: { actor: LedgerActor; actorId?: string | null },
  now: Date,
): Promise<void> {
  if (decision.status !== status) await moveConversion(tx, id, decision.status, { ...by, reason: decision.reason }, now)
  else if (decision.reason !== statusReason)
    await tx.conversion.update({ where: { id }, data: { statusReason: decision.reason }, select: { id: true } })
}

function whyEntries(
  stored: StoredSale | null,
  status: ConversionStatus,
  decision: Decision | null,
  { orderName, refundedMinor }: { orderName: string; refundedMinor: bigint },
): string {
  if (status === 'pending' && stored?.status !== 'pending') return `order ${orderName} was paid`
  if (decision && decision.status !== stored?.status) return decision.reason
  if (stored?.voidReason) return stored.voidReason
  return refundedMinor === stored?.refundedMinor ? `order ${orderName} was changed` : `a refund of order ${orderName}`
}

async function writeLines(
  tx: Prisma.TransactionClient,
  conversionId: string,
  stored: StoredSale | null,
  facts: OrderFacts,
  amounts: Amounts,
): Promise<boolean> {
  const { snapshot } = facts
  const isSame = stored !== null && linesOf(storedSnapshot(stored, stored.lines)) === linesOf(snapshot)
  const known = new Map(stored?.lines.map((line) => [line.externalId, line.productId]))
  const found = isSame ? known : await findProducts(tx, facts, snapshot.lines)
  const rows = snapshot.lines.map((line, place) => {
    const reckoned = amounts.lines.get(line.id)
    return {
      conversionId,
      externalId: line.id,
      externalProductId: line.productId,
      productId: found.get(line.id) ?? null,
      title: line.title,
      sku: line.sku,
      quantity: line.quantity,
      priceMinor: BigInt(line.priceMinor),
      discountMinor: BigInt(line.discountMinor),
      includedTaxMinor: BigInt(line.includedTaxMinor),
      removedQuantity: line.removedQuantity,
      refundedQuantity: reckoned?.refundedQuantity ?? 0,
      refundedMinor: reckoned?.refundedMinor ?? 0n,
      netMinor: reckoned?.netMinor ?? 0n,
      leftOut: line.leftOut,
      place,
    }
  })
  if (isSame && rows.every((row, index) => !isDifferent(row, stored.lines[index] ?? {}))) return false
  if (stored?.lines.length) await tx.conversionLine.deleteMany({ where: { conversionId } })
  // Writes in batches, because the client prepares all rows of a call in one turn of the event loop.
  for (let from = 0; from < rows.length; from += LINES_AT_ONCE)
    await tx.conversionLine.createMany({ data: rows.slice(from, from + LINES_AT_ONCE) })
  return true
}

async function planAt(tx: Prisma.TransactionClient, partnerId: string, at: Date) {
  const agreement = await agreementInForce(tx, partnerId, at)
  return agreement && planTerms(tx, agreement.planId)
}

/** Whether the columns differ from the row. */
function isDifferent(columns: object, row: object): boolean {
  const stored = row as Record<string, unknown>
  return Object.entries(columns).some(([name, value]) => plain(value) !== plain(stored[name]))
}

/** Returns a text that does not depend on the order of an object's keys in the database. */
function plain(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return (
    JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === 'bigint') return String(part)
      const isObject = typeof part === 'object' && part !== null && !Array.isArray(part)
      return isObject ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part
    }) ?? ''
  )
}
