import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { ACTIVE } from '#server/platform/listed.ts'
import { WISHED_STOCK } from '#server/wishlist/wished-stock.ts'

const MAX_WISHES = 12

/** A product that people wish for and cannot buy. */
interface MissedWish {
  id: string
  name: string
  picture: Picture | null
  wishes: number
  /** Sorted by the number of wishes; a null size means any. */
  sizes: Array<{ size: string | null; wishes: number }>
}

/**
 * Lists unmet wishes: the partner's published products that are sold out, or sold out in the wished size. Unknown stock
 * does not count as sold out. Sorted by demand; `products` and `wishes` are totals. Never says who wishes for them.
 */
export async function listMissedWishes({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  // eslint-disable-next-line house/listed-products -- the partner's own products
  const [read] = await db.$queryRaw<Array<{ products: number; wishes: number; rows: MissedWish[] }>>`
    WITH wished AS MATERIALIZED (
      SELECT w.product_id, w.size, count(*)::int AS wishes FROM products p JOIN wishlist_items w ON w.product_id = p.id
      WHERE p.partner_id = ${partner.id}::uuid AND ${ACTIVE} GROUP BY w.product_id, w.size
    ), missed AS MATERIALIZED (
      SELECT w.product_id, sum(w.wishes)::int AS wishes,
        jsonb_agg(jsonb_build_object('size', w.size, 'wishes', w.wishes) ORDER BY w.wishes DESC, w.size NULLS LAST) AS sizes
      FROM wished w JOIN products p ON p.id = w.product_id
      ${WISHED_STOCK}
      WHERE NOT stock.is_in_stock GROUP BY w.product_id
    ), shown AS (
      SELECT p.id, p.name, top.wishes, top.sizes, (
        SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture
      FROM (SELECT * FROM missed ORDER BY wishes DESC, product_id LIMIT ${MAX_WISHES}::int) top JOIN products p ON p.id = top.product_id
    )
    SELECT (SELECT count(*)::int FROM missed) AS products, (SELECT coalesce(sum(wishes), 0)::int FROM missed) AS wishes,
      (SELECT coalesce(jsonb_agg(shown ORDER BY wishes DESC, id), '[]') FROM shown) AS rows`
  return read ?? { products: 0, wishes: 0, rows: [] }
}
