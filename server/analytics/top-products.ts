import { Prisma } from '#prisma/generated/client.ts'
import { pictureJson } from '#server/media/picture.ts'
import { countsBetween } from '#server/outbound/view-counts.ts'
import type { PeriodChoice } from '#server/platform/period.schema.ts'
import type { Span, TopProduct } from './analytics.types.ts'
import { COUNTED } from './counted-sales.ts'
import { piecesOf } from './pieces.ts'
import type { Measured } from './get-measured-partner.ts'
import { numbered } from './list-sums.ts'
import { ONE_BY_ONE, productsSold } from './recount.ts'

const SHOWN = 5
const PRODUCTS_ROLLED = { timeZone: 'UTC', levels: ['day', 'month'] } as const

/**
 * Returns up to five products with the most revenue in the period, in the partner's currency. Sales in other currencies
 * only count as sales. One sale may include several products. A line's revenue is its net.
 */
export async function listTopProducts(
  tx: Prisma.TransactionClient,
  { id: partnerId, currency }: Measured,
  period: PeriodChoice,
  { from, to }: Span,
): Promise<TopProduct[]> {
  const ids = Prisma.sql`SELECT id FROM sold`
  // Stored counts include their last moment.
  const events = { from: new Date(from.getTime() - 1), to: new Date(to.getTime() - 1) }
  // eslint-disable-next-line house/listed-products -- the partner's own products, in any state
  const rows = await tx.$queryRaw<Array<Omit<TopProduct, 'revenueMinor' | 'currency'> & { revenueMinor: bigint }>>`
    WITH pieces AS MATERIALIZED ${numbered([piecesOf(from.getTime(), to.getTime(), PRODUCTS_ROLLED)])},
    stale AS MATERIALIZED (
      SELECT s.at FROM (SELECT DISTINCT date_bin('1 day', at, '1970-01-01 00:00:00+00') AS at FROM stale_quarters WHERE partner_id = ${partnerId}::uuid AND kind = 'sales') s
      JOIN pieces p ON p.level <> 'raw' AND s.at >= p.from_at AND s.at < p.to_at
    ), counted AS (
      SELECT r.product_id, r.currency, r.sales, r.net_minor FROM pieces p CROSS JOIN LATERAL (
        SELECT * FROM product_sale_rollups
        WHERE partner_id = ${partnerId}::uuid AND level = p.level::rollup_level AND at >= p.from_at AND at < p.to_at ${ONE_BY_ONE}
      ) r WHERE p.level <> 'raw'
      UNION ALL
      SELECT r.product_id, r.currency, -r.sales, -r.net_minor
      FROM stale s JOIN product_sale_rollups r ON r.partner_id = ${partnerId}::uuid AND r.level = 'day' AND r.at = s.at
      UNION ALL
      SELECT sold.* FROM (
        SELECT from_at, to_at FROM pieces WHERE level = 'raw' UNION ALL SELECT at, at + interval '1 day' FROM stale
      ) raw CROSS JOIN LATERAL (${productsSold(Prisma.sql`${partnerId}::uuid`, Prisma.sql`raw.from_at`, Prisma.sql`raw.to_at`)} ${ONE_BY_ONE}) sold
    ), sold AS MATERIALIZED (
      SELECT product_id AS id, sum(sales)::int AS sales, least(coalesce(sum(net_minor) FILTER (WHERE currency = ${currency}), 0), ${Number.MAX_SAFE_INTEGER})::bigint AS revenue_minor
      FROM counted GROUP BY product_id HAVING sum(sales) > 0 ORDER BY revenue_minor DESC, sales DESC, id LIMIT ${SHOWN}::int
    )
    SELECT sold.id, sold.sales, sold.revenue_minor AS "revenueMinor", coalesce(v.views, 0) AS views, coalesce(w.clicks, 0) AS clicks,
      coalesce(p.name, (
        SELECT l.title FROM conversion_lines l JOIN conversions c ON c.id = l.conversion_id
        WHERE l.product_id = sold.id AND c.partner_id = ${partnerId}::uuid AND ${COUNTED} ORDER BY c.ordered_at DESC, c.id DESC, l.place LIMIT 1)) AS name,
      (SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture
    FROM sold LEFT JOIN products p ON p.id = sold.id AND p.partner_id = ${partnerId}::uuid
    LEFT JOIN ${countsBetween('views', partnerId, period, events, ids)} v ON v.product_id = sold.id
    LEFT JOIN ${countsBetween('clicks', partnerId, period, events, ids)} w ON w.product_id = sold.id
    ORDER BY sold.revenue_minor DESC, sold.sales DESC, sold.id`
  return rows.map(({ revenueMinor, ...row }) => ({ ...row, revenueMinor: Number(revenueMinor), currency }))
}
