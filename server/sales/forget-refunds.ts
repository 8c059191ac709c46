import type { Db } from '#server/platform/db.ts'

const KEPT_DAYS = 60

/**
 * Forgets refunds of orders that nothing has connected with us in all that time.
 * @returns how many
 */
export function forgetRefunds(db: Db): Promise<number> {
  return db.$executeRaw`
    DELETE FROM order_refunds r WHERE r.created_at < now() - make_interval(days => ${KEPT_DAYS}::int)
      AND NOT EXISTS (SELECT 1 FROM conversions c WHERE c.partner_id = r.partner_id AND c.external_id = r.external_order_id)`
}
