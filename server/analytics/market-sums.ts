import { Prisma } from '#prisma/generated/client.ts'
import type { SaleSum } from './counted-sales.ts'
import { piecesOf, type Piece } from './pieces.ts'
import type { Stretch, TrafficSum } from './list-sums.ts'
import { ONE_BY_ONE } from './recount.ts'
import { safeSum } from './safe-sum.ts'
import { UNTIL_SET } from './rolled-zones.ts'
import { findSettledTo } from './settled-to.ts'

/** The rollups that contain totals of all partners. */
export interface MarketRollups {
  /** Time zones of partners' days and months. */
  zones: string[]
  settledTo: Date | null
}

/** A sum of one of several periods, by the period's index, and of one partner if requested. */
type Numbered<Sum> = Sum & { n: number; partnerId: string | null }

export async function getMarketRollups(tx: Prisma.TransactionClient): Promise<MarketRollups> {
  // Turns off JIT, because the planner overestimates the rows, and compiling would take longer than running.
  await tx.$executeRaw`SET LOCAL jit = off`
  const zones = await tx.$queryRaw<Array<{ zone: string }>>`
    SELECT DISTINCT coalesce(z.time_zone, ${UNTIL_SET}) AS zone FROM partners p LEFT JOIN rolled_zones z ON z.partner_id = p.id`
  return { zones: zones.map(({ zone }) => zone), settledTo: await findSettledTo(tx) }
}

/** SQL: every partner with the zone of its rollups. */
const MEASURED = Prisma.sql`
  SELECT p.id, coalesce(z.time_zone, ${UNTIL_SET}) AS zone FROM partners p LEFT JOIN rolled_zones z ON z.partner_id = p.id`

/**
 * SQL: the pieces of each period for each zone as a relation (n, zone, level, from_at, to_at). A period is split at the
 * zone's days and months.
 */
function piecesByZone(stretches: readonly Stretch[], zones: readonly string[], settledTo?: number) {
  const all = zones.flatMap((timeZone) =>
    stretches.flatMap(({ from, to }, n) =>
      piecesOf(from.getTime(), to.getTime(), { timeZone, ...(settledTo !== undefined && { settledTo }) }).map(
        (piece: Piece) => ({ n, zone: timeZone, ...piece }),
      ),
    ),
  )
  return Prisma.sql`(SELECT * FROM unnest(
    ${all.map(({ n }) => n)}::int[], ${all.map(({ zone }) => zone)}::text[], ${all.map(({ level }) => level)}::text[],
    ${all.map(({ from }) => new Date(from))}::timestamptz[], ${all.map(({ to }) => new Date(to))}::timestamptz[]
  ) p (n, zone, level, from_at, to_at))`
}

const staleOf = (kind: 'sales' | 'traffic') => Prisma.sql`
  SELECT p.n, s.partner_id, s.at FROM (SELECT DISTINCT partner_id, at FROM stale_quarters WHERE kind = ${kind}::stale_kind) s
  JOIN measured m ON m.id = s.partner_id
  JOIN pieces p ON p.zone = m.zone AND p.level <> 'raw' AND s.at >= p.from_at AND s.at < p.to_at`

const RAW = Prisma.sql`
  SELECT p.n, m.id AS partner_id, p.from_at, p.to_at FROM pieces p JOIN measured m ON m.zone = p.zone WHERE p.level = 'raw'
  UNION ALL SELECT n, partner_id, at, at + interval '15 minutes' FROM stale`

const partnerOr = (byPartner: boolean) => (byPartner ? Prisma.sql`partner_id` : Prisma.sql`NULL::uuid`)

/**
 * Reads the sales of all partners in each of several periods. Uses the same rollups as `listSaleSums`, so a year costs
 * a few dozen rows per partner. Call it in one snapshot with `getMarketRollups`.
 */
