import { z } from 'zod'
import { Prisma } from '#prisma/generated/client.ts'
import { LISTED } from '#server/platform/listed.ts'
import type { Db } from '#server/platform/db.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { loadWordList } from '../attributes/load-word-list.ts'
import { parseWords } from '../parse-words.ts'

const POPULAR_DAYS = 30
const POPULAR_SHOWN = 8
const SUGGESTED = 500
const MIN_SEARCHES = 2
/** The number of newest products that the fallback reads. */
const NEWEST = 50
const FRESH_MS = 60_000
const SHOWN_MS = 10_000

/** Words that are never shown, as the analyser returns them. */
export const BLOCKED = loadWordList('../log/blocked-words.yaml', z.array(z.string())).flatMap(parseWords)

/** SQL condition on the column `shown`. People type email addresses and phone, card and order numbers into search boxes. */
export const NOT_PERSONAL = Prisma.sql`strpos(shown, '@') = 0 AND shown !~ '[0-9]{5}' AND translate(shown, ' ().+/-', '') !~ '[0-9]{8}'`

export interface PopularSearch {
  /** The search in its most common spelling, or the brand's name. */
  query: string
  /** Searches in the last 30 days; 0 for a brand. */
  searches: number
  kind: 'search' | 'brand'
}

type PastSearch = Omit<PopularSearch, 'kind'>

const kept = keptByDatabase<PastSearch[]>(FRESH_MS, async (db, known) => {
  try {
    return await listSearchCounts(db)
  } catch (error) {
    // Keep the previous list for another minute.
    if (known) return known
    throw error
  }
})

/**
 * Lists up to 8 searches that find something, the most common first. Without any, it lists the most common brands of
 * the newest products.
 */
export async function listPopular(db: Db): Promise<PopularSearch[]> {
  // No event reports changes to popular searches.
  currentRequest()?.endAt?.(new Date(Date.now() + SHOWN_MS))
  const searches = await pastSearches(db)
  if (searches.length) return searches.slice(0, POPULAR_SHOWN).map((search) => ({ ...search, kind: 'search' }))
  const brands = await db.$queryRaw<Array<{ name: string }>>`
    SELECT b.name FROM (
      SELECT p.brand_id FROM products p WHERE ${LISTED} ORDER BY p.created_at DESC, p.id DESC LIMIT ${NEWEST}
    ) newest JOIN brands b ON b.id = newest.brand_id
    GROUP BY b.id ORDER BY count(*) DESC, b.name LIMIT ${POPULAR_SHOWN}`
  return brands.map(({ name }) => ({ query: name, searches: 0, kind: 'brand' }))
}

/**
 * Returns up to 500 searches for suggestions, the most common first: the popular ones and more by the same rules.
 * Cached: a roll-up in this process shows at once, one in another process within a minute. Callers never wait for a
 * refresh.
 */
export function pastSearches(db: Db): Promise<PastSearch[]> {
  return kept.forceFetch(db, { allowStale: true })
}

/** Drops the cache. Call it after search_days has changed. */
export function forgetPastSearches(db: Db): void {
  kept.delete(db)
}

function listSearchCounts(db: Db): Promise<PastSearch[]> {
  return db.$queryRaw<PastSearch[]>`
    SELECT shown AS query, searches FROM ${searchesSince(POPULAR_DAYS, '')}
    WHERE searches >= ${MIN_SEARCHES} AND searches > found_nothing AND ${NOT_PERSONAL}
      AND NOT EXISTS (SELECT FROM string_to_table(query, ' ') word WHERE word = ANY(${BLOCKED}::text[]))
    ORDER BY searches DESC, query LIMIT ${SUGGESTED}`
}

export interface FoundNothing {
  /** The most common spelling. */
  query: string
  /** Searches in these days. */
  searches: number
  /** The number of searches that found nothing: at least one. */
  foundNothing: number
}

/**
 * Lists searches without results in the last `days` days (UTC, including today), the most common first, in the shop or
 * on one partner's page. Leaves out texts that look like personal data.
 */
export function listFoundNothing(
  db: Db,
  { partnerId, days, limit }: { partnerId?: string | undefined; days: number; limit: number },
): Promise<FoundNothing[]> {
  return db.$queryRaw`
    SELECT shown AS query, searches, found_nothing AS "foundNothing" FROM ${searchesSince(days, partnerId?.toLowerCase() ?? '')}
    WHERE found_nothing > 0 AND ${NOT_PERSONAL}
    ORDER BY found_nothing DESC, query LIMIT ${limit}`
}

/** Sums search_days over days and modes: one row per query, with its most common spelling. */
function searchesSince(days: number, partnerKey: string): Prisma.Sql {
  const since = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return Prisma.sql`(
    SELECT query, (array_agg(shown ORDER BY searches DESC, shown))[1] AS shown, sum(searches)::int AS searches, sum(found_nothing)::int AS found_nothing
    FROM (
      SELECT query, shown, sum(searches) AS searches, sum(found_nothing) AS found_nothing FROM search_days
      WHERE day >= ${since}::date AND partner_key = ${partnerKey} GROUP BY query, shown
    ) spelt GROUP BY query
  ) asked`
}
