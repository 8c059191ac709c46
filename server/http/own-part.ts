import { Prisma } from '#prisma/generated/client.ts'
import { findViewersWith } from '#server/auth/session.service.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { isId } from '#server/platform/ids.ts'
import type { Ask } from '#server/platform/ask.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { unseenOf } from '#server/wishlist/list-events.service.ts'

/** A customer's personal parts of pages that are otherwise the same for everyone. */
export interface OwnPart {
  /** Product ids on the wishlist, newest first, separated by spaces. A deleted product is listed by its item's id. */
  wishlistIds: string
  /** The number of wishlist updates that the customer has not seen. */
  wishlistNews: number
  /** Whether the customer has reviewed the product or voted on one of its reviews. */
  hasPartInReviews: boolean
}

type Read = { viewer: Viewer; part: OwnPart } | null

/** Maximum customers in one statement. */
const MAX_AT_ONCE = 50

/**
 * Reads the viewer and their parts of a page for each response. Requests that arrive during a read share the next
 * statement, because it costs more than filling in the page.
 */
export class OwnParts {
  readonly #db: Ask['db']
  readonly #groups = new GroupWriter<{ visit: Visit; productId: string | null }, Read>(
    (asked) => this.#readAll(asked),
    MAX_AT_ONCE,
  )

  constructor(db: Ask['db']) {
    this.#db = db
  }

  /**
   * @param productId the product of a product page; undefined for other pages
   * @returns null for a visitor without a session
   */
  read(visit: Visit, productId: string | undefined): Promise<Read> {
    return this.#groups.submit({ visit, productId: productId !== undefined && isId(productId) ? productId : null })
  }

  async #readAll(asked: Array<{ visit: Visit; productId: string | null }>): Promise<Read[]> {
    const userId = Prisma.sql`s.user_id`
    const productIds = [...new Set(asked.flatMap(({ productId }) => productId ?? []))]
    const partIn = productIds.length
      ? Prisma.sql`ARRAY(SELECT DISTINCT r.product_id::text FROM product_reviews r WHERE r.product_id = ANY(${productIds}::uuid[])
          AND (r.user_id = s.user_id OR EXISTS (SELECT FROM review_votes v WHERE v.review_id = r.id AND v.user_id = s.user_id)))`
      : Prisma.sql`'{}'::text[]`
    const read = await findViewersWith<Omit<OwnPart, 'hasPartInReviews'> & { partIn: string[] }>(
      this.#db,
      asked.map(({ visit }) => visit),
      Prisma.sql`, coalesce((SELECT string_agg(coalesce(w.product_id, w.id)::text, ' ' ORDER BY w.added_at DESC, w.id DESC) FROM wishlist_items w
        WHERE w.user_id = s.user_id), '') AS "wishlistIds", ${unseenOf(userId)} AS "wishlistNews", ${partIn} AS "partIn"`,
    )
    return read.map((found, place) => {
      if (!found) return null
      const { wishlistIds, wishlistNews, partIn } = found.more
      const productId = asked[place]?.productId?.toLowerCase() ?? ''
      return { viewer: found.viewer, part: { wishlistIds, wishlistNews, hasPartInReviews: partIn.includes(productId) } }
    })
  }
}
