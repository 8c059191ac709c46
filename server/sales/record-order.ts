import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from './customer-hash.ts'
import { findSale, moveSale, takeUpWaiting, type OrderKey } from './find-sale.ts'
import { makeRoomForCancellation, makeRoomForRefund, UnmatchedFull } from './bounds-of-unmatched.ts'
import { holdOrder } from './held-orders/hold-order.ts'
import { lockSales } from './lock-sales.ts'
import { findCodes, uniteSignals } from './match-order.ts'
import { isLarge, worthOf } from './order-limits.ts'
import { NOTHING, reviseSale, signalsOf, type Recorded, type StoredSale } from './revise-sale.ts'
import { earlier, laterSnapshot, snapshotOf, storedSnapshot, storeRefunds, UNKNOWN } from './snapshot.ts'
import { isFromStore, type Signal, type StoreOrder, type StoreRefund } from './store-order.schema.ts'

export type { Recorded } from './revise-sale.ts'

const PATIENCE_MS = 30_000

interface Recording {
  now: Date
  /** Result of `emailHasher`. */
  hashOf: (email: string) => string
  /** Whether the partner has confirmed the order's large value. */
  isConfirmed?: boolean
  /** The connection of the store that numbered the order: by default the connected store. */
  storeId?: string | undefined
}

/**
 * Records an order that a store reports, and updates the sale and the ledger to match all messages about it. Messages
 * may be repeated and arrive in any order. For an order without a connection to us, only its refunds are stored, for a
 * limited time. Stores use codes for many purposes, so a code connects an order only if the partner has named it to us,
 * even if it is retired by now. An unusually large order is held.
 * @param options.storeId the connection of the store that numbered the order: by default the connected store
 * @throws AppError conflict if the order is known in another currency, or has the number of another one; bad_input if it is above the absolute limit;
 *   too_many if the limit of held orders, or of orders without a known click, is reached
 */
export async function recordOrder(
  db: Db,
  partnerId: string,
  order: StoreOrder,
  now: Date,
  { storeId }: { storeId?: string } = {},
): Promise<Recorded> {
  const hashOf = await hasherOf(db)
  try {
    return await inTurn(db, partnerId, (tx) => recordInTurn(tx, partnerId, order, { now, hashOf, storeId }))
  } catch (error) {
    // The store keeps the order, and the nightly comparison records it if its click is known by then.
    if (error instanceof UnmatchedFull && isFromStore(order.source)) return NOTHING
    throw error
  }
}

/** Does the same as `recordOrder` within a transaction that holds the partner's turn (`inTurn`). */
export async function recordInTurn(
  tx: Prisma.TransactionClient,
  partnerId: string,
  said: StoreOrder,
  { now, hashOf, isConfirmed = false, storeId }: Recording,
): Promise<Recorded> {
  // Called in the partner's turn, because another message may be creating the sale at the same time.
  const { saleId, key } = await findSale(tx, { partnerId, storeId }, said)
  const stored = await loadSale(tx, saleId, key)
  if (!stored && !isFromStore(said.source)) await takeUpWaiting(tx, key)
  const order = await withKeptCancellation(tx, key, said)
  const isOurs = stored !== null || (await namesUs(tx, partnerId, order.signals))
  if (!isOurs && !order.refunds.length && order.refundsReadAt === undefined) return NOTHING
  // A store that takes over an order knows all its refunds, and may call them by other ids than the partner did.
  const takesOver = stored && !isFromStore(stored.source) && isFromStore(order.source)
  const { refunds, isChanged: isRefundNew } = await storeRefunds(tx, key, order.refunds, {
    awaitsOrder: !isOurs,
    readAt: order.refundsReadAt ?? (takesOver ? now.toISOString() : undefined),
  })
  if (!isOurs) return NOTHING
  if (stored && stored.currency !== order.currency)
    throw new AppError(
      'conflict',
      `This order was recorded in ${stored.currency}, so it cannot change to ${order.currency}.`,
    )
  const isAllowed =
    isConfirmed || (stored && worthOf(order.lines ?? []).orderMinor <= stored.subtotalMinor - stored.discountMinor)
  // A cancelled order is never held: nothing is owed for it, and its recorded sale has to be cancelled.
  if ((await isLarge(tx, order)) && !isAllowed && order.cancelledAt === null)
    return { ...NOTHING, held: await holdOrder(tx, key, order) }
  await tx.heldOrder.deleteMany({ where: { ...key, refusedAt: null } })
  const snapshot = snapshotOf(order)
  const paidAt = order.paidAt === null ? null : new Date(order.paidAt)
  const cancelledAt = order.cancelledAt === null ? null : new Date(order.cancelledAt)
  const before = stored && storedFacts(stored)
  const facts = {
    ...key,
    snapshot: before ? laterSnapshot(before.snapshot, snapshot) : snapshot,
    paidAt: earlier(paidAt, before?.paidAt ?? null),
    paidToldAt: earlier(paidAt && new Date(order.updatedAt), before?.paidToldAt ?? null),
    cancelledAt: isReopened(order, before) ? null : earlier(cancelledAt, before?.cancelledAt ?? null),
    signals: uniteSignals(before?.signals ?? [], order.signals),
  }
  // A sale whose lock period has begun changes only with new facts. For others, a click may be known by now.
  if (stored?.lockAt && !isRefundNew && JSON.stringify(facts) === JSON.stringify(before)) return unchanged(stored)
  await tx.orderCancellation.deleteMany({ where: cancellationOf(key) })
  const by = { actor: order.source === 'csv' ? 'admin' : isConfirmed ? 'partner' : 'store' } as const
  return reviseSale(tx, stored, { ...facts, refunds, hashOf }, now, by)
}

