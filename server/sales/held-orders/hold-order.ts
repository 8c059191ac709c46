import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { OrderKey } from '#server/sales/find-sale.ts'
import { uniteSignals } from '#server/sales/match-order.ts'
import { describeOrderLimit, worthOf } from '#server/sales/order-limits.ts'
import { storeOrder, type StoreOrder } from '#server/sales/store-order.schema.ts'

/** The maximum number of orders of one partner that may wait for confirmation. */
export const MAX_HELD = 50

/** Parses an order as stored in `held_orders`. */
export const heldOrderOf = (json: Prisma.JsonValue): StoreOrder => storeOrder.parse(json)

/**
 * Stores an order until its partner confirms it. If several messages describe it, the latest counts.
 * @returns the reason, for people, why it is not recorded
 * @throws AppError too_many if `MAX_HELD` orders are waiting
 */
export async function holdOrder(tx: Prisma.TransactionClient, key: OrderKey, order: StoreOrder): Promise<string> {
  const { partnerId } = key
  const where = { partnerId_externalId_storeId: key }
  const known = await tx.heldOrder.findUnique({ where })
  if (known?.refusedAt)
    return `You rejected this order on ${known.refusedAt.toISOString().slice(0, 10)}, so it is not recorded.`
  if (!known && (await tx.heldOrder.count({ where: { partnerId, refusedAt: null } })) >= MAX_HELD)
    throw new AppError(
      'too_many',
      `${MAX_HELD} large orders are already waiting for your confirmation, so we did not keep this one. Confirm or reject them on the Sales page, then send this order again.`,
    )
  const latest = known ? united(heldOrderOf(known.order), order) : order
  const data = {
    order: latest as unknown as Prisma.InputJsonObject,
    source: latest.source,
    currency: latest.currency,
    valueMinor: worthOf(latest.lines ?? []).orderMinor,
  }
  await tx.heldOrder.upsert({ where, create: { ...key, ...data }, update: data })
  return `This order is ${describeOrderLimit()}. It is not recorded until the store owner confirms it on the Sales page.`
}

/**
 * Records that a held order was cancelled, reported by the conversions API or a postback.
 * @returns a message, for people, about its result; null if it no longer waits for confirmation
 */
export async function cancelHeld(tx: Prisma.TransactionClient, key: OrderKey, at: Date): Promise<string | null> {
  const where = { partnerId_externalId_storeId: key }
  const held = await tx.heldOrder.findUnique({ where: { ...where, refusedAt: null }, select: { order: true } })
  if (!held) return null
  const order = heldOrderOf(held.order)
  if (order.cancelledAt !== null)
    return 'This order is already cancelled. It is not recorded until the store owner confirms it.'
  const cancelled = { ...order, cancelledAt: at.toISOString() }
  await tx.heldOrder.update({ where, data: { order: cancelled as unknown as Prisma.InputJsonObject } })
  return 'This order is not recorded until the store owner confirms it on the Sales page. It will then be recorded as cancelled.'
}

function united(before: StoreOrder, now: StoreOrder): StoreOrder {
  const later = now.updatedAt >= before.updatedAt && now.lines !== null ? now : before
  const first = (one: string | null, other: string | null) =>
    one && other ? (one < other ? one : other) : (one ?? other)
  const isRead = later === now && now.refundsReadAt !== undefined
  return {
    ...later,
    paidAt: first(before.paidAt, now.paidAt),
    // An order that was read from the store says whether it is cancelled. The partner may have reported that by mistake.
    cancelledAt: isRead ? now.cancelledAt : first(before.cancelledAt, now.cancelledAt),
    signals: uniteSignals(before.signals, now.signals).slice(0, 100),
  }
}
