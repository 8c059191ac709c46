import { Prisma } from '#prisma/generated/client.ts'
import { COUNTED } from './counted-sales.ts'
import { touchedBy } from './pieces.ts'
import { findRolledZones, UNTIL_SET } from './rolled-zones.ts'

export const QUARTER_MS = 900_000

/** Returns the start of a moment's quarter hour or day (UTC). */
export const floorTo = (step: number, moment: number): number => Math.floor(moment / step) * step

const binOf = (column: string, step: '15 minutes' | '1 day') =>
  Prisma.raw(`date_bin('${step}', ${column}, '1970-01-01 00:00:00+00')`)

/**
 * For lateral selects. Makes PostgreSQL look up each period in the index. Otherwise it may scan all rows of a partner
 * for every period.
 */
export const ONE_BY_ONE = Prisma.raw('OFFSET 0')

/** Each level with the finer level that it is summed from, in this order. */
const STEPS = [
  ['day', 'quarter'],
  ['month', 'day'],
] as const

/** Whole quarter hours of a partner within one day (UTC). `from` is included, `to` is not. */
export interface Quarters {
  partnerId: string
  from: Date
  to: Date
}

const listed = (quarters: readonly Quarters[]) => Prisma.sql`(SELECT * FROM unnest(
  ${quarters.map(({ partnerId }) => partnerId)}::uuid[], ${quarters.map(({ from }) => from)}::timestamptz[], ${quarters.map(({ to }) => to)}::timestamptz[]
) q (partner_id, from_at, to_at))`

const daysOf = (quarters: readonly Quarters[]) =>
  Prisma.sql`(SELECT DISTINCT partner_id, ${binOf('from_at', '1 day')} AS at FROM ${listed(quarters)} q)`

/** Returns the days or months that contain these quarter hours, in the zone of each partner's rollups. */
async function localUnits(tx: Prisma.TransactionClient, unit: 'day' | 'month', quarters: readonly Quarters[]) {
  const zones = await findRolledZones(tx, new Set(quarters.map(({ partnerId }) => partnerId)))
  const units = new Map<string, Quarters>()
  for (const { partnerId, from, to } of quarters)
    for (const touched of touchedBy(unit, zones.get(partnerId) ?? UNTIL_SET, from.getTime(), to.getTime()))
      units.set(`${partnerId} ${touched.from}`, { partnerId, from: new Date(touched.from), to: new Date(touched.to) })
  return [...units.values()]
}

/** Deletes the current marks of some quarter hours. Call it before counting them. */
export async function unmark(
  tx: Prisma.TransactionClient,
  kind: 'sales' | 'traffic',
  quarters: readonly Quarters[],
): Promise<void> {
  if (quarters.length)
    await tx.$executeRaw`
      DELETE FROM stale_quarters s USING ${listed(quarters)} q
      WHERE s.kind = ${kind}::stale_kind AND s.partner_id = q.partner_id AND s.at = q.from_at`
}

/** Counts the views and clicks of all partners in part of a day (UTC) that has no counts yet. */
export async function countTraffic(tx: Prisma.TransactionClient, from: Date, to: Date): Promise<void> {
  const zones = new Set([UNTIL_SET, ...(await findRolledZones(tx)).values()])
  const units = (['day', 'month'] as const).flatMap((level) =>
    [...zones].flatMap((timeZone) =>
      touchedBy(level, timeZone, from.getTime(), to.getTime()).map((unit) => ({ level, timeZone, ...unit })),
    ),
  )
  await tx.$executeRaw`
    WITH counted AS (
      INSERT INTO traffic_rollups (partner_id, level, at, views, clicks)
      SELECT partner_id, 'quarter', at, sum(views), sum(clicks) FROM (
        SELECT partner_id, ${binOf('viewed_at', '15 minutes')} AS at, count(*) AS views, 0 AS clicks FROM product_views
        WHERE viewed_at >= ${from} AND viewed_at < ${to} GROUP BY 1, 2
        UNION ALL
        SELECT partner_id, ${binOf('clicked_at', '15 minutes')}, 0, count(*) FROM outbound_clicks
        WHERE is_valid AND clicked_at >= ${from} AND clicked_at < ${to} GROUP BY 1, 2
      ) raw GROUP BY partner_id, at
      RETURNING partner_id, at, views, clicks
    )
    INSERT INTO traffic_rollups (partner_id, level, at, views, clicks)
    SELECT c.partner_id, u.level::rollup_level, u.from_at, sum(c.views), sum(c.clicks) FROM counted c
    LEFT JOIN rolled_zones z ON z.partner_id = c.partner_id
    JOIN unnest(${units.map(({ level }) => level)}::text[], ${units.map(({ timeZone }) => timeZone)}::text[],
      ${units.map(({ from }) => new Date(from))}::timestamptz[], ${units.map(({ to }) => new Date(to))}::timestamptz[]) u (level, time_zone, from_at, to_at)
      ON u.time_zone = coalesce(z.time_zone, ${UNTIL_SET}) AND c.at >= u.from_at AND c.at < u.to_at
    GROUP BY 1, 2, 3
    ON CONFLICT (partner_id, level, at) DO UPDATE
      SET views = traffic_rollups.views + excluded.views, clicks = traffic_rollups.clicks + excluded.clicks`
}

