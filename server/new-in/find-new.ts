import { setImmediate as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { refreshNames, listIndexRows } from '#server/search/index/list-index-rows.ts'
import { queryFor } from '#server/search/find-exactly.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { markAsked, noteFirstListings, listUnasked } from './first-listings.ts'
import { NewProductsIndex } from './new-products-index.ts'
import { parseSavedList } from './saved-list.ts'

/** Distinct lists per write. */
const LISTS_AT_ONCE = 1_000
/** After this many queries, requests of shoppers get a turn, because this may run in the server process. */
const ASKED_BETWEEN_PAUSES = 25
/** Maximum finds of a list among 2,000 new products, newest first. Nobody reads more. */
const MAX_FINDS = 100

interface DistinctList {
  list: string
  corrections: Record<string, string>
}

/**
 * Runs every saved search on newly listed products, and stores what it finds. Equal searches run once, on an index of
 * only those products. Each product is checked once and found once per search, so repeating an interrupted run
 * duplicates nothing. May run at any time in any process; if another process is already running it, this one does
 * nothing.
 * @returns the number of stored finds
 */
export async function findNew(db: Db, databaseUrl: string, now: Date, signal?: AbortSignal): Promise<number> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'new in',
    options: '-c timezone=UTC',
  })
  // Without a listener an error would end the process; the next query reports it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [
      LOCKS.newIn,
    ])
    if (!rows[0]?.isMine) return 0
    await noteFirstListings(db, now, signal)
    // A new shop has many products and no saved searches.
    if (!(await listLists(db, '')).length) await markAsked(db)
    let found = 0
    while (!signal?.aborted) {
      const ids = await listUnasked(db, now)
      if (!ids.length) break
      const written = await askForProducts(db, client, ids, now, signal)
      if (written === null) break
      found += written
      await markAsked(db, ids)
    }
    return found
  } finally {
    await client.end()
  }
}

/** @returns the number of stored finds; null if it was stopped before all searches ran. */
async function askForProducts(
  db: Db,
  client: pg.ClientBase,
  ids: string[],
  now: Date,
  signal?: AbortSignal,
): Promise<number | null> {
  const index = new NewProductsIndex()
  // A product that has been unlisted since does not count as new, even if it is listed again.
  for (const row of (await listIndexRows(client, ids)).rows) index.put(row)
  await refreshNames(client, index, true)
  let found = 0
  for (let after: string | undefined = ''; after !== undefined;) {
    const lists = await listLists(db, after)
    const finds = await askLists(db, index, lists, signal)
    if (!finds) return null
    found += await writeFinds(db, finds, now)
    after = lists.length < LISTS_AT_ONCE ? undefined : lists.at(-1)?.list
  }
  return found
}

/** Runs the searches of some lists; null if it was stopped. */
async function askLists(
  db: Db,
  index: NewProductsIndex,
  lists: readonly DistinctList[],
  signal?: AbortSignal,
): Promise<Array<{ list: string; productId: string }> | null> {
  const finds: Array<{ list: string; productId: string }> = []
  // The index has only new products; typo detection needs all of them.
  const engine = new SqlEngine(db)
  for (const [place, { list, corrections }] of lists.entries()) {
    if (signal?.aborted) return null
    if (place % ASKED_BETWEEN_PAUSES === 0) await pause()
    const saved = parseSavedList(list)
    if (!saved) continue
    index.corrections = new Map(Object.entries(corrections))
    const query = await queryFor({ db, engine }, saved.input)
    const { hits } = index.search({ ...query, priceRanges: [], sort: 'newest', page: 1, pageSize: MAX_FINDS })
    for (const { id } of hits) finds.push({ list, productId: id })
  }
  return finds
}

/** Returns distinct lists with subscribers, after a given one, in order. */
const listLists = (db: Db, after: string): Promise<DistinctList[]> => db.$queryRaw<DistinctList[]>`
  SELECT s.list, (array_agg(s.corrections))[1] AS corrections FROM saved_searches s
  WHERE s.list > ${after} AND NOT s.is_paused AND s.removed_at IS NULL
  GROUP BY s.list ORDER BY s.list LIMIT ${LISTS_AT_ONCE}`

/** Skips products that were in the list when the search was saved. */
const writeFinds = (
  db: Db,
  finds: ReadonlyArray<{ list: string; productId: string }>,
  now: Date,
): Promise<number> | number =>
  finds.length
    ? db.$executeRaw`
        INSERT INTO search_finds (search_id, product_id, user_id, found_at)
        SELECT s.id, l.product_id, s.user_id, ${now}::timestamptz
        FROM unnest(${finds.map(({ list }) => list)}::text[], ${finds.map(({ productId }) => productId)}::uuid[]) hit (list, product_id)
        JOIN saved_searches s ON s.list = hit.list AND NOT s.is_paused AND s.removed_at IS NULL
        JOIN users owner ON owner.id = s.user_id AND owner.deletion_requested_at IS NULL
        JOIN first_listings l ON l.product_id = hit.product_id AND l.listed_at > s.created_at
        ON CONFLICT DO NOTHING`
    : 0
