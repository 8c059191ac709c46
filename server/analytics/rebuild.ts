import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { floorTo, recountSales, recountTraffic } from './recount.ts'
import { findSettledTo } from './settled-to.ts'

const PARTNERS_AT_ONCE = 500
const PATIENCE_MS = 600_000

/**
 * Recounts the last days of all partners, even if no change was recorded. Runs nightly as a check.
 * @param days up to today (UTC)
 */
export async function recountLastDays(db: Db, days: number, now = new Date(), signal?: AbortSignal): Promise<void> {
  const last = floorTo(DAY_MS, now.getTime())
  for (let after: string | null = null; ;) {
    const partners: string[] = await listPartnersToRebuild(db, after)
    for (let day = last - (days - 1) * DAY_MS; day <= last; day += DAY_MS) {
      if (signal?.aborted) return
      await recountDay(db, partners, day)
    }
    if (partners.length < PARTNERS_AT_ONCE) return
    after = partners.at(-1) ?? null
  }
}

/**
 * Recounts everything from the raw rows, for one partner or all. Each partner's day (UTC) has its own transaction, so
 * the figures are always correct.
 */
export async function rebuildAnalytics(db: Db, partnerId: string | null = null, signal?: AbortSignal): Promise<void> {
  for (let after: string | null = null; ;) {
    const partners: string[] = partnerId === null ? await listPartnersToRebuild(db, after) : [partnerId]
    for (const partner of partners) {
      for (
        let day = await findNextDay(db, partner, 0);
        day !== null;
        day = await findNextDay(db, partner, day + DAY_MS)
      ) {
        if (signal?.aborted) return
        await recountDay(db, [partner], day)
      }
    }
    if (partners.length < PARTNERS_AT_ONCE) return
    after = partners.at(-1) ?? null
  }
}

async function listPartnersToRebuild(db: Db, after: string | null): Promise<string[]> {
  const partners = await db.partner.findMany({
    ...(after !== null && { where: { id: { gt: after } } }),
    orderBy: { id: 'asc' },
    take: PARTNERS_AT_ONCE,
    select: { id: true },
  })
  return partners.map(({ id }) => id)
}

/** Returns the first day since `day` with any data of the partner, counted or not; null if there is none. */
async function findNextDay(db: Db, partnerId: string, day: number): Promise<number | null> {
  const from = new Date(day)
  const [row] = await db.$queryRaw<Array<{ first: Date | null }>>`
    SELECT least((SELECT min(viewed_at) FROM product_views WHERE partner_id = ${partnerId}::uuid AND viewed_at >= ${from}),
      (SELECT min(clicked_at) FROM outbound_clicks WHERE partner_id = ${partnerId}::uuid AND clicked_at >= ${from}),
      (SELECT min(ordered_at) FROM conversions WHERE partner_id = ${partnerId}::uuid AND ordered_at >= ${from}),
      (SELECT min(at) FROM traffic_rollups WHERE partner_id = ${partnerId}::uuid AND level = 'day' AND at >= ${from}),
      (SELECT min(at) FROM sale_rollups WHERE partner_id = ${partnerId}::uuid AND level = 'day' AND at >= ${from})) AS first`
  return row?.first ? floorTo(DAY_MS, row.first.getTime()) : null
}

function recountDay(db: Db, partners: readonly string[], day: number): Promise<void> {
  const [from, to] = [new Date(day), new Date(day + DAY_MS)]
  return db.$transaction(
    async (tx: Prisma.TransactionClient) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.rollups}::bigint)`
      const settledTo = await findSettledTo(tx)
      const known = settledTo && settledTo < to ? settledTo : to
      if (settledTo && known > from)
        await recountTraffic(
          tx,
          partners.map((partnerId) => ({ partnerId, from, to: known })),
        )
      await recountSales(
        tx,
        partners.map((partnerId) => ({ partnerId, from, to })),
      )
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
}