export async function listMarketSales(
  tx: Prisma.TransactionClient,
  { zones }: MarketRollups,
  stretches: readonly Stretch[],
  { byPartner = false } = {},
): Promise<Array<Numbered<SaleSum>>> {
  const rows = await tx.$queryRaw<
    Array<Numbered<Omit<SaleSum, 'netMinor' | 'commissionMinor'>> & { netMinor: bigint; commissionMinor: bigint }>
  >`
    WITH measured AS MATERIALIZED (${MEASURED}), pieces AS MATERIALIZED ${piecesByZone(stretches, zones)},
    stale AS MATERIALIZED (${staleOf('sales')})
    SELECT n, ${partnerOr(byPartner)} AS "partnerId", status::text, currency, ledger_currency AS "ledgerCurrency", sum(sales)::int AS sales,
      ${safeSum('net_minor')} AS "netMinor", ${safeSum('commission_minor')} AS "commissionMinor"
    FROM (
      SELECT p.n, m.id AS partner_id, r.status, r.currency, r.ledger_currency, r.sales, r.net_minor, r.commission_minor
      FROM pieces p JOIN measured m ON m.zone = p.zone CROSS JOIN LATERAL (
        SELECT * FROM sale_rollups
        WHERE partner_id = m.id AND level = p.level::rollup_level AND at >= p.from_at AND at < p.to_at ${ONE_BY_ONE}
      ) r WHERE p.level <> 'raw'
      UNION ALL
      SELECT s.n, s.partner_id, r.status, r.currency, r.ledger_currency, -r.sales, -r.net_minor, -r.commission_minor
      FROM stale s JOIN sale_rollups r ON r.partner_id = s.partner_id AND r.level = 'quarter' AND r.at = s.at
      UNION ALL
      SELECT raw.n, raw.partner_id, c.status, c.currency, coalesce(c.ledger_currency, ''), 1, c.net_minor, coalesce(e.amount_minor, 0)
      FROM (${RAW}) raw CROSS JOIN LATERAL (
        SELECT * FROM conversions WHERE partner_id = raw.partner_id AND ordered_at >= raw.from_at AND ordered_at < raw.to_at ${ONE_BY_ONE}
      ) c
      LEFT JOIN LATERAL (SELECT sum(amount_minor) AS amount_minor FROM commission_entries WHERE conversion_id = c.id) e ON true
    ) counted
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(sales) <> 0`
  return rows.map(({ netMinor, commissionMinor, ...row }) => ({
    ...row,
    netMinor: Number(netMinor),
    commissionMinor: Number(commissionMinor),
  }))
}

/** Reads views and valid clicks of all partners in each of several periods, like `listMarketSales`. */
export async function listMarketTraffic(
  tx: Prisma.TransactionClient,
  { zones, settledTo }: MarketRollups,
  stretches: readonly Stretch[],
  { byPartner = false } = {},
): Promise<Array<Numbered<TrafficSum>>> {
  return tx.$queryRaw<Array<Numbered<TrafficSum>>>`
    WITH measured AS MATERIALIZED (${MEASURED}),
    pieces AS MATERIALIZED ${piecesByZone(stretches, zones, settledTo?.getTime() ?? -Infinity)},
    stale AS MATERIALIZED (${staleOf('traffic')})
    SELECT n, ${partnerOr(byPartner)} AS "partnerId", sum(views)::int AS views, sum(clicks)::int AS clicks FROM (
      SELECT p.n, m.id AS partner_id, r.views, r.clicks FROM pieces p JOIN measured m ON m.zone = p.zone CROSS JOIN LATERAL (
        SELECT sum(views) AS views, sum(clicks) AS clicks FROM traffic_rollups
        WHERE partner_id = m.id AND level = p.level::rollup_level AND at >= p.from_at AND at < p.to_at ${ONE_BY_ONE}
      ) r WHERE p.level <> 'raw' AND r.views IS NOT NULL
      UNION ALL
      SELECT s.n, s.partner_id, -r.views, -r.clicks
      FROM stale s JOIN traffic_rollups r ON r.partner_id = s.partner_id AND r.level = 'quarter' AND r.at = s.at
      UNION ALL
      SELECT raw.n, raw.partner_id, seen.views, went.clicks FROM (${RAW}) raw
      CROSS JOIN LATERAL (
        SELECT count(*) AS views FROM product_views
        WHERE partner_id = raw.partner_id AND viewed_at >= raw.from_at AND viewed_at < raw.to_at
      ) seen
      CROSS JOIN LATERAL (
        SELECT count(*) AS clicks FROM outbound_clicks
        WHERE partner_id = raw.partner_id AND is_valid AND clicked_at >= raw.from_at AND clicked_at < raw.to_at
      ) went
    ) counted GROUP BY 1, 2 HAVING sum(views) <> 0 OR sum(clicks) <> 0`
}
