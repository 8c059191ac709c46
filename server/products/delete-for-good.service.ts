import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { writing } from './save-products.ts'

const BATCH = 100
/** Per call: the next call does the rest. */
const MOST_AT_ONCE = 2_000

/**
 * Permanently deletes the viewer's deleted products, so that they no longer count against the partner's quotas. Keeps
 * products that were taken down: the next file would bring them back as new.
 * @returns the number of deleted products, and the number left for another call
 */
export async function deleteForGood({
  db,
  visit,
  viewer,
  partner,
}: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>): Promise<{ deleted: number; left: number }> {
  let deleted = 0
  for (let count = BATCH; count === BATCH && deleted < MOST_AT_ONCE; deleted += count)
    count = await writing(
      db,
      partner.id,
      (tx) =>
        // eslint-disable-next-line house/listed-products -- those that nobody sees any more
        tx.$executeRaw`
          DELETE FROM products WHERE id IN (
            SELECT id FROM products WHERE partner_id = ${partner.id}::uuid AND deleted_at IS NOT NULL AND taken_down_at IS NULL
            ORDER BY deleted_at LIMIT ${BATCH}::int)`,
    )
  if (deleted)
    await writeAudit(db, visit, {
      actorId: viewer.userId,
      action: 'products_deleted_for_good',
      subjectId: partner.id,
      data: { products: deleted },
    })
  // eslint-disable-next-line house/listed-products -- those that nobody sees any more
  const left = await db.product.count({ where: { partnerId: partner.id, deletedAt: { not: null }, takenDownAt: null } })
  return { deleted, left }
}
