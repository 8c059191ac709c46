import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { datesOf, PERIODS, periodRange, type Period, type PeriodChoice } from '#server/platform/period.schema.ts'

/** A view is written within seconds of its time, so older ones are complete. */
const SETTLED_MS = 60_000
/** The first count reads a year of views. */
const TIMEOUT_MS = 600_000

const EVENTS = {
  views: {
    counts: Prisma.raw('views'),
    rows: Prisma.raw('product_views v'),
    at: Prisma.raw('v.viewed_at'),
    counted: Prisma.raw('true'),
  },
  clicks: {
    counts: Prisma.raw('clicks'),
    rows: Prisma.raw('outbound_clicks v'),
    at: Prisma.raw('v.clicked_at'),
    counted: Prisma.raw('v.is_valid'),
  },
}
type Kind = keyof typeof EVENTS

/**
 * SQL: views of a partner's products in the period that ends at `to`, as a relation (product_id, views) of products
 * with views. Takes the last counts and adjusts them by the views at both edges of the period since then, so the result
 * is exact, however old the counts are.
 * @param among a select of product ids: only these
 */
export const viewsOf = (partnerId: string, period: Period, to: Date, among?: Prisma.Sql): Prisma.Sql =>
  countsBetween('views', partnerId, period, periodRange(period, to), among)

/**
 * SQL: like `viewsOf`, but for views or valid clicks later than `from` and not later than `to`. The second column is
 * named after the kind.
 * @param choice the period with the nearest counts; between two dates, rows are counted
 */
export function countsBetween(
  kind: Kind,
  partnerId: string,
  choice: PeriodChoice,
  { from, to }: { from: Date; to: Date },
  among?: Prisma.Sql,
): Prisma.Sql {
  const { counts, rows, at, counted } = EVENTS[kind]
  const only = among ? Prisma.sql`AND product_id IN (${among})` : Prisma.empty
  if (datesOf(choice))
    return Prisma.sql`(
      SELECT v.product_id, count(*)::int AS ${counts} FROM ${rows}
      WHERE v.partner_id = ${partnerId}::uuid AND ${counted} AND ${at} > ${from} AND ${at} <= ${to} ${only} GROUP BY v.product_id)`
  return Prisma.sql`(
    SELECT product_id, sum(n)::int AS ${counts} FROM (
      SELECT c.product_id, c.${counts} AS n FROM product_view_counts c
      WHERE c.partner_id = ${partnerId}::uuid AND c.period = ${choice} ${only}
      UNION ALL
      SELECT v.product_id, (${at} > ${from} AND ${at} <= ${to})::int - (${at} > w.from_at AND ${at} <= w.to_at)::int
      FROM (
        SELECT coalesce(max(from_at), ${from}) AS from_at, coalesce(max(to_at), ${from}) AS to_at FROM view_count_windows WHERE period = ${choice}
      ) w
      CROSS JOIN LATERAL (VALUES (least(w.from_at, ${from}), greatest(w.from_at, ${from})), (least(w.to_at, ${to}), greatest(w.to_at, ${to}))) edge (after, until)
      JOIN ${rows} ON v.partner_id = ${partnerId}::uuid AND ${counted} AND ${at} > edge.after AND ${at} <= edge.until ${only}
    ) counted GROUP BY product_id HAVING sum(n) > 0)`
}

/**
 * Updates the counts of views and clicks up to a minute before `now`; the cost depends on the rows since the last time.
 * Runs every few minutes, and recounts everything once a night, to include rows with late, wrong or manual times.
 */
export async function countViews(db: Db, now = new Date(), { isAnew = false } = {}): Promise<void> {
  const to = new Date(now.getTime() - SETTLED_MS)
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.viewCounts}::bigint)`
      if (isAnew) {
        await tx.productViewCount.deleteMany()
        await tx.viewCountWindow.deleteMany()
      }
      for (const period of PERIODS) await moveWindow(tx, period, to)
    },
    { timeout: TIMEOUT_MS },
  )
}

async function moveWindow(tx: Prisma.TransactionClient, period: Period, to: Date): Promise<void> {
  const { from } = periodRange(period, to)
  const known = await tx.viewCountWindow.findUnique({ where: { period } })
  const before = known ?? { fromAt: from, toAt: from }
  const edges: Array<[Date, Date]> = [
    [before.fromAt, from],
    [before.toAt, to],
  ]
  // Rows in both edges are in neither window, so they count as 0.
  const changed = edges.flatMap(([one, other]) =>
    (['views', 'clicks'] as const).map((kind) => {
      const { rows, at, counted } = EVENTS[kind]
      const n = Prisma.sql`(${at} > ${from} AND ${at} <= ${to})::int - (${at} > ${before.fromAt} AND ${at} <= ${before.toAt})::int`
      return Prisma.sql`
        SELECT partner_id, product_id, (${kind === 'views' ? n : Prisma.raw('0')})::int AS views, (${kind === 'clicks' ? n : Prisma.raw('0')})::int AS clicks
        FROM ${rows} WHERE ${counted} AND ${at} > ${one < other ? one : other} AND ${at} <= ${one < other ? other : one}`
    }),
  )
  await tx.$executeRaw`
    INSERT INTO product_view_counts (partner_id, period, product_id, views, clicks)
    SELECT partner_id, ${period}, product_id, sum(views)::int, sum(clicks)::int FROM (${Prisma.join(changed, ' UNION ALL ')}) changed
    GROUP BY partner_id, product_id HAVING sum(views) <> 0 OR sum(clicks) <> 0
    ON CONFLICT (partner_id, period, product_id) DO UPDATE
      SET views = product_view_counts.views + excluded.views, clicks = product_view_counts.clicks + excluded.clicks`
  await tx.$executeRaw`DELETE FROM product_view_counts WHERE views = 0 AND clicks = 0`
  const window = { fromAt: from, toAt: to }
  await tx.viewCountWindow.upsert({ where: { period }, create: { period, ...window }, update: window })
}
