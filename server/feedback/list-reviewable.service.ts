import type { SignedInAsk } from '#server/platform/ask.ts'
import { isId } from '#server/platform/ids.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import { departuresOf, longEnoughAgo, storesOf } from './may-review.ts'

/** Returns the products that the viewer may review for the first time now, by the same rule as `mayReview`. */
export async function listReviewable(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { productIds }: { productIds: string[] },
  now = new Date(),
): Promise<string[]> {
  if (viewer.role !== 'customer') return []
  const departures = await db.outboundClick.findMany({
    where: {
      ...departuresOf(viewer),
      productId: { in: productIds.filter(isId) },
      clickedAt: { lte: longEnoughAgo(now) },
    },
    distinct: ['productId'],
    select: { productId: true },
  })
  const products = await db.product.findMany({
    where: {
      ...LISTED_WHERE,
      id: { in: departures.map(({ productId }) => productId) },
      reviews: { none: { userId: viewer.userId } },
    },
    select: { id: true, partnerId: true },
  })
  const ownStores = await storesOf(db, viewer, [...new Set(products.map(({ partnerId }) => partnerId))])
  return products.flatMap(({ id, partnerId }) => (ownStores.has(partnerId) ? [] : [id]))
}