/** Recounts the views and clicks of some quarter hours, and updates their days. */
export async function recountTraffic(tx: Prisma.TransactionClient, quarters: readonly Quarters[]): Promise<void> {
  if (!quarters.length) return
  await tx.$executeRaw`
    DELETE FROM traffic_rollups WHERE ctid = ANY(ARRAY(
      SELECT r.ctid FROM ${listed(quarters)} q CROSS JOIN LATERAL (
        SELECT ctid FROM traffic_rollups WHERE partner_id = q.partner_id AND level = 'quarter' AND at >= q.from_at AND at < q.to_at ${ONE_BY_ONE}
      ) r))`
  await tx.$executeRaw`
    INSERT INTO traffic_rollups (partner_id, level, at, views, clicks)
    SELECT partner_id, 'quarter', at, sum(views), sum(clicks) FROM (
      SELECT q.partner_id, ${binOf('v.viewed_at', '15 minutes')} AS at, count(*) AS views, 0 AS clicks FROM ${listed(quarters)} q
      CROSS JOIN LATERAL (
        SELECT viewed_at FROM product_views WHERE partner_id = q.partner_id AND viewed_at >= q.from_at AND viewed_at < q.to_at ${ONE_BY_ONE}
      ) v GROUP BY 1, 2
      UNION ALL
      SELECT q.partner_id, ${binOf('o.clicked_at', '15 minutes')}, 0, count(*) FROM ${listed(quarters)} q
      CROSS JOIN LATERAL (
        SELECT clicked_at FROM outbound_clicks
        WHERE partner_id = q.partner_id AND is_valid AND clicked_at >= q.from_at AND clicked_at < q.to_at ${ONE_BY_ONE}
      ) o GROUP BY 1, 2
    ) raw GROUP BY partner_id, at`
  await sumUpTraffic(tx, quarters)
}

/** Sums the days and months of some quarter hours from their counts. */
export async function sumUpTraffic(tx: Prisma.TransactionClient, quarters: readonly Quarters[]): Promise<void> {
  for (const [level, finer] of STEPS) {
    const units = await localUnits(tx, level, quarters)
    await tx.$executeRaw`
      DELETE FROM traffic_rollups r USING ${listed(units)} q WHERE r.partner_id = q.partner_id AND r.level = ${level}::rollup_level AND r.at = q.from_at`
    await tx.$executeRaw`
      INSERT INTO traffic_rollups (partner_id, level, at, views, clicks)
      SELECT q.partner_id, ${level}::rollup_level, q.from_at, sum(r.views), sum(r.clicks) FROM ${listed(units)} q
      CROSS JOIN LATERAL (
        SELECT * FROM traffic_rollups
        WHERE partner_id = q.partner_id AND level = ${finer}::rollup_level AND at >= q.from_at AND at < q.to_at ${ONE_BY_ONE}
      ) r GROUP BY q.partner_id, q.from_at`
  }
}

/** Recounts the sales, and the products sold on these days and in their months. */
export async function recountSales(tx: Prisma.TransactionClient, quarters: readonly Quarters[]): Promise<void> {
  if (!quarters.length) return
  await tx.$executeRaw`
    DELETE FROM sale_rollups WHERE ctid = ANY(ARRAY(
      SELECT r.ctid FROM ${listed(quarters)} q CROSS JOIN LATERAL (
        SELECT ctid FROM sale_rollups WHERE partner_id = q.partner_id AND level = 'quarter' AND at >= q.from_at AND at < q.to_at ${ONE_BY_ONE}
      ) r))`
  await tx.$executeRaw`
    INSERT INTO sale_rollups (partner_id, level, at, status, currency, ledger_currency, sales, net_minor, commission_minor)
    SELECT c.partner_id, 'quarter', ${binOf('c.ordered_at', '15 minutes')}, c.status, c.currency, coalesce(c.ledger_currency, ''), count(*),
      sum(c.net_minor), sum(coalesce(owed.minor, 0))
    FROM ${listed(quarters)} q CROSS JOIN LATERAL (
      SELECT * FROM conversions WHERE partner_id = q.partner_id AND ordered_at >= q.from_at AND ordered_at < q.to_at ${ONE_BY_ONE}
    ) c
    LEFT JOIN LATERAL (SELECT sum(e.amount_minor) AS minor FROM commission_entries e WHERE e.conversion_id = c.id) owed ON true
    GROUP BY 1, 3, 4, 5, 6`
  await sumUpSales(tx, quarters)
  await recountProducts(tx, quarters)
}

