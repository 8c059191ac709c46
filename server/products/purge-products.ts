import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { KEPT_DAYS } from './own-products.schema.ts'

const BATCH = 500

/**
 * Permanently deletes products that partners deleted more than 30 days ago, and the previous states of acts that are
 * too old to undo. Keeps products that were taken down, because the next file would bring them back as new. The event
 * history stays. Runs nightly.
 * @returns the numbers of deleted products and states
 */
export async function purgeProducts(
  db: Db,
  now: Date,
  signal?: AbortSignal,
): Promise<{ products: number; states: number }> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const gone = { products: 0, states: 0 }
  for (let deleted = BATCH; deleted === BATCH && !signal?.aborted; gone.products += deleted)
    // eslint-disable-next-line house/listed-products -- only deleted products
    deleted = await db.$executeRaw`
      DELETE FROM products WHERE id IN (SELECT p.id FROM products p WHERE p.deleted_at < ${before} AND p.taken_down_at IS NULL LIMIT ${BATCH}::int)
        AND deleted_at < ${before} AND taken_down_at IS NULL`
  for (let cleared = BATCH; cleared === BATCH && !signal?.aborted; gone.states += cleared)
    cleared = await db.$executeRaw`
      UPDATE product_events SET before = NULL WHERE id IN (
        SELECT id FROM product_events WHERE before IS NOT NULL AND created_at < ${before} LIMIT ${BATCH}::int)`
  return gone
}
