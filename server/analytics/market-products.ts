import { Prisma } from '#prisma/generated/client.ts'
import { piecesOf } from './pieces.ts'
import { numbered, type Stretch } from './list-sums.ts'
import { ONE_BY_ONE, productsSold } from './recount.ts'

/** A product with its counted sales in a period and in the preceding one. */
export interface MovingProduct {
  id: string
  /** Its current name; null if it no longer exists. */
  name: string | null
  partner: string
  sales: number
  salesBefore: number
}

const PRODUCTS_ROLLED = { timeZone: 'UTC', levels: ['day', 'month'] } as const

/**
 * Reads the products of all partners with the most counted sales, and those with the largest decline since the
 * preceding period. Uses product rollups, corrected by days with later changes and by raw rows of partial days.
 */
export async function findMovingProducts(
  tx: Prisma.TransactionClient,
  now: Stretch,
  before: Stretch,
  most: number,
): Promise<{ top: MovingProduct[]; fading: MovingProduct[] }> {
  const pieces = [now, before].map(({ from, to }) => piecesOf(from.getTime(), to.getTime(), PRODUCTS_ROLLED))
  // eslint-disable-next-line house/listed-products -- sold products, in any state
  const rows = await tx.$queryRaw<Array<MovingProduct & { list: 'top' | 'fading' }>>`
    WITH pieces AS MATERIALIZED ${numbered(pieces)}, measured AS MATERIALIZED (SELECT id FROM partners),
    stale AS MATERIALIZED (
      SELECT p.n, s.partner_id, s.at
      FROM (SELECT DISTINCT partner_id, date_bin('1 day', at, '1970-01-01 00:00:00+00') AS at FROM stale_quarters WHERE kind = 'sales') s
      JOIN pieces p ON p.level <> 'raw' AND s.at >= p.from_at AND s.at < p.to_at
    ), counted AS (
      SELECT p.n, r.product_id, r.sales FROM pieces p CROSS JOIN measured m CROSS JOIN LATERAL (
        SELECT * FROM product_sale_rollups
        WHERE partner_id = m.id AND level = p.level::rollup_level AND at >= p.from_at AND at < p.to_at ${ONE_BY_ONE}
      ) r WHERE p.level <> 'raw'
      UNION ALL
      SELECT s.n, r.product_id, -r.sales
      FROM stale s JOIN product_sale_rollups r ON r.partner_id = s.partner_id AND r.level = 'day' AND r.at = s.at
      UNION ALL
      SELECT raw.n, sold.product_id, sold.sales FROM (
        SELECT p.n, m.id AS partner_id, p.from_at, p.to_at FROM pieces p CROSS JOIN measured m WHERE p.level = 'raw'
        UNION ALL SELECT n, partner_id, at, at + interval '1 day' FROM stale
      ) raw CROSS JOIN LATERAL (${productsSold(Prisma.sql`raw.partner_id`, Prisma.sql`raw.from_at`, Prisma.sql`raw.to_at`)} ${ONE_BY_ONE}) sold
    ), sold AS MATERIALIZED (
      SELECT product_id AS id, coalesce(sum(sales) FILTER (WHERE n = 0), 0)::int AS sales, coalesce(sum(sales) FILTER (WHERE n = 1), 0)::int AS sales_before
      FROM counted GROUP BY product_id
    ), moving AS (
      (SELECT 'top' AS list, * FROM sold WHERE sales > 0 ORDER BY sales DESC, sales_before DESC, id LIMIT ${most}::int)
      UNION ALL
      (SELECT 'fading', * FROM sold WHERE sales < sales_before ORDER BY sales_before - sales DESC, sales_before DESC, id LIMIT ${most}::int)
    )
    SELECT m.list, m.id, p.name, coalesce(s.business_name, '') AS partner, m.sales, m.sales_before AS "salesBefore"
    FROM moving m LEFT JOIN products p ON p.id = m.id AND p.deleted_at IS NULL LEFT JOIN partners s ON s.id = p.partner_id
    ORDER BY CASE m.list WHEN 'top' THEN m.sales ELSE m.sales_before - m.sales END DESC, m.sales_before DESC, m.id`
  const listed = (wanted: 'top' | 'fading') =>
    rows.filter(({ list }) => list === wanted).map(({ list: _, ...row }) => row)
  return { top: listed('top'), fading: listed('fading') }
}
