import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { normaliseQuery } from './normalise-query.ts'
import { forgetPastSearches } from './popular.service.ts'

/** How long a search is kept as it was. */
export const SEARCH_LOG_DAYS = 90
const SEARCH_DAYS_KEPT = 730
const DAY_MS = 86_400_000
/** So many spellings are read into words at a time: between two of them requests are answered. */
const SPELLINGS = 250
const DAY_PATIENCE_MS = 10 * 60_000

const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)

/**
 * Brings search_days up to now: every UTC day from the one before the last that it has (a click may come a day after the search)
 * to the current one. Then forgets searches older than 90 days, marks of yesterday and days older than 2 years. May run at any time and anywhere;
 * what another process is at is left to it.
 */
export async function rollUpSearches(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const forgotten = daysAfter(now, -SEARCH_LOG_DAYS)
  const { _max: last } = await db.searchDay.aggregate({ _max: { day: true }, where: { day: { lte: now } } })
  // A day whose first rows are forgotten already is not counted anew.
  let from = daysAfter(startOfDay(forgotten), 1)
  if (last.day && daysAfter(last.day, -1) > from) from = daysAfter(last.day, -1)
  const tomorrow = daysAfter(startOfDay(now), 1)
  while (!signal?.aborted) {
    const { _min: next } = await db.searchLog.aggregate({ _min: { searchedAt: true }, where: { searchedAt: { gte: from, lt: tomorrow } } })
    if (!next.searchedAt) break
    const day = startOfDay(next.searchedAt)
    if (!(await rollUpDay(db, day, signal))) return
    forgetPastSearches(db)
    from = daysAfter(day, 1)
  }
  if (signal?.aborted) return
  await db.searchLog.deleteMany({ where: { searchedAt: { lt: forgotten } } })
  await db.searchMark.deleteMany({ where: { day: { lt: startOfDay(now) } } })
  await db.searchDay.deleteMany({ where: { day: { lt: daysAfter(startOfDay(now), -SEARCH_DAYS_KEPT) } } })
}

/** @returns false when another process is at it. */
async function rollUpDay(db: Db, day: Date, signal: AbortSignal | undefined): Promise<boolean> {
  const ofDay = `searched_at >= '${day.toISOString()}' AND searched_at < '${daysAfter(day, 1).toISOString()}'`
  return db.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<Array<{ mine: boolean }>>`SELECT pg_try_advisory_xact_lock(${LOCKS.searchDays}::bigint) AS mine`
    if (!lock?.mine) return false
    // What is the same search only our own analyser knows, so PostgreSQL is told of each spelling and does the counting: a day may
    // have a million searches.
    await tx.$executeRaw`CREATE TEMP TABLE spellings (query text PRIMARY KEY, words text NOT NULL, spelt text NOT NULL) ON COMMIT DROP`
    // A cursor's declaration takes no parameters.
    await tx.$executeRaw`DECLARE distinct_queries CURSOR FOR SELECT DISTINCT query FROM search_log WHERE ${Prisma.raw(ofDay)} AND is_counted`
    for (;;) {
      const found = await tx.$queryRaw<Array<{ query: string }>>`FETCH ${Prisma.raw(String(SPELLINGS))} FROM distinct_queries`
      if (!found.length) break
      signal?.throwIfAborted()
      const queries = found.map(({ query }) => query)
      const spelt = queries.map((query) => query.toLowerCase().replace(/\s+/g, ' ').trim())
      await tx.$executeRaw`INSERT INTO spellings SELECT * FROM unnest(${queries}::text[], ${queries.map(normaliseQuery)}::text[], ${spelt}::text[])`
    }
    await tx.$executeRaw`
      INSERT INTO search_days AS known (day, query, mode, partner_key, shown, searches, found_nothing, clicks)
      SELECT ${day.toISOString().slice(0, 10)}::date, words, mode, coalesce(partner_id::text, ''), mode() WITHIN GROUP (ORDER BY spelt),
        count(*), count(*) FILTER (WHERE found = 0), count(clicked_position)
      FROM search_log JOIN spellings USING (query)
      WHERE ${Prisma.raw(ofDay)} AND words <> '' AND is_counted
      GROUP BY 2, 3, 4
      ON CONFLICT (day, query, mode, partner_key) DO UPDATE
      SET shown = EXCLUDED.shown, searches = EXCLUDED.searches, found_nothing = EXCLUDED.found_nothing, clicks = EXCLUDED.clicks
      WHERE (known.shown, known.searches, known.found_nothing, known.clicks)
        IS DISTINCT FROM (EXCLUDED.shown, EXCLUDED.searches, EXCLUDED.found_nothing, EXCLUDED.clicks)`
    return true
  }, { timeout: DAY_PATIENCE_MS, maxWait: 30_000 })
}
