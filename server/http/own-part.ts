import { Prisma } from '#prisma/generated/client.ts'
import { readViewerWith } from '#server/auth/session.service.ts'
import { isId } from '#server/platform/ids.ts'
import type { Ask } from '#server/platform/ask.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { unseenOf } from '#server/wishlist/list-events.service.ts'

/** What pages that are the same for everybody show a customer of their own. */
export interface OwnPart {
  /** Ids of the products on the wishlist, newest first, with spaces between; what was deleted stands with its item's id. */
  wishlistIds: string
  /** What happened on the wishlist and was not seen yet. */
  wishlistNews: number
  /** Has written a review of the product, or found one helpful. */
  hasPartInReviews: boolean
}

/** Who asks, and their own part of a page, in one statement. @param productId of the page's product, if it is of one */
export async function readOwnPart(
  ask: Pick<Ask, 'db' | 'visit'>,
  productId: string | undefined,
): Promise<{ viewer: Viewer; own: OwnPart } | null> {
  const userId = Prisma.sql`s.user_id`
  const hasPart =
    productId !== undefined && isId(productId)
      ? Prisma.sql`EXISTS (SELECT FROM product_reviews r WHERE r.product_id = ${productId}::uuid
          AND (r.user_id = s.user_id OR EXISTS (SELECT FROM review_votes v WHERE v.review_id = r.id AND v.user_id = s.user_id)))`
      : Prisma.sql`false`
  const read = await readViewerWith<OwnPart>(
    ask,
    Prisma.sql`, coalesce((SELECT string_agg(coalesce(w.product_id, w.id)::text, ' ' ORDER BY w.added_at DESC, w.id DESC) FROM wishlist_items w
      WHERE w.user_id = s.user_id), '') AS "wishlistIds", ${unseenOf(userId)} AS "wishlistNews", ${hasPart} AS "hasPartInReviews"`,
  )
  return read && { viewer: read.viewer, own: read.more }
}
