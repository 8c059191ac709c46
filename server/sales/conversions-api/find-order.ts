import type { Db } from '#server/platform/db.ts'
import { findSale, type KnownOrder, type OrderKey } from '#server/sales/find-sale.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import type { ConversionEvent, PaidEvent } from './conversion-events.schema.ts'

const KNOWN = {
  id: true,
  storeId: true,
  source: true,
  currency: true,
  orderName: true,
  orderedAt: true,
  paidAt: true,
  cancelledAt: true,
  sourceUpdatedAt: true,
  isTest: true,
  channel: true,
  customerHash: true,
  taxMinor: true,
  shippingMinor: true,
  status: true,
  matchLevel: true,
  evidence: true,
  netMinor: true,
  refundedMinor: true,
} as const

export const loadKnown = async (db: Db, id: string | null) =>
  id === null ? null : db.conversion.findUniqueOrThrow({ where: { id }, select: KNOWN })
/** A recorded sale. */
export type Known = NonNullable<Awaited<ReturnType<typeof loadKnown>>>

/** The order that an event is about: its sale, if it is recorded, and its key. */
export interface About {
  order: KnownOrder | null
  known: Known | null
  key: OrderKey
}

/** @throws AppError conflict if several orders have the number */
export async function findOrder(
  { db, partnerId, source }: { db: Db; partnerId: string; source: StoreOrder['source'] },
  event: ConversionEvent,
): Promise<About> {
  const times = event.type === 'order.paid' ? { orderedAt: orderedAtOf(event), paidAt: event.occurred_at } : {}
  const { saleId, order, key } = await findSale(db, { partnerId }, { id: event.order_id, source, ...times })
  return { order, known: await loadKnown(db, saleId), key }
}

export const orderedAtOf = ({ ordered_at, occurred_at }: PaidEvent): string => ordered_at ?? occurred_at
