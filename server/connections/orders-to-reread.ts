import type { Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { NO_STORE } from '#server/sales/find-sale.ts'
import { platformOf } from '#server/stores/platforms.ts'

/** Refunds older than this are no longer deleted by stores. */
const RECOUNTED_FOR_MS = 180 * 86_400_000
const MAX_REREAD = 2_000

/** Returns the latest comparison of a store without an error that began at such a time. */
export const lastComparison = (db: Db, connectionId: string, startedAt: Prisma.DateTimeFilter) =>
  db.reconciliation.findFirst({
    where: { connectionId, endedAt: { not: null }, error: '', startedAt },
    orderBy: { startedAt: 'desc' },
    select: { startedAt: true },
  })

/**
 * Returns the ids of a store's orders that may be wrong here, although they have not changed in the store: it may have
 * deleted a refund, which not every platform counts as a change. And while it was disconnected, the partner may have
 * reported refunds and cancellations that the store has under other ids, or not at all.
 */
export async function findOrdersToReread(db: Db, connection: ShopifyConnection): Promise<string[]> {
  const { hidesDeletedRefunds, name: source } = platformOf(connection)
  const deleted = hidesDeletedRefunds
    ? await findRefunded(db, connection, { refundedAt: { gte: new Date(Date.now() - RECOUNTED_FOR_MS) } })
    : []
  const since = await disconnectedSince(db, connection)
  const reported = since ? await findRefunded(db, connection, { createdAt: { gte: since } }) : []
  const ofStore = { partnerId: connection.partnerId, storeId: { in: [connection.id, NO_STORE] }, source }
  const refunded = { externalId: { in: [...new Set([...reported, ...deleted])] } }
  const cancelled = since ? [{ cancelledAt: { not: null }, updatedAt: { gte: since } }] : []
  const sales = await db.conversion.findMany({
    where: { ...ofStore, OR: [refunded, ...cancelled] },
    distinct: ['externalId'],
    orderBy: { updatedAt: 'desc' },
    take: MAX_REREAD,
    select: { externalId: true },
  })
  const waiting = { ...ofStore, refusedAt: null }
  const held = since ? await db.heldOrder.findMany({ where: waiting, select: { externalId: true } }) : []
  return [...new Set([...sales, ...held].map(({ externalId }) => externalId))]
}

/** Returns the latest refunded orders of a store. */
async function findRefunded(
  db: Db,
  { id, partnerId }: ShopifyConnection,
  where: Prisma.OrderRefundWhereInput,
): Promise<string[]> {
  const refunded = await db.orderRefund.groupBy({
    by: ['externalOrderId'],
    where: { partnerId, storeId: { in: [id, NO_STORE] }, awaitsOrder: false, ...where },
    orderBy: { _max: { refundedAt: 'desc' } },
    take: MAX_REREAD,
  })
  return refunded.map(({ externalOrderId }) => externalOrderId)
}

/**
 * Returns a time before the store was disconnected, if no comparison has read all its orders since it was connected
 * again. Null otherwise.
 */
async function disconnectedSince(db: Db, connection: ShopifyConnection): Promise<Date | null> {
  const { id, connectedAt, reconciledUntil } = connection
  // When a comparison has read all orders, it sets this to its own beginning, even if it cannot compare the products.
  const begunAt = reconciledUntil && { equals: reconciledUntil, gte: connectedAt }
  if (begunAt && (await db.reconciliation.count({ where: { connectionId: id, begunAt } }))) return null
  if (await lastComparison(db, id, { gte: connectedAt })) return null
  return (await lastComparison(db, id, { lt: connectedAt }))?.startedAt ?? new Date(0)
}