/** Sums the days and months of some quarter hours from their counts. */
export async function sumUpSales(tx: Prisma.TransactionClient, quarters: readonly Quarters[]): Promise<void> {
  for (const [level, finer] of STEPS) {
    const units = await localUnits(tx, level, quarters)
    await tx.$executeRaw`
      DELETE FROM sale_rollups r USING ${listed(units)} q WHERE r.partner_id = q.partner_id AND r.level = ${level}::rollup_level AND r.at = q.from_at`
    await tx.$executeRaw`
      INSERT INTO sale_rollups (partner_id, level, at, status, currency, ledger_currency, sales, net_minor, commission_minor)
      SELECT q.partner_id, ${level}::rollup_level, q.from_at, r.status, r.currency, r.ledger_currency, sum(r.sales), sum(r.net_minor), sum(r.commission_minor)
      FROM ${listed(units)} q
      CROSS JOIN LATERAL (
        SELECT * FROM sale_rollups
        WHERE partner_id = q.partner_id AND level = ${finer}::rollup_level AND at >= q.from_at AND at < q.to_at ${ONE_BY_ONE}
      ) r
      GROUP BY q.partner_id, q.from_at, r.status, r.currency, r.ledger_currency`
  }
}

const monthsOf = (quarters: readonly Quarters[]) =>
  Prisma.sql`(SELECT DISTINCT partner_id, date_trunc('month', from_at, 'UTC') AS at FROM ${listed(quarters)} q)`

async function recountProducts(tx: Prisma.TransactionClient, quarters: readonly Quarters[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM product_sale_rollups r USING ${daysOf(quarters)} d WHERE r.partner_id = d.partner_id AND r.level = 'day' AND r.at = d.at`
  await tx.$executeRaw`
    INSERT INTO product_sale_rollups (partner_id, level, at, product_id, currency, sales, net_minor)
    SELECT d.partner_id, 'day', d.at, sold.product_id, sold.currency, sum(sold.sales), sum(sold.net_minor) FROM ${daysOf(quarters)} d
    CROSS JOIN LATERAL (${productsSold(Prisma.sql`d.partner_id`, Prisma.sql`d.at`, Prisma.sql`d.at + interval '1 day'`)} ${ONE_BY_ONE}) sold
    GROUP BY d.partner_id, d.at, sold.product_id, sold.currency`
  await tx.$executeRaw`
    DELETE FROM product_sale_rollups r USING ${monthsOf(quarters)} m WHERE r.partner_id = m.partner_id AND r.level = 'month' AND r.at = m.at`
  await tx.$executeRaw`
    INSERT INTO product_sale_rollups (partner_id, level, at, product_id, currency, sales, net_minor)
    SELECT m.partner_id, 'month', m.at, r.product_id, r.currency, sum(r.sales), sum(r.net_minor) FROM ${monthsOf(quarters)} m
    CROSS JOIN LATERAL (
      SELECT * FROM product_sale_rollups
      WHERE partner_id = m.partner_id AND level = 'day' AND at >= m.at AND at < m.at + interval '1 month' ${ONE_BY_ONE}
    ) r
    GROUP BY m.partner_id, m.at, r.product_id, r.currency`
}

/**
 * SQL: a partner's counted sales in a period, one row per sale and product: (product_id, currency, sales, net_minor). A
 * line's net minus its refunds counts only if the sale has a positive net. Refunds outside the lines reduce only the
 * sale's net.
 */
export const productsSold = (partnerId: Prisma.Sql, from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT l.product_id, c.currency, 1 AS sales, CASE WHEN c.net_minor > 0 THEN sum(l.net_minor - l.refunded_minor) ELSE 0 END AS net_minor
  FROM conversions c JOIN conversion_lines l ON l.conversion_id = c.id
  WHERE c.partner_id = ${partnerId} AND c.ordered_at >= ${from} AND c.ordered_at < ${to} AND ${COUNTED} AND l.product_id IS NOT NULL
  GROUP BY c.id, l.product_id`
