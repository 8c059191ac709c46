import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { writing } from './save-products.ts'

const BATCH = 100
/** Per call: the next call does the rest. */
const MAX_AT_ONCE = 2_000

/**
 * Deletes for good what the viewer's team has deleted, so that it no longer counts against the partner's quotas, and
 * forgets how it was before its changes. What was taken down stays: it would come back as new with the next file.
 * @returns how many products are gone, and how many are left for another call
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
      // eslint-disable-next-line house/listed-products -- those that nobody sees any more
      const gone = await tx.$queryRaw<Array<{ id: string }>>`
        DELETE FROM products WHERE id IN (
          SELECT id FROM products WHERE partner_id = ${partner.id}::uuid AND deleted_at IS NOT NULL AND taken_down_at IS NULL
          ORDER BY deleted_at LIMIT ${BATCH}::int) RETURNING id`
      // Nothing of them can be undone, and a new product would take their place in the quotas.
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
  // eslint-disable-next-line house/listed-products -- those that nobody sees any more
  const left = await db.product.count({ where: { partnerId: partner.id, deletedAt: { not: null }, takenDownAt: null } })
  return { deleted, left }
}
