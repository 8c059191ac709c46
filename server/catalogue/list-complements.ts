import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { LISTED } from '#server/platform/listed.ts'
import { GOES_WITH, NEUTRALS } from './goes-with.values.ts'
import { CARD_COLUMNS, CARD_JOINS, type ProductCard } from './product-card.ts'

/** Products read per category, so that a large catalogue costs no more than a small one. */
const NEWEST_OF_CATEGORY = 40
/** Maximum ratio of two prices that go together. */
const LIKE_PRICE = 3

/**
 * Returns up to `limit` listed products in stock that complete an outfit with this one. They are of other kinds and for
 * the same people. The first product of each kind comes before the second of any. Within a kind they are sorted by
 * colours that go together, tags in common, price, and the same store. Never returns the product's own category. Empty
 * for an unknown product, and if nothing goes with it.
 */
export async function listComplements(db: Db, productId: string, limit: number): Promise<ProductCard[]> {
  if (!isId(productId)) return []
  return db.$queryRaw<ProductCard[]>`${KEPT_PLAN}
    WITH RECURSIVE me AS MATERIALIZED (
      SELECT p.id, p.category_id, p.partner_id, p.tags, p.colours, p.price_base_minor, c.slug, coalesce(up.slug, c.slug) AS department,
        CASE WHEN p.gender IN ('women', 'men') THEN ARRAY[p.gender, 'unisex', ''] WHEN p.gender IN ('girls', 'boys') THEN ARRAY[p.gender, 'kids']
          WHEN p.gender = 'kids' THEN ARRAY['girls', 'boys', 'kids'] ELSE ARRAY['women', 'men', 'unisex', ''] END AS genders
      FROM products p JOIN categories c ON c.id = p.category_id LEFT JOIN categories up ON up.id = c.parent_id WHERE p.id = ${productId}::uuid AND ${LISTED}
    ), wanted AS (
      SELECT said.slug, said.place FROM me, jsonb_array_elements_text(coalesce(${JSON.stringify(GOES_WITH)}::jsonb -> me.slug, ${JSON.stringify(GOES_WITH)}::jsonb -> me.department,
        (SELECT jsonb_agg(c.slug ORDER BY c.sort_order, c.slug) FROM categories c WHERE c.parent_id IS NULL AND c.slug <> me.department))) WITH ORDINALITY AS said (slug, place)
    ), kinds AS (
      SELECT c.id, w.place FROM wanted w JOIN categories c USING (slug)
      UNION SELECT c.id, k.place FROM kinds k JOIN categories c ON c.parent_id = k.id
    ), near AS (
      SELECT DISTINCT ON (found.id) found.*, k.place FROM me, kinds k CROSS JOIN LATERAL (
        SELECT p.id, p.gender, p.partner_id, p.tags, p.colours, p.price_base_minor, p.created_at FROM products p
        WHERE p.category_id = k.id AND ${LISTED} AND p.is_in_stock ORDER BY p.created_at DESC, p.id DESC LIMIT ${NEWEST_OF_CATEGORY}
      ) found
      WHERE k.id <> me.category_id AND found.gender = ANY(me.genders) ORDER BY found.id, k.place
    ), rated AS (
      SELECT near.id, near.place, row_number() OVER (PARTITION BY near.place ORDER BY
        2 * (near.colours && ${[...NEUTRALS]}::text[] OR me.colours && ${[...NEUTRALS]}::text[] OR near.colours && me.colours)::int
          + least(2, cardinality(ARRAY(SELECT unnest(near.tags) INTERSECT SELECT unnest(me.tags))))
          + (near.price_base_minor BETWEEN me.price_base_minor / ${LIKE_PRICE} AND me.price_base_minor * ${LIKE_PRICE}::bigint)::int
          + (near.partner_id = me.partner_id)::int DESC, near.created_at DESC, near.id) AS turn
      FROM near, me
    ), chosen AS (
      SELECT id, row_number() OVER (ORDER BY turn, place) AS place FROM rated ORDER BY turn, place LIMIT ${limit}
    )
    SELECT ${CARD_COLUMNS} FROM chosen JOIN products p USING (id) ${CARD_JOINS} ORDER BY chosen.place`
}
