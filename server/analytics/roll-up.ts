import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { LOCKS } from '#server/platform/locks.ts'
import {
  countTraffic,
  floorTo,
  QUARTER_MS,
  recountSales,
  recountTraffic,
  sumUpSales,
  sumUpTraffic,
  unmark,
} from './recount.ts'
import { UNTIL_SET } from './rolled-zones.ts'
import { findSettledTo, settleTo } from './settled-to.ts'

/** After this time, rows count as complete. A trigger marks rows that are written more than half a minute late. */
const SETTLED_MS = 90_000
/** Per batch, which is one transaction. */
const MAX_MARKS = 2_000
const PATIENCE_MS = 600_000

/**
 * Updates the rollups: counts views and clicks up to 90 seconds ago, one day at a time, and recounts quarter hours with
 * new data since. Without rollups, figures are correct but slower. Can run at any time in any process; if several run
 * at once, only one does the work. After an interruption the next run continues.
 * @returns whether all work is done
 */
export async function rollUpAnalytics(db: Db, now = new Date(), signal?: AbortSignal): Promise<boolean> {
  for (const step of [moveDays, advance, recountMarked])
    for (let isDone = false; !isDone;) {
      if (signal?.aborted) return false
      const left = await countAlone(db, (tx) => step(tx, now))
      if (left === null) return false
      isDone = left === 'done'
    }
  return true
}

type Left = 'more' | 'done'

/** Recomputes the days and months of one partner with a changed time zone. */
async function moveDays(tx: Prisma.TransactionClient): Promise<Left> {
  const [moved] = await tx.$queryRaw<Array<{ id: string; timeZone: string; from: Date | null; to: Date | null }>>`
    SELECT p.id, p.time_zone AS "timeZone", least(t.first, s.first) AS "from", greatest(t.last, s.last) + interval '15 minutes' AS "to"
    FROM (
      SELECT p.id, p.time_zone FROM partners p LEFT JOIN rolled_zones z ON z.partner_id = p.id
      WHERE p.time_zone <> coalesce(z.time_zone, ${UNTIL_SET}) LIMIT 1
    ) p
    CROSS JOIN LATERAL (SELECT min(at) AS first, max(at) AS last FROM traffic_rollups WHERE partner_id = p.id AND level = 'quarter') t
    CROSS JOIN LATERAL (SELECT min(at) AS first, max(at) AS last FROM sale_rollups WHERE partner_id = p.id AND level = 'quarter') s`
  if (!moved) return 'done'
  const { id: partnerId, timeZone, from, to } = moved
  const coarse = { partnerId, level: { not: 'quarter' } } as const
  await tx.trafficRollup.deleteMany({ where: coarse })
  await tx.saleRollup.deleteMany({ where: coarse })
  await tx.rolledZone.upsert({ where: { partnerId }, create: { partnerId, timeZone }, update: { timeZone } })
  if (from && to) {
    await sumUpTraffic(tx, [{ partnerId, from, to }])
    await sumUpSales(tx, [{ partnerId, from, to }])
  }
  return 'more'
}

/** Counts the views and clicks from the mark to the end of the first day with any, and moves the mark there. */
async function advance(tx: Prisma.TransactionClient, now: Date): Promise<Left> {
  const settled = floorTo(QUARTER_MS, now.getTime() - SETTLED_MS)
  const mark = await findSettledTo(tx)
  if (mark && mark.getTime() > settled) return 'done'
  const first = await findFirst(tx, mark ?? new Date(0), new Date(settled))
  const from = Math.max(mark?.getTime() ?? 0, floorTo(DAY_MS, first?.getTime() ?? settled))
  const to = first ? Math.min(settled, floorTo(DAY_MS, from) + DAY_MS) : settled
  if (first) {
    const counted = { gte: new Date(from), lt: new Date(to) }
    // Delete the marks before counting, so that the count includes the rows that caused them.
    await tx.staleQuarter.deleteMany({ where: { kind: 'traffic', at: counted } })
    await countTraffic(tx, counted.gte, counted.lt)
  }
  await settleTo(tx, new Date(to))
  return to === settled ? 'done' : 'more'
}

/** Returns the time of the first view or valid click in a period; null if there is none. */
async function findFirst(tx: Prisma.TransactionClient, from: Date, to: Date): Promise<Date | null> {
  const [row] = await tx.$queryRaw<Array<{ first: Date | null }>>`
    SELECT least((SELECT min(viewed_at) FROM product_views WHERE viewed_at >= ${from} AND viewed_at < ${to}),
      (SELECT min(clicked_at) FROM outbound_clicks WHERE is_valid AND clicked_at >= ${from} AND clicked_at < ${to})) AS first`
  return row?.first ?? null
}

/**
 * Recounts the quarter hours of the oldest marks. Deletes the marks first, so that the count includes the rows that
 * caused them. Marks of changes that commit in the meantime remain.
 */
async function recountMarked(tx: Prisma.TransactionClient): Promise<Left> {
  const oldest = await tx.staleQuarter.findMany({ orderBy: { id: 'asc' }, take: MAX_MARKS })
  const settledTo = (await findSettledTo(tx)) ?? new Date(0)
  for (const kind of ['sales', 'traffic'] as const) {
    const marks = oldest.filter((mark) => mark.kind === kind)
    const distinct = new Map(marks.map(({ partnerId, at }) => [`${partnerId} ${at.getTime()}`, { partnerId, at }]))
    const quarters = [...distinct.values()].map(({ partnerId, at }) => ({
      partnerId,
      from: at,
      to: new Date(at.getTime() + QUARTER_MS),
    }))
    await unmark(tx, kind, quarters)
    if (kind === 'sales') await recountSales(tx, quarters)
    // The first count of these quarter hours will include the rows that caused the marks.
    else
      await recountTraffic(
        tx,
        quarters.filter(({ from }) => from < settledTo),
      )
  }
  return oldest.length < MAX_MARKS ? 'done' : 'more'
}

/** @returns null if another process is doing this work */
function countAlone(db: Db, work: (tx: Prisma.TransactionClient) => Promise<Left>): Promise<Left | null> {
  return db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<
        Array<{ mine: boolean }>
      >`SELECT pg_try_advisory_xact_lock(${LOCKS.rollups}::bigint) AS mine`
      return row?.mine ? work(tx) : null
    },
    { timeout: PATIENCE_MS, maxWait: 30_000 },
  )
}