/**
 * Records a refund that is reported separately, before or after its order.
 * @param options.source who reports it
 * @param options.storeId as in `recordOrder`
 * @param options.isBounded limits the stored refunds of unknown orders by dropping the oldest. Not for a store that we
 *   can query
 * @throws AppError conflict
 */
export async function recordRefund(
  db: Db,
  partnerId: string,
  externalOrderId: string,
  refund: StoreRefund,
  now: Date,
  {
    source = 'api',
    storeId,
    isBounded = false,
  }: { source?: StoreOrder['source']; storeId?: string; isBounded?: boolean } = {},
): Promise<Recorded> {
  const hashOf = await hasherOf(db)
  return inTurn(db, partnerId, async (tx) => {
    const { saleId, key } = await findSale(tx, { partnerId, storeId }, { id: externalOrderId, source })
    const stored = await loadSale(tx, saleId, key)
    if (!stored && isBounded) await makeRoomForRefund(tx, partnerId, refund.lines.length)
    const { refunds, isChanged } = await storeRefunds(tx, key, [refund], { awaitsOrder: !stored })
    if (!stored) return NOTHING
    if (!isChanged) return unchanged(stored)
    return reviseSale(tx, stored, { ...storedFacts(stored), refunds, hashOf }, now, { actor: 'store' })
  })
}

/**
 * Stores a cancellation that comes before its order. It is applied when the order arrives.
 * @returns false if the order is known by now, and nothing was stored
 */
export async function keepCancellation(
  db: Db,
  partnerId: string,
  { id, source }: Pick<StoreOrder, 'id' | 'source'>,
  at: Date,
): Promise<boolean> {
  return inTurn(db, partnerId, async (tx) => {
    const { saleId, key } = await findSale(tx, { partnerId }, { id, source })
    if (saleId !== null) return false
    const where = { partnerId_externalOrderId_storeId: cancellationOf(key) }
    const kept = await tx.orderCancellation.findUnique({ where })
    if (!kept) await makeRoomForCancellation(tx, partnerId)
    const cancelledAt = earlier(at, kept?.cancelledAt ?? null) ?? at
    await tx.orderCancellation.upsert({
      where,
      create: { ...cancellationOf(key), cancelledAt },
      update: { cancelledAt },
    })
    return true
  })
}

/**
 * Whether the store has reopened a cancelled order. Only an order read from the store can show this, because messages
 * may be late.
 */
const isReopened = (
  { cancelledAt, refundsReadAt, updatedAt }: StoreOrder,
  before: ReturnType<typeof storedFacts> | null,
) =>
  refundsReadAt !== undefined && cancelledAt === null && new Date(updatedAt) >= (before?.snapshot.updatedAt ?? UNKNOWN)

async function withKeptCancellation(
  tx: Prisma.TransactionClient,
  key: OrderKey,
  order: StoreOrder,
): Promise<StoreOrder> {
  const kept = await tx.orderCancellation.findUnique({
    where: { partnerId_externalOrderId_storeId: cancellationOf(key) },
    select: { cancelledAt: true },
  })
  const cancelledAt = order.cancelledAt === null ? null : new Date(order.cancelledAt)
  return kept ? { ...order, cancelledAt: earlier(cancelledAt, kept.cancelledAt)?.toISOString() ?? null } : order
}

const cancellationOf = ({ partnerId, storeId, externalId }: OrderKey) => ({
  partnerId,
  externalOrderId: externalId,
  storeId,
})

async function namesUs(tx: Prisma.TransactionClient, partnerId: string, signals: readonly Signal[]): Promise<boolean> {
  if (signals.some(({ level }) => level !== 'D')) return true
  return (await findCodes(tx, { partnerId, signals })).size > 0
}

const unchanged = ({ id, status, matchLevel }: StoredSale): Recorded => ({
  conversionId: id,
  status,
  level: matchLevel,
  isChanged: false,
})

/** Returns the stored state of a sale, as `reviseSale` expects it. */
export const storedFacts = (stored: StoredSale) => ({
  partnerId: stored.partnerId,
  storeId: stored.storeId,
  externalId: stored.externalId,
  snapshot: storedSnapshot(stored, stored.lines),
  paidAt: stored.paidAt,
  paidToldAt: stored.paidToldAt,
  cancelledAt: stored.cancelledAt,
  signals: uniteSignals(signalsOf(stored)),
})

/** Processes a partner's sales one after the other. */
export const inTurn = <T>(db: Db, partnerId: string, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
  db.$transaction(
    async (tx) => {
      await lockSales(tx, partnerId)
      return work(tx)
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )

async function loadSale(tx: Prisma.TransactionClient, id: string | null, key: OrderKey): Promise<StoredSale | null> {
  if (id === null) return null
  const sale = await tx.conversion.findUniqueOrThrow({
    where: { id },
    include: { lines: { orderBy: { place: 'asc' } } },
  })
  if (sale.storeId === key.storeId) return sale
  await moveSale(tx, id, sale.storeId, key)
  return { ...sale, storeId: key.storeId }
}

/** Returns the function that hashes buyers' addresses. */
export const hasherOf = async (db: Db) => emailHasher(await appSecret(db, 'customer-hash'))
