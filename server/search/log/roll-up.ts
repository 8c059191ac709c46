import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { daysAfter, rollUpDays, startOfDay } from '#server/platform/roll-up-days.ts'
import { normaliseQuery } from './normalise-query.ts'
import { forgetPastSearches } from './popular.service.ts'

/** How long individual searches are kept. */
const SEARCH_LOG_DAYS = 90
const SEARCH_DAYS_KEPT = 730
/** Stands for all positions after the tenth. */
const FURTHER_PLACE = 11
/** Spellings to analyse at a time, so that requests are answered in between. */
const SPELLINGS = 250

/**
 * Updates search_days (a click may come a day after the search). Then deletes searches older than 90 days, yesterday's
 * marks, and days older than 2 years. Can run at any time in any process. Skips days that another process is rolling
 * up.
 */
export async function rollUpSearches(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const searches = {
    lock: LOCKS.searchDays,
    rawDays: SEARCH_LOG_DAYS,
    lastDay: async (until: Date) =>
      (await db.searchDay.aggregate({ _max: { day: true }, where: { day: { lte: until } } }))._max.day,
    firstIn: async (from: Date, until: Date) =>
      (await db.searchLog.aggregate({ _min: { searchedAt: true }, where: { searchedAt: { gte: from, lt: until } } }))
        ._min.searchedAt,
    countDay: (tx: Prisma.TransactionClient, day: Date) => countSearches(tx, day, signal),
    onCounted: () => forgetPastSearches(db),
  }
  if (!(await rollUpDays(db, searches, now, signal))) return
  await db.searchLog.deleteMany({ where: { searchedAt: { lt: daysAfter(now, -SEARCH_LOG_DAYS) } } })
  await db.searchMark.deleteMany({ where: { day: { lt: startOfDay(now) } } })
  const forgotten = { day: { lt: daysAfter(startOfDay(now), -SEARCH_DAYS_KEPT) } }
  await db.searchDay.deleteMany({ where: forgotten })
  await db.searchTotal.deleteMany({ where: forgotten })
}

async function countSearches(tx: Prisma.TransactionClient, day: Date, signal: AbortSignal | undefined): Promise<void> {
  const ofDay = `searched_at >= '${day.toISOString()}' AND searched_at < '${daysAfter(day, 1).toISOString()}'`
  // Only our analyser knows which searches are the same. It analyses each spelling, and PostgreSQL does the counting,
  // because a day may have a million searches.
  await tx.$executeRaw`CREATE TEMP TABLE spellings (query text PRIMARY KEY, words text NOT NULL, spelt text NOT NULL) ON COMMIT DROP`
  // A cursor's declaration takes no parameters.
  await tx.$executeRaw`DECLARE distinct_queries CURSOR FOR SELECT DISTINCT query FROM search_log WHERE ${Prisma.raw(ofDay)} AND is_counted`
  for (;;) {
    const found = await tx.$queryRaw<
      Array<{ query: string }>
    >`FETCH ${Prisma.raw(String(SPELLINGS))} FROM distinct_queries`
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
  const places = Array.from(
    { length: FURTHER_PLACE },
    (_, at) =>
      Prisma.sql`count(clicked_position) FILTER (WHERE least(clicked_position, ${FURTHER_PLACE}::int) = ${at + 1}::int)`,
  )
  await tx.$executeRaw`
    INSERT INTO search_totals (day, searches, found_nothing, clicks, places)
    SELECT ${day.toISOString().slice(0, 10)}::date, count(*), count(*) FILTER (WHERE found = 0), count(clicked_position), ARRAY[${Prisma.join(places)}]
    FROM search_log JOIN spellings USING (query)
    WHERE ${Prisma.raw(ofDay)} AND words <> '' AND is_counted
    ON CONFLICT (day) DO UPDATE SET searches = EXCLUDED.searches, found_nothing = EXCLUDED.found_nothing, clicks = EXCLUDED.clicks, places = EXCLUDED.places`
}
