import { Prisma } from '#prisma/generated/client.ts'

/** A quarter hour (UTC). */
export const QUARTER_MS = 900_000
export const DAY_MS = 86_400_000

/** When the quarter or day of a moment begins. */
export const floorTo = (step: number, moment: number): number => Math.floor(moment / step) * step

const binOf = (column: string, step: '15 minutes' | '1 day') =>
  Prisma.raw(`date_bin('${step}', ${column}, '1970-01-01 00:00:00+00')`)

const ofPartner = (partnerId: string | null) =>
  partnerId === null ? Prisma.empty : Prisma.sql`AND partner_id = ${partnerId}::uuid`

/** Whole quarters of one partner, or of all: `from` belongs to it, `to` does not. Within one day (UTC). */
export interface Stale {
  partnerId: string | null
  from: Date
  to: Date
}

/** Counts the views and clicks of some quarters anew, and of their day, if it is over by `settledTo`. */
export async function recountTraffic(
  tx: Prisma.TransactionClient,
  { partnerId, from, to }: Stale,
  settledTo: Date,
): Promise<void> {
  const one = ofPartner(partnerId)
  await tx.$executeRaw`DELETE FROM traffic_rollups WHERE level = 'quarter' AND at >= ${from} AND at < ${to} ${one}`
  await tx.$executeRaw`
    INSERT INTO traffic_rollups (partner_id, level, at, views, clicks)
    SELECT partner_id, 'quarter', at, sum(views), sum(clicks) FROM (
      SELECT partner_id, ${binOf('viewed_at', '15 minutes')} AS at, count(*) AS views, 0 AS clicks FROM product_views
      WHERE viewed_at >= ${from} AND viewed_at < ${to} ${one} GROUP BY 1, 2
      UNION ALL
      SELECT partner_id, ${binOf('clicked_at', '15 minutes')}, 0, count(*) FROM outbound_clicks
      WHERE is_valid AND clicked_at >= ${from} AND clicked_at < ${to} ${one} GROUP BY 1, 2
    ) counted GROUP BY partner_id, at`
  const day = new Date(floorTo(DAY_MS, from.getTime()))
  const end = new Date(day.getTime() + DAY_MS)
  if (end > settledTo) return
  await tx.$executeRaw`DELETE FROM traffic_rollups WHERE level = 'day' AND at = ${day} ${one}`
  await tx.$executeRaw`
    INSERT INTO traffic_rollups (partner_id, level, at, views, clicks)
    SELECT partner_id, 'day', ${day}, sum(views), sum(clicks) FROM traffic_rollups
    WHERE level = 'quarter' AND at >= ${day} AND at < ${end} ${one} GROUP BY partner_id`
}

/** Counts the sales of some quarters anew, and those of their day. */
export async function recountSales(tx: Prisma.TransactionClient, { partnerId, from, to }: Stale): Promise<void> {
  const one = ofPartner(partnerId)
  await tx.$executeRaw`DELETE FROM sale_rollups WHERE level = 'quarter' AND at >= ${from} AND at < ${to} ${one}`
  await tx.$executeRaw`
    INSERT INTO sale_rollups (partner_id, level, at, status, currency, ledger_currency, sales, net_minor, commission_minor)
    SELECT partner_id, 'quarter', ${binOf('ordered_at', '15 minutes')}, status, currency, coalesce(ledger_currency, ''), count(*), sum(net_minor),
      sum(coalesce(owed.minor, 0))
    FROM conversions c LEFT JOIN LATERAL (SELECT sum(amount_minor) AS minor FROM commission_entries e WHERE e.conversion_id = c.id) owed ON true
    WHERE ordered_at >= ${from} AND ordered_at < ${to} ${one} GROUP BY 1, 3, 4, 5, 6`
  const day = new Date(floorTo(DAY_MS, from.getTime()))
  const end = new Date(day.getTime() + DAY_MS)
  await tx.$executeRaw`DELETE FROM sale_rollups WHERE level = 'day' AND at = ${day} ${one}`
  await tx.$executeRaw`
    INSERT INTO sale_rollups (partner_id, level, at, status, currency, ledger_currency, sales, net_minor, commission_minor)
    SELECT partner_id, 'day', ${day}, status, currency, ledger_currency, sum(sales), sum(net_minor), sum(commission_minor) FROM sale_rollups
    WHERE level = 'quarter' AND at >= ${day} AND at < ${end} ${one} GROUP BY partner_id, status, currency, ledger_currency`
}
