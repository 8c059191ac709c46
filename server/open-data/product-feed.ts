import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { inPieces } from '#server/platform/in-pieces.ts'
import { CURSOR_HOURS, currentCursor, parseCursor, THIS_MOMENT, writeCursor, type FeedCursor } from './feed-cursor.ts'
import type { FeedLine } from './feed-product.schema.ts'
import { eachFeedProduct, feedProductBatches } from './list-feed-products.ts'

/** Maximum changed products to list. With more, the full feed is shorter. */
const MAX_CHANGED = 50_000
/** Maximum change rows to read, since a product that changes often has several. */
const MAX_NOTES = 200_000
/** Ids looked up at once. */
const PAGE = 200

interface FeedAsk {
  db: Db
  siteUrl: string
}

export const FEED_PATH = '/feeds/products.ndjson'

/** Writes every listed product in chunks of about 64 KB, and the cursor for the changes since. */
export const writeProductFeed = (ask: FeedAsk): AsyncGenerator<string> => inPieces(productLines(ask))

async function* productLines({ db, siteUrl }: FeedAsk): AsyncGenerator<string> {
  // Reads the cursor before the first product, so that the next changes include those made during the writing.
  const cursor = await currentCursor(db)
  let products = 0
  for await (const product of eachFeedProduct(db, { siteUrl })) {
    products++
    yield line(product)
  }
  yield line(endOf(siteUrl, cursor, { products, gone: 0 }))
}

/**
 * Writes the changes since a cursor in chunks of about 64 KB: products in their current state, and those that are no
 * longer listed. Products are read on demand.
 * @throws AppError bad_input for an invalid cursor; conflict if the full feed must be read again, with the reason
 */
export async function writeChanges({ db, siteUrl }: FeedAsk, since: string): Promise<AsyncGenerator<string>> {
  const { ids, now } = await changedSince(db, since)
  return inPieces(changeLines({ db, siteUrl }, ids, now))
}

async function* changeLines({ db, siteUrl }: FeedAsk, ids: string[], now: FeedCursor): AsyncGenerator<string> {
  const counts = { products: 0, gone: 0 }
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE)
    const there = new Set<string>()
    for await (const batch of feedProductBatches(db, siteUrl, page))
      for (const product of batch.products) {
        there.add(product.id)
        yield line(product)
      }
    for (const id of page) if (!there.has(id)) yield line({ type: 'gone', id })
    counts.products += there.size
    counts.gone += page.length - there.size
  }
  yield line(endOf(siteUrl, now, counts))
}

async function changedSince(db: Db, text: string): Promise<{ ids: string[]; now: FeedCursor }> {
  const since = parseCursor(text)
  if (!since)
    throw new AppError('bad_input', `"since" is not a valid cursor. Use the cursor in the last line of ${FEED_PATH}.`)
  // Compares transactions, because a change that commits late may have an earlier number in the table.
  // eslint-disable-next-line house/listed-products -- reports products that are no longer listed
  const [found] = await db.$queryRaw<Array<FeedCursor & { notes: number; isTooMuch: boolean; ids: string[] }>>`
    WITH noted AS MATERIALIZED (
      SELECT kind, coalesce(product_id, about_id) AS id FROM product_changes
      WHERE xid >= ${since.xid}::text::xid8 AND is_told AND (kind IN ('all', 'parts') OR coalesce(product_id, about_id) IS NOT NULL)
      LIMIT ${MAX_NOTES + 1}::int
    )
    SELECT ${THIS_MOMENT}, (SELECT count(*)::int FROM noted) AS notes, EXISTS (SELECT 1 FROM noted WHERE kind IN ('all', 'parts')) AS "isTooMuch",
      ARRAY(
        SELECT DISTINCT id FROM noted WHERE kind = 'product' OR (kind = 'pages' AND EXISTS (SELECT 1 FROM products p WHERE p.id = noted.id))
        ORDER BY id LIMIT ${MAX_CHANGED + 1}::int
      ) AS ids`
  if (!found) throw new Error('The database does not say what has changed.')
  const { ids, notes, isTooMuch, ...now } = found
  const restart = `Read ${FEED_PATH} without "since" and continue from its cursor.`
  if (since.database !== now.database)
    throw new AppError('conflict', `This cursor belongs to another database. ${restart}`)
  if (now.at - since.at > CURSOR_HOURS * 3600)
    throw new AppError('conflict', `This cursor is older than ${CURSOR_HOURS} hours. ${restart}`)
  if (isTooMuch || notes > MAX_NOTES || ids.length > MAX_CHANGED)
    throw new AppError('conflict', `Too much has changed since this cursor. ${restart}`)
  return { ids, now }
}

const line = (each: FeedLine): string => `${JSON.stringify(each)}\n`

function endOf(siteUrl: string, at: FeedCursor, counts: { products: number; gone: number }): FeedLine {
  const cursor = writeCursor(at)
  return { type: 'end', cursor, next: `${siteUrl}${FEED_PATH}?since=${cursor}`, ...counts }
}
