import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import type { Unclear } from './connected-store.ts'
import type { CancelledEvent, RefundedEvent } from './conversion-events.schema.ts'

/** Maximum events of a partner that may wait for its store. */
const MAX_DEFERRED = 1_000

/**
 * Keeps a refund or cancellation until the connected store answers (`retryDeferred`).
 * @throws AppError too_many
 */
export async function deferEvent(
  { db, partnerId, source }: { db: Db; partnerId: string; source: StoreOrder['source'] },
  event: RefundedEvent | CancelledEvent,
  { askedId }: Unclear,
): Promise<void> {
  const key = { partnerId, orderId: event.order_id, refundId: 'refund_id' in event ? event.refund_id : '' }
  const where = { partnerId_orderId_refundId: key }
  const isKnown = (await db.deferredEvent.count({ where: key })) > 0
  if (!isKnown && (await db.deferredEvent.count({ where: { partnerId } })) >= MAX_DEFERRED)
    throw new AppError(
      'too_many',
      'Your store has not answered us for a while, and too many refunds and cancellations are waiting for it. Check the connection on the Connect Store page, then send this again.',
    )
  await db.deferredEvent.upsert({
    where,
    create: { ...key, source, event, askedId },
    update: { source, event, askedId },
  })
}
