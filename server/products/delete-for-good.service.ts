import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { writing } from './save-products.ts'

const BATCH = 100
/** The maximum per call. The next call does the rest. */
const MAX_AT_ONCE = 2_000

/**
 * Permanently deletes the products that the viewer's team has deleted, with their previous states, so that they no
 * longer count against the partner's quotas. Keeps products that were taken down, because the next file would bring
 * them back as new.
 * @returns the number of deleted products, and the number left for another call
 */
export async function deleteForGood({
  db,
  visit,
  viewer,
  partner,
}: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>): Promise<{ deleted: number; left: number }> {
  let deleted = 0
  for (let count = BATCH; count === BATCH && deleted < MAX_AT_ONCE; deleted += count)
    count = await writing(db, partner.id, async (tx) => {
      // eslint-disable-next-line house/listed-products -- only deleted products
      const gone = await tx.$queryRaw<Array<{ id: string }>>`
        DELETE FROM products WHERE id IN (
          SELECT id FROM products WHERE partner_id = ${partner.id}::uuid AND deleted_at IS NOT NULL AND taken_down_at IS NULL
          ORDER BY deleted_at LIMIT ${BATCH}::int) RETURNING id`
      // Otherwise an undo could restore them, although new products may have taken their place in the quotas.
      const productId = { in: gone.map(({ id }) => id) }
      await tx.productEvent.updateMany({
        where: { productId, before: { not: Prisma.DbNull } },
        data: { before: Prisma.DbNull },
      })
      return gone.length
    })
  if (deleted)
    await writeAudit(db, visit, {
      actorId: viewer.userId,
      action: 'products_deleted_for_good',
      subjectId: partner.id,
      data: { products: deleted },
    })
  // eslint-disable-next-line house/listed-products -- only deleted products
  const left = await db.product.count({ where: { partnerId: partner.id, deletedAt: { not: null }, takenDownAt: null } })
  return { deleted, left }
}
