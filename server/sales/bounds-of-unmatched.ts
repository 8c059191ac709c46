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
 * Counts every order without a valid signal that nothing was ever owed for, whatever its status: a test order, a
 * cancelled order and an order of gift cards are also stored.
 * @param more what the order adds. `orders` is 0 for an order that is stored already.
 * @throws UnmatchedFull if that cannot be kept
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

/** @throws AppError too_many if a refund of an unknown order cannot be kept */
export async function assertRoomForRefund(
  tx: Prisma.TransactionClient,
  partnerId: string,
  lines: number,
): Promise<void> {
  const { refunds, lines: mostLines } = MAX_AWAITING_REFUNDS
  const [kept] = await tx.$queryRaw<Array<{ refunds: number; lines: number }>>`
    SELECT count(*)::int AS refunds, coalesce(sum(jsonb_array_length(r.lines)), 0)::int AS lines FROM (
      SELECT lines FROM order_refunds WHERE partner_id = ${partnerId}::uuid AND awaits_order LIMIT ${refunds}::int
    ) r`
  if (kept && (kept.refunds >= refunds || kept.lines + lines > mostLines))
    throw new AppError(
      'too_many',
      `This refund was not recorded. You have reached the limit for refunds of unknown orders: ${refunds.toLocaleString('en')} refunds or ${mostLines.toLocaleString('en')} lines. Send order.paid first.`,
    )
}

/** @throws AppError too_many if a cancellation of an unknown order cannot be kept */
export async function assertRoomForCancellation(tx: Prisma.TransactionClient, partnerId: string): Promise<void> {
  const kept = await tx.orderCancellation.findMany({
    where: { partnerId },
    select: { externalOrderId: true },
    take: MAX_AWAITING_CANCELLATIONS,
  })
  if (kept.length >= MAX_AWAITING_CANCELLATIONS)
    throw new AppError(
      'too_many',
      `This cancellation was not recorded. You have reached the limit for cancellations of unknown orders: ${MAX_AWAITING_CANCELLATIONS.toLocaleString('en')}. Send order.paid first.`,
    )
}
