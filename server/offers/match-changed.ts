import pg from 'pg'
import { productBatches } from '#server/catalogue/product-batches.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import {
  currentCursor,
  CURSOR_HOURS,
  parseCursor,
  THIS_MOMENT,
  writeCursor,
  type FeedCursor,
} from '#server/open-data/feed-cursor.ts'
import { matchProducts } from './match-products.ts'

const NAME = 'products'
/** The number of product ids read per batch. */
const AT_ONCE = 250
/** Maximum changes to read one by one. After more, all products are matched again. */
const MAX_CHANGED = 250_000

/**
 * Matches the products that have changed since its last run, and continues a pass over all products. Such a pass runs
 * the first time, after too many changes to list, and on request by matchAllAnew. If a run ends early, the next one
 * continues; after a crash some work is repeated, which changes nothing. If another process is already matching, this
 * one does nothing.
 * @returns the number of matched products
 */
export async function matchChanged(db: Db, databaseUrl: string, now: Date, signal?: AbortSignal): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'offers' })
  // Without a listener an error would end the process; the next query reports it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [
      LOCKS.offers,
    ])
    if (!rows[0]?.isMine) return 0
    const changed = await matchNews(db, now, signal)
    return changed + (await goOn(db, now, signal))
  } finally {
    await client.end()
  }
}

/**
 * Makes the next runs match all products again. For example, a GTIN that was on too many products may be on fewer now,
 * although the remaining products did not change.
 */
export async function matchAllAnew(db: Db): Promise<void> {
  await db.matchProgress.updateMany({ where: { name: NAME, passAfter: null }, data: { passAfter: FIRST } })
}

/** An id before all others. */
const FIRST = '00000000-0000-0000-0000-000000000000'

async function matchNews(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const progress = await db.matchProgress.findUnique({ where: { name: NAME } })
  const since = progress && parseCursor(progress.readTo)
  const news = since ? await changedSince(db, since) : null
  if (!news) {
    const readTo = writeCursor(await currentCursor(db))
    await db.matchProgress.upsert({
      where: { name: NAME },
      create: { name: NAME, readTo, passAfter: FIRST },
      update: { readTo },
    })
    await db.matchProgress.updateMany({ where: { name: NAME, passAfter: null }, data: { passAfter: FIRST } })
    // Finishes the current pass first. If each request restarted it, it would never reach the newest products.
    await db.matchProgress.updateMany({ where: { name: NAME, passAfter: { gt: FIRST } }, data: { passAgain: true } })
    return 0
  }
  let matched = 0
  for await (const batch of productBatches(db, news.ids)) {
    if (signal?.aborted) return matched
    await matchProducts(db, batch, now)
    matched += batch.length
  }
  await db.matchProgress.update({ where: { name: NAME }, data: { readTo: writeCursor(news.now) } })
  return news.ids.length
}

/** Lists the products that have changed since a cursor; null if there are too many. */
async function changedSince(db: Db, since: FeedCursor): Promise<{ ids: string[]; now: FeedCursor } | null> {
  const [found] = await db.$queryRaw<Array<FeedCursor & { notes: number; isTooMuch: boolean; ids: string[] }>>`
    WITH noted AS MATERIALIZED (
      SELECT DISTINCT kind, product_id FROM product_changes
      WHERE xid >= ${since.xid}::text::xid8 AND kind IN ('product', 'all', 'parts') LIMIT ${MAX_CHANGED + 1}::int
    )
    SELECT ${THIS_MOMENT}, (SELECT count(*)::int FROM noted) AS notes, EXISTS (SELECT 1 FROM noted WHERE kind <> 'product') AS "isTooMuch",
      ARRAY(SELECT DISTINCT product_id FROM noted WHERE product_id IS NOT NULL ORDER BY product_id) AS ids`
  if (!found) return null
  const { ids, notes, isTooMuch, ...now } = found
  const isOld = since.database !== now.database || now.at - since.at > CURSOR_HOURS * 3600
  return isOld || isTooMuch || notes > MAX_CHANGED ? null : { ids, now }
}

/** Continues the pass over all products as far as possible. */
async function goOn(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  let matched = 0
  const progress = await db.matchProgress.findUnique({ where: { name: NAME } })
  let [after, again] = [progress?.passAfter ?? null, progress?.passAgain ?? false]
  while (after !== null && !signal?.aborted) {
    // eslint-disable-next-line house/listed-products -- products that are no longer active lose their matches
    const rows: Array<{ id: string }> = await db.$queryRaw`
      SELECT id FROM products p WHERE id > ${after}::uuid ORDER BY id LIMIT ${AT_ONCE}::int`
    const ids = rows.map(({ id }) => id)
    for await (const batch of productBatches(db, ids)) await matchProducts(db, batch, now)
    matched += ids.length
    after = ids.at(-1) ?? after
    if (ids.length < AT_ONCE) {
      after = again ? FIRST : null
      again = false
    }
    await db.matchProgress.update({ where: { name: NAME }, data: { passAfter: after, passAgain: again } })
  }
  return matched
}
