import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'
import { currentLexicon } from '../understand/lexicon.service.ts'
import { understandQuery } from '../understand/understand-query.ts'
import { BLOCKED, NOT_PERSONAL } from './popular.service.ts'

export const UNMET_DAYS = 30
/** Rarer searches are not shown, so that nobody can be recognised by their searches. */
const MIN_SEARCHES = 3
const KEPT_MS = 300_000
const MAX_SEARCHES = 1_000
/** Rows to read at a time, so that requests are answered in between. */
const READ_AT_ONCE = 50

/** Words of a search without results, or with results only after dropping conditions. */
export interface UnmetSearch {
  /** The most common spelling. */
  query: string
  /** The partner key of the searched page, in lower case; '' for the whole shop. */
  partnerKey: string
  /** Number of searches; each address counts once a day. */
  searches: number
  foundNothing: number
  /** Slugs of the garment categories that the search names: at least one. */
  categories: string[]
}

const kept = keptByDatabase(KEPT_MS, listUnmet)

/**
 * Returns the thousand most common unmet searches of the last 30 days (UTC) that name a garment category and come from
 * at least three addresses or days. Cached for five minutes and shared by all partners. Leaves out personal data and
 * blocked words.
 */
export const unmetSearches = (db: Db): Promise<UnmetSearch[]> => kept.forceFetch(db)

/** Drops the cache. For tests, and for code that changes search_days. */
export function forgetUnmetSearches(db: Db): void {
  kept.delete(db)
}

async function listUnmet(db: Db): Promise<UnmetSearch[]> {
  const since = new Date(Date.now() - (UNMET_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const asked = await db.$queryRaw<Array<Omit<UnmetSearch, 'categories'>>>`
    SELECT shown AS query, "partnerKey", searches, "foundNothing" FROM (
      SELECT query, partner_key AS "partnerKey", (array_agg(shown ORDER BY found_nothing DESC, shown))[1] AS shown,
        sum(searches)::int AS searches, sum(found_nothing)::int AS "foundNothing"
      FROM search_days WHERE day >= ${since}::date GROUP BY query, partner_key HAVING sum(found_nothing) >= ${MIN_SEARCHES}
    ) asked
    WHERE ${NOT_PERSONAL} AND NOT EXISTS (SELECT FROM string_to_table(query, ' ') word WHERE word = ANY(${BLOCKED}::text[]))
    ORDER BY "foundNothing" DESC, shown, "partnerKey" LIMIT ${MAX_SEARCHES}`
  const lexicon = await currentLexicon(db)
  const unmet: UnmetSearch[] = []
  for (const [at, search] of asked.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve))
    const { categories } = understandQuery(search.query, lexicon)
    if (categories.length) unmet.push({ ...search, categories })
  }
  return unmet
}
