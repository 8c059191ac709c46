import { Prisma } from '#prisma/generated/client.ts'
import type { SaleSum } from './counted-sales.ts'
import { piecesOf, type Piece } from './pieces.ts'
import type { Measured } from './get-measured-partner.ts'
import { ONE_BY_ONE } from './recount.ts'
import { safeSum } from './safe-sum.ts'

/** A period to sum up. `from` is included, `to` is not. */
export interface Stretch {
  from: Date
  to: Date
}

export interface TrafficSum {
  views: number
  clicks: number
}

/** SQL: pieces as a relation (n, level, from_at, to_at). `n` is the index of their list. */
export const numbered = (pieces: Piece[][]) => {
  const all = pieces.flatMap((some, n) => some.map((piece) => ({ n, ...piece })))
  return Prisma.sql`(SELECT * FROM unnest(
    ${all.map(({ n }) => n)}::int[], ${all.map(({ level }) => level)}::text[],
    ${all.map(({ from }) => new Date(from))}::timestamptz[], ${all.map(({ to }) => new Date(to))}::timestamptz[]
  ) p (n, level, from_at, to_at))`
}

/**
 * Reads the sales in each of several periods, in one statement. Uses rollups, corrected by quarter hours with later
 * changes, and raw rows for partial quarter hours. Call it in one snapshot with other figures on the page.
 */
export async function listSaleSums(
  tx: Prisma.TransactionClient,
  { id: partnerId, rolledZone: timeZone }: Measured,
  stretches: readonly Stretch[],
): Promise<SaleSum[][]> {
  const pieces = stretches.map(({ from, to }) => piecesOf(from.getTime(), to.getTime(), { timeZone }))
  const rows = await tx.$queryRaw<
    Array<Omit<SaleSum, 'netMinor' | 'commissionMinor'> & { n: number; netMinor: bigint; commissionMinor: bigint }>
  >`
    WITH pieces AS MATERIALIZED ${numbered(pieces)},
    stale AS MATERIALIZED (
      SELECT p.n, s.at FROM (SELECT DISTINCT at FROM stale_quarters WHERE partner_id = ${partnerId}::uuid AND kind = 'sales') s
      JOIN pieces p ON p.level <> 'raw' AND s.at >= p.from_at AND s.at < p.to_at
    )
    SELECT n, status::text, currency, ledger_currency AS "ledgerCurrency", sum(sales)::int AS sales, ${safeSum('net_minor')} AS "netMinor",
      ${safeSum('commission_minor')} AS "commissionMinor"
    FROM (
      SELECT p.n, r.status, r.currency, r.ledger_currency, r.sales, r.net_minor, r.commission_minor
      FROM pieces p CROSS JOIN LATERAL (
        SELECT * FROM sale_rollups
        WHERE partner_id = ${partnerId}::uuid AND level = p.level::rollup_level AND at >= p.from_at AND at < p.to_at ${ONE_BY_ONE}
      ) r WHERE p.level <> 'raw'
      UNION ALL
      SELECT s.n, r.status, r.currency, r.ledger_currency, -r.sales, -r.net_minor, -r.commission_minor
      FROM stale s JOIN sale_rollups r ON r.partner_id = ${partnerId}::uuid AND r.level = 'quarter' AND r.at = s.at
      UNION ALL
      SELECT raw.n, c.status, c.currency, coalesce(c.ledger_currency, ''), 1, c.net_minor, coalesce(e.amount_minor, 0)
      FROM (
        SELECT n, from_at, to_at FROM pieces WHERE level = 'raw'
        UNION ALL SELECT n, at, at + interval '15 minutes' FROM stale
      ) raw
      CROSS JOIN LATERAL (
        SELECT * FROM conversions WHERE partner_id = ${partnerId}::uuid AND ordered_at >= raw.from_at AND ordered_at < raw.to_at ${ONE_BY_ONE}
      ) c
      LEFT JOIN LATERAL (SELECT sum(amount_minor) AS amount_minor FROM commission_entries WHERE conversion_id = c.id) e ON true
    ) counted
    GROUP BY n, status, currency, ledger_currency HAVING sum(sales) <> 0`
  const sums = stretches.map((): SaleSum[] => [])
  for (const { n, netMinor, commissionMinor, ...row } of rows)
    sums[n]?.push({ ...row, netMinor: Number(netMinor), commissionMinor: Number(commissionMinor) })
  return sums
}

/** Reads views and valid clicks in each of several periods, like `listSaleSums`. */
export async function listTrafficSums(
  tx: Prisma.TransactionClient,
  { id: partnerId, rolledZone: timeZone, settledTo }: Measured,
  stretches: readonly Stretch[],
): Promise<TrafficSum[]> {
  const rolled = { timeZone, settledTo: settledTo?.getTime() ?? -Infinity }
  const pieces = stretches.map(({ from, to }) => piecesOf(from.getTime(), to.getTime(), rolled))
  const rows = await tx.$queryRaw<Array<TrafficSum & { n: number }>>`
    WITH pieces AS MATERIALIZED ${numbered(pieces)},
    stale AS MATERIALIZED (
      SELECT p.n, s.at FROM (SELECT DISTINCT at FROM stale_quarters WHERE partner_id = ${partnerId}::uuid AND kind = 'traffic') s
      JOIN pieces p ON p.level <> 'raw' AND s.at >= p.from_at AND s.at < p.to_at
    ),
    raw AS (
      SELECT n, from_at, to_at FROM pieces WHERE level = 'raw'
      UNION ALL SELECT n, at, at + interval '15 minutes' FROM stale
    )
    SELECT n, sum(views)::int AS views, sum(clicks)::int AS clicks FROM (
      SELECT p.n, r.views, r.clicks FROM pieces p CROSS JOIN LATERAL (
        SELECT * FROM traffic_rollups
        WHERE partner_id = ${partnerId}::uuid AND level = p.level::rollup_level AND at >= p.from_at AND at < p.to_at ${ONE_BY_ONE}
      ) r WHERE p.level <> 'raw'
      UNION ALL
      SELECT s.n, -r.views, -r.clicks
      FROM stale s JOIN traffic_rollups r ON r.partner_id = ${partnerId}::uuid AND r.level = 'quarter' AND r.at = s.at
      UNION ALL
      SELECT raw.n, seen.views, went.clicks FROM raw
      CROSS JOIN LATERAL (
        SELECT count(*) AS views FROM product_views
        WHERE partner_id = ${partnerId}::uuid AND viewed_at >= raw.from_at AND viewed_at < raw.to_at
      ) seen
      CROSS JOIN LATERAL (
        SELECT count(*) AS clicks FROM outbound_clicks
        WHERE partner_id = ${partnerId}::uuid AND is_valid AND clicked_at >= raw.from_at AND clicked_at < raw.to_at
      ) went
    ) counted GROUP BY n`
  const sums = stretches.map((): TrafficSum => ({ views: 0, clicks: 0 }))
  for (const { n, ...sum } of rows) sums[n] = sum
  return sums
}
