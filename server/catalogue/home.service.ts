import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { ACTIVE, LISTED, OPEN } from '#server/platform/listed.ts'
import { CARD_COLUMNS, CARD_JOINS, type ProductCard } from './product-card.ts'

const TRENDING_SHOWN = 8
const TRENDING_DAYS = 7
/** The weight of a click to the store, compared to a view. */
const CLICK_WEIGHT = 5
const PARTNER_ROWS = 10
const ROW_LENGTH = 10
const STRIP_LENGTH = 8
const NEW_DAYS = 7
/** How many of the newest products a strip is chosen from. */
const STRIP_CANDIDATES = 200

/**
 * Lists the listed products with the most views and valid clicks (counted five times) in the last 7 days. Each address
 * counts once per day and product. Empty if there were none.
 */
export function listTrending(db: Db): Promise<ProductCard[]> {
  const since = new Date(Date.now() - TRENDING_DAYS * 86_400_000)
  return db.$queryRaw<ProductCard[]>`
    WITH scored AS (
      SELECT product_id, sum(weight) AS score FROM (
        SELECT product_id, 1 AS weight FROM product_views WHERE is_first_of_address AND viewed_at >= ${since}
        UNION ALL
        SELECT product_id, ${CLICK_WEIGHT}::int FROM outbound_clicks WHERE is_valid AND is_first_of_address AND clicked_at >= ${since}
      ) events GROUP BY 1
    ), top AS (
      SELECT p.id, scored.score FROM scored JOIN products p ON p.id = scored.product_id AND ${LISTED} AND p.stock IS DISTINCT FROM 0
      ORDER BY scored.score DESC, p.id LIMIT ${TRENDING_SHOWN}
    )
    SELECT ${CARD_COLUMNS} FROM top JOIN products p USING (id) ${CARD_JOINS} ORDER BY top.score DESC, p.id`
}

export interface PartnerRow {
  partnerId: string
  businessName: string
  products: ProductCard[]
}

/** Lists the 10 newest open partners that have products, each with its 10 newest. */
export async function listPartnerRows(db: Db): Promise<PartnerRow[]> {
  const rows = await db.$queryRaw<Array<ProductCard & { businessName: string }>>`
    SELECT shop.business_name AS "businessName", ${CARD_COLUMNS}
    FROM (
      SELECT id, business_name, created_at FROM partners s
      WHERE ${OPEN} AND EXISTS (SELECT 1 FROM products p WHERE p.partner_id = s.id AND ${ACTIVE})
      ORDER BY created_at DESC, id DESC LIMIT ${PARTNER_ROWS}
    ) shop
    CROSS JOIN LATERAL (
      SELECT * FROM products p WHERE p.partner_id = shop.id AND ${ACTIVE} ORDER BY created_at DESC, id DESC LIMIT ${ROW_LENGTH}
    ) p
    ${CARD_JOINS}
    ORDER BY shop.created_at DESC, shop.id DESC, p.created_at DESC, p.id DESC`
  const byPartner = new Map<string, PartnerRow>()
  for (const { businessName, ...product } of rows) {
    const row = byPartner.get(product.partnerId) ?? { partnerId: product.partnerId, businessName, products: [] }
    row.products.push(product)
    byPartner.set(product.partnerId, row)
  }
  return [...byPartner.values()]
}

export interface HomeStrips {
  onSale: ProductCard[]
  newThisWeek: ProductCard[]
}

/**
 * Returns up to 8 listed products that are on sale, and up to 8 of the last 7 days, newest first. Leaves out sold-out
 * products. Each brand's first comes before any brand's second.
 */
export async function listHomeStrips(db: Db): Promise<HomeStrips> {
  const since = new Date(Date.now() - NEW_DAYS * 86_400_000)
  const [onSale, newThisWeek] = await Promise.all([
    listStrip(db, Prisma.sql`p.original_price_minor > p.price_minor`),
    listStrip(db, Prisma.sql`p.created_at >= ${since}`),
  ])
  return { onSale, newThisWeek }
}

function listStrip(db: Db, condition: Prisma.Sql): Promise<ProductCard[]> {
  return db.$queryRaw<ProductCard[]>`
    WITH newest AS MATERIALIZED (
      SELECT p.id, p.brand_id, p.created_at FROM products p WHERE ${LISTED} AND p.stock IS DISTINCT FROM 0 AND ${condition}
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${STRIP_CANDIDATES}
    ), chosen AS (
      SELECT id, created_at, row_number() OVER (PARTITION BY brand_id ORDER BY created_at DESC, id DESC) AS turn
      FROM newest ORDER BY turn, created_at DESC, id DESC LIMIT ${STRIP_LENGTH}
    )
    SELECT ${CARD_COLUMNS} FROM chosen JOIN products p USING (id) ${CARD_JOINS} ORDER BY chosen.turn, chosen.created_at DESC, p.id DESC`
}

/**
 * Returns up to `limit` listed alternatives to this product: from the same category, then from the same store and
 * department. Those in stock come first, then by tags in common, then the newest. Empty for an unknown product.
 */
export async function listRelated(db: Db, productId: string, limit: number): Promise<ProductCard[]> {
  if (!isId(productId)) return []
  return db.$queryRaw<ProductCard[]>`${KEPT_PLAN}
    WITH me AS MATERIALIZED (SELECT id, category_id, partner_id, tags, gender,
        ARRAY(SELECT s.id FROM categories c JOIN categories s ON s.parent_id = c.parent_id WHERE c.id = category_id) AS siblings FROM products WHERE id = ${productId}::uuid),
    near AS (
      (SELECT p.* FROM products p WHERE p.category_id = (SELECT category_id FROM me) AND p.id <> ${productId}::uuid AND ${LISTED} ORDER BY p.created_at DESC, p.id DESC LIMIT 100)
      UNION ALL
      (SELECT of_store.* FROM (
        SELECT p.* FROM products p WHERE p.partner_id = (SELECT partner_id FROM me) AND (p.category_id = (SELECT category_id FROM me)) IS NOT TRUE AND p.id <> ${productId}::uuid
          AND ${LISTED} ORDER BY p.created_at DESC, p.id DESC LIMIT 120
      ) of_store, me WHERE me.category_id IS NULL OR of_store.category_id = ANY(me.siblings))
    ), chosen AS (
      SELECT near.id, row_number() OVER (ORDER BY near.is_in_stock DESC, (near.category_id = me.category_id) DESC NULLS LAST, (near.gender = me.gender) DESC,
        cardinality(ARRAY(SELECT unnest(near.tags) INTERSECT SELECT unnest(me.tags))) DESC, near.created_at DESC, near.id) AS place
      FROM near, me ORDER BY place LIMIT ${limit}
    )
    SELECT ${CARD_COLUMNS} FROM chosen JOIN products p USING (id) ${CARD_JOINS} ORDER BY place`
}
