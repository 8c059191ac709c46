import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { DAY_MS, floorTo, QUARTER_MS, recountSales, recountTraffic } from './recount.ts'

/** What is older is all there; what is written later than half a minute after its time is marked by a trigger. */
const SETTLED_MS = 90_000
/** Of one batch, which is one transaction. */
const MOST_MARKS = 2_000
const PATIENCE_MS = 600_000

/**
 * Brings the rollups up to date: counts views and clicks up to a minute and a half ago, a day of them at a time, and again the quarters
 * that were written to since. Figures are right without it, only slower. It may run at any time in any process; while another one counts,
 * it leaves the work to that one. Killed anywhere, the next run goes on.
 * @returns whether nothing is left to do
 */
export async function rollUpAnalytics(db: Db, now = new Date(), signal?: AbortSignal): Promise<boolean> {
  for (const step of [advance, recountStale])
    for (let isDone = false; !isDone;) {
      if (signal?.aborted) return false
      const left = await countAlone(db, (tx) => step(tx, now))
      if (left === null) return false
      isDone = left === 'done'
    }
  return true
}

/**
 * Counts the last days again, whatever the marks say.
 * @param days up to today (UTC)
 */
export async function recountLastDays(db: Db, days: number, now = new Date(), signal?: AbortSignal): Promise<void> {
  const last = floorTo(DAY_MS, now.getTime())
  for (let day = last - (days - 1) * DAY_MS; day <= last && !signal?.aborted; day += DAY_MS)
    await rebuildDay(db, null, day)
}

/**
 * Counts everything again from the rows themselves, of one partner or of all: a day (UTC) at a time, each in its own transaction, so that
 * figures are right all the while.
 */
export async function rebuildAnalytics(db: Db, partnerId: string | null = null, signal?: AbortSignal): Promise<void> {
  const [known] = await db.$queryRaw<Array<{ first: Date | null; last: Date | null }>>`
    SELECT least((SELECT min(viewed_at) FROM product_views), (SELECT min(clicked_at) FROM outbound_clicks WHERE is_valid),
        (SELECT min(ordered_at) FROM conversions), (SELECT min(at) FROM traffic_rollups), (SELECT min(at) FROM sale_rollups)) AS first,
      greatest((SELECT max(ordered_at) FROM conversions), (SELECT max(at) FROM sale_rollups), (SELECT max(at) FROM traffic_rollups)) AS last`
  if (!known?.first) return
  const last = floorTo(DAY_MS, Math.max(Date.now(), known.last?.getTime() ?? 0))
  for (let day = floorTo(DAY_MS, known.first.getTime()); day <= last && !signal?.aborted; day += DAY_MS)
    await rebuildDay(db, partnerId, day)
}

async function rebuildDay(db: Db, partnerId: string | null, day: number): Promise<void> {
  const [from, to] = [new Date(day), new Date(day + DAY_MS)]
  await inTurn(db, async (tx) => {
    const settledTo = await readMark(tx)
    if (settledTo && settledTo > from)
      await recountTraffic(tx, { partnerId, from, to: settledTo < to ? settledTo : to }, settledTo)
    await recountSales(tx, { partnerId, from, to })
  })
}

type Left = 'more' | 'done'

/** Counts the views and clicks from the mark on, up to the end of its day, and sets the mark there. */
async function advance(tx: Prisma.TransactionClient, now: Date): Promise<Left> {
  const settled = floorTo(QUARTER_MS, now.getTime() - SETTLED_MS)
  const from = ((await readMark(tx)) ?? (await readFirst(tx)))?.getTime() ?? settled
  if (from > settled) return 'done'
  const to = new Date(Math.min(settled, floorTo(DAY_MS, from) + DAY_MS))
  if (from < to.getTime()) await recountTraffic(tx, { partnerId: null, from: new Date(from), to }, to)
  await tx.rollupMark.upsert({
    where: { name: 'traffic' },
    create: { name: 'traffic', settledTo: to },
    update: { settledTo: to },
  })
  return to.getTime() === settled ? 'done' : 'more'
}

const readMark = async (tx: Prisma.TransactionClient): Promise<Date | null> =>
  (await tx.rollupMark.findUnique({ where: { name: 'traffic' } }))?.settledTo ?? null

/** The beginning of the first day of which there is anything. */
async function readFirst(tx: Prisma.TransactionClient): Promise<Date | null> {
  const [row] = await tx.$queryRaw<Array<{ first: Date | null }>>`
    SELECT least((SELECT min(viewed_at) FROM product_views), (SELECT min(clicked_at) FROM outbound_clicks WHERE is_valid)) AS first`
  return row?.first ? new Date(floorTo(DAY_MS, row.first.getTime())) : null
}

/** Counts the days of the oldest marks again: only the marks that it saw go. */
async function recountStale(tx: Prisma.TransactionClient): Promise<Left> {
  const marks = await tx.staleQuarter.findMany({ orderBy: { id: 'asc' }, take: MOST_MARKS })
  const settledTo = (await readMark(tx)) ?? new Date(0)
  const quarters = new Map(
    marks.map(({ kind, partnerId, at }) => [`${kind} ${partnerId} ${at.getTime()}`, { kind, partnerId, at }]),
  )
  for (const { kind, partnerId, at } of quarters.values()) {
    const stale = { partnerId, from: at, to: new Date(at.getTime() + QUARTER_MS) }
    if (kind === 'sales') await recountSales(tx, stale)
    // What is not counted yet will be, with what made the mark.
    else if (at < settledTo) await recountTraffic(tx, stale, settledTo)
  }
  await tx.staleQuarter.deleteMany({ where: { id: { in: marks.map(({ id }) => id) } } })
  return marks.length < MOST_MARKS ? 'done' : 'more'
}

/** @returns null when another process is at it. */
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

const inTurn = (db: Db, work: (tx: Prisma.TransactionClient) => Promise<void>): Promise<void> =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.rollups}::bigint)`
      await work(tx)
    },
    { timeout: PATIENCE_MS, maxWait: 30_000 },
  )
