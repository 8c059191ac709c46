import type { Db } from '#server/platform/db.ts'
import { boughtBy } from './verified-purchase.ts'

const BATCH = 500
/** An id before all others. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Updates `verifiedPurchase` from the sales: a later sale sets it, a cancelled one clears it. Reviews of deleted
 * accounts stay unchanged.
 * @returns the number of changed reviews
 */
export async function verifyReviews(db: Db, signal?: AbortSignal): Promise<number> {
  let changed = 0
  let after = FIRST
  while (!signal?.aborted) {
    const reviews = await db.$queryRaw<Array<{ id: string; isRight: boolean }>>`
      WITH batch AS (
        SELECT id, user_id, product_id, verified_purchase FROM product_reviews
        WHERE id > ${after}::uuid AND user_id IS NOT NULL ORDER BY id LIMIT ${BATCH}::int)
      SELECT r.id, r.verified_purchase = ${boughtBy('r.user_id', 'r.product_id')} AS "isRight" FROM batch r ORDER BY r.id`
    const wrong = reviews.flatMap(({ id, isRight }) => (isRight ? [] : [id]))
    // Writes only changes, because every write makes cached pages render again.
    if (wrong.length)
      changed += await db.$executeRaw`
        UPDATE product_reviews r SET verified_purchase = NOT verified_purchase
        WHERE id = ANY(${wrong}::uuid[]) AND verified_purchase <> ${boughtBy('r.user_id', 'r.product_id')}`
    after = reviews.at(-1)?.id ?? after
    if (reviews.length < BATCH) break
  }
  return changed
}
