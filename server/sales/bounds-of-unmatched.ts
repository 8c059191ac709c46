import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'

/** Limits, per partner and 30 days, on orders without a valid signal and on their lines. */
export const MAX_UNMATCHED = { orders: 500, lines: 5_000 } as const
const KEPT_DAYS = 30
/** Limits, per partner, on refunds of unknown orders and on their lines. */
const MAX_AWAITING_REFUNDS = { refunds: 1_000, lines: 10_000 } as const
/** The limit, per partner, on cancellations of unknown orders. */
const MAX_AWAITING_CANCELLATIONS = 1_000

/** Thrown when the partner has reached the limit for orders without a known click. */
export class UnmatchedFull extends AppError {
  constructor() {
    super(
      'too_many',
      `This order was not recorded. You have reached the limit for orders with an unknown click: ${MAX_UNMATCHED.orders} orders or ${MAX_UNMATCHED.lines.toLocaleString('en')} lines in ${KEPT_DAYS} days. Check that click_id is the value of wtf_cid that your shop received. Orders with a known click are still recorded.`,
    )
  }
}

/**
 * Counts all orders without a valid signal for which nothing was ever owed, whatever their status: test orders,
 * cancelled orders and orders of gift cards are also stored.
 * @param more the numbers that the order adds. `orders` is 0 if the order is already stored
 * @throws UnmatchedFull if the limit is reached
 */
export async function assertRoomForUnmatched(
  tx: Prisma.TransactionClient,
  partnerId: string,
  more: { orders: 0 | 1; lines: number },
): Promise<void> {
  const [kept] = await tx.$queryRaw<Array<{ orders: number; lines: number }>>`
    SELECT count(*)::int AS orders, coalesce(sum((SELECT count(*) FROM conversion_lines l WHERE l.conversion_id = c.id)), 0)::int AS lines FROM (
      SELECT id FROM conversions
      WHERE partner_id = ${partnerId}::uuid AND match_level IS NULL AND lock_at IS NULL AND created_at > now() - make_interval(days => ${KEPT_DAYS}::int)
      LIMIT ${MAX_UNMATCHED.orders}::int
    ) c`
  if (kept && (kept.orders + more.orders > MAX_UNMATCHED.orders || kept.lines + more.lines > MAX_UNMATCHED.lines))
    throw new UnmatchedFull()
}

/**
 * Makes room for a refund of an unknown order by dropping the oldest ones. A store may report all its orders, including
 * those without a connection to us, and a refund comes soon before or after its order. Refunds of orders that wait for
 * their partner's confirmation stay and do not count.
 * @param lines of the refund
 */
export async function makeRoomForRefund(tx: Prisma.TransactionClient, partnerId: string, lines: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM order_refunds r USING (
      SELECT external_order_id, store_id, external_id, row_number() OVER newest AS place,
        sum(jsonb_array_length(lines)) OVER newest AS lines
      FROM order_refunds o WHERE partner_id = ${partnerId}::uuid AND awaits_order AND NOT EXISTS (
        SELECT 1 FROM held_orders h WHERE h.partner_id = o.partner_id AND h.external_id = o.external_order_id
          AND h.store_id = o.store_id AND h.refused_at IS NULL)
      WINDOW newest AS (ORDER BY created_at DESC, external_order_id, store_id, external_id)
    ) k
    WHERE r.partner_id = ${partnerId}::uuid AND r.external_order_id = k.external_order_id AND r.store_id = k.store_id AND r.external_id = k.external_id
      AND (k.place >= ${MAX_AWAITING_REFUNDS.refunds}::int OR k.lines + ${lines}::int > ${MAX_AWAITING_REFUNDS.lines}::int)`
}

/** Makes room for a cancellation of an unknown order by dropping the oldest ones. */
export async function makeRoomForCancellation(tx: Prisma.TransactionClient, partnerId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM order_cancellations WHERE partner_id = ${partnerId}::uuid AND (external_order_id, store_id) IN (
      SELECT external_order_id, store_id FROM order_cancellations WHERE partner_id = ${partnerId}::uuid
      ORDER BY created_at DESC, external_order_id, store_id OFFSET ${MAX_AWAITING_CANCELLATIONS - 1}::int)`
}
