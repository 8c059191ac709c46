import { Prisma } from '#prisma/generated/client.ts'
import { pictureJson } from '#server/media/picture.ts'
import { viewsBetween } from '#server/outbound/view-counts.ts'
import type { Period } from '#server/platform/period.schema.ts'
import type { Span, TopProduct } from './analytics.types.ts'
import { COUNTED } from './counted-sales.ts'
import type { Measured } from './read-partner.ts'

const SHOWN = 5

/**
 * Up to five products with the most revenue in the period, in the partner's currency; sales in others count as sales. One sale may be of
 * several products. A line's revenue is its net.
 */
export async function readTopProducts(
  tx: Prisma.TransactionClient,
  { id: partnerId, currency }: Measured,
  period: Period,
  { from, to }: Span,
): Promise<TopProduct[]> {
  // Views are counted up to and including their last moment.
  const seen = { from: new Date(from.getTime() - 1), to: new Date(to.getTime() - 1) }
  // eslint-disable-next-line house/listed-products -- the partner's own, of whatever status
  const rows = await tx.$queryRaw<Array<Omit<TopProduct, 'revenueMinor' | 'currency'> & { revenueMinor: bigint }>>`
    WITH sold AS MATERIALIZED (
      SELECT l.product_id AS id, count(DISTINCT c.id)::int AS sales,
        coalesce(sum(l.net_minor) FILTER (WHERE c.currency = ${currency} AND c.net_minor > 0), 0)::bigint AS revenue_minor
      FROM conversions c JOIN conversion_lines l ON l.conversion_id = c.id
      WHERE c.partner_id = ${partnerId}::uuid AND c.ordered_at >= ${from} AND c.ordered_at < ${to} AND ${COUNTED} AND l.product_id IS NOT NULL
      GROUP BY l.product_id ORDER BY revenue_minor DESC, sales DESC, id LIMIT ${SHOWN}::int
    )
    SELECT sold.id, sold.sales, sold.revenue_minor AS "revenueMinor", coalesce(v.views, 0) AS views,
      (SELECT count(*)::int FROM outbound_clicks o
        WHERE o.product_id = sold.id AND o.partner_id = ${partnerId}::uuid AND o.is_valid AND o.clicked_at >= ${from} AND o.clicked_at < ${to}) AS clicks,
      coalesce(p.name, (
        SELECT l.title FROM conversion_lines l JOIN conversions c ON c.id = l.conversion_id
        WHERE l.product_id = sold.id AND c.partner_id = ${partnerId}::uuid ORDER BY c.ordered_at DESC, c.id DESC, l.place LIMIT 1)) AS name,
      (SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture
    FROM sold LEFT JOIN products p ON p.id = sold.id AND p.partner_id = ${partnerId}::uuid
    LEFT JOIN ${viewsBetween(partnerId, period, seen, Prisma.sql`SELECT id FROM sold`)} v ON v.product_id = sold.id
    ORDER BY sold.revenue_minor DESC, sold.sales DESC, sold.id`
  return rows.map(({ revenueMinor, ...row }) => ({ ...row, revenueMinor: Number(revenueMinor), currency }))
}
