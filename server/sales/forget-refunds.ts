import type { Db } from '#server/platform/db.ts'

const KEPT_DAYS = 60

/**
 * Deletes refunds and cancellations after 60 days if their orders were never matched to us.
 * @returns the number of deleted rows
 */
export async function forgetRefunds(db: Db): Promise<number> {
  const cancellations = await db.$executeRaw`
    DELETE FROM order_cancellations WHERE created_at < now() - make_interval(days => ${KEPT_DAYS}::int)`
  const refunds = await db.$executeRaw`
    DELETE FROM order_refunds r WHERE r.created_at < now() - make_interval(days => ${KEPT_DAYS}::int)
      AND NOT EXISTS (SELECT 1 FROM conversions c WHERE c.partner_id = r.partner_id AND c.external_id = r.external_order_id AND c.store_id = r.store_id)`
  return cancellations + refunds
}
