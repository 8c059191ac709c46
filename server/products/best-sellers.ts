import { Prisma } from '#prisma/generated/client.ts'
import type { Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { currencyOf, ownUndeleted, PICTURE } from './own-products.ts'

const TOP_SELLING = 5

/**
 * SQL: sales that count, because the store has not cancelled them and a click or code led to them. `c` is the
 * conversions row.
 */
const COUNTED = Prisma.sql`c.status NOT IN ('tracked', 'cancelled')`

/** SQL: the lines `l` of the partner's counted sales `c` between `from` and `to`, without returned ones. */
const linesSold = (partnerId: string, from: Date, to: Date): Prisma.Sql => Prisma.sql`
  FROM conversions c JOIN conversion_lines l ON l.conversion_id = c.id
  WHERE c.partner_id = ${partnerId}::uuid AND c.ordered_at > ${from} AND c.ordered_at <= ${to} AND ${COUNTED}
    AND l.product_id IS NOT NULL AND l.quantity > l.removed_quantity`

/** SQL: a subquery for the products (product_id) of these lines. */
export const soldIn = (partnerId: string, from: Date, to: Date): Prisma.Sql =>
  Prisma.sql`SELECT DISTINCT l.product_id ${linesSold(partnerId, from, to)}`

interface BestSeller {
  id: string
  name: string
  picture: Picture | null
  /** The number of orders that contain it. */
  sales: number
  /** The total of its lines after refunds, in minor units of the partner's currency. */
  revenueMinor: number
}

/**
 * Returns the number of the partner's products sold between `from` and `to`, and the five with the most revenue, in the
 * partner's currency.
 */
export async function getBestSellers(db: Db, partnerId: string, from: Date, to: Date) {
  // eslint-disable-next-line house/listed-products -- only the partner's own products
  const rows = await db.$queryRaw<Array<{ sold: number; topSelling: BestSeller[] }>>`
    WITH sold AS MATERIALIZED (
      SELECT l.product_id, count(DISTINCT c.id)::int AS sales,
        least(coalesce(sum(l.net_minor - l.refunded_minor) FILTER (WHERE c.currency = ${currencyOf(partnerId)}), 0), ${Number.MAX_SAFE_INTEGER})::bigint AS revenue
      ${linesSold(partnerId, from, to)} GROUP BY l.product_id
    ), shown AS (
      SELECT p.id, p.name, sold.sales, sold.revenue AS "revenueMinor", ${PICTURE}
      FROM sold JOIN products p ON p.id = sold.product_id WHERE ${ownUndeleted(partnerId)}
      ORDER BY sold.revenue DESC, sold.sales DESC, p.id LIMIT ${TOP_SELLING}::int
    )
    SELECT (SELECT count(*)::int FROM sold) AS sold,
      (SELECT coalesce(jsonb_agg(shown ORDER BY "revenueMinor" DESC, sales DESC, id), '[]') FROM shown) AS "topSelling"`
  return rows[0] ?? { sold: 0, topSelling: [] }
}

interface Sold {
  id: string
  productId: string
  productName: string
  at: Date
}

/** Returns the latest sales, each with its first product. */
export function listLatestSales(db: Db, partnerId: string, most: number): Promise<Sold[]> {
  return db.$queryRaw<Sold[]>`
    SELECT c.id, l.product_id AS "productId", l.title AS "productName", c.ordered_at AS at FROM (
      SELECT c.id, c.ordered_at FROM conversions c WHERE c.partner_id = ${partnerId}::uuid AND ${COUNTED}
      ORDER BY c.ordered_at DESC LIMIT ${most}::int
    ) c CROSS JOIN LATERAL (SELECT l.product_id, l.title FROM conversion_lines l WHERE l.conversion_id = c.id ORDER BY l.place LIMIT 1) l`
}
