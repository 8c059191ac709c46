import path from 'node:path'
import type { Db } from '#server/platform/db.ts'
import { originalKey } from '#server/media/media-keys.ts'
import { mediaName } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

const SAMPLE = 2_000
const FILES_SAMPLE = 500
const FOLDERS_SAMPLE = 8
const MAX_EXAMPLES = 10
/** How long a file may exist without its row, which is written later. */
const ON_ITS_WAY_MS = 3_600_000

/** The result of one check. If there is too much to check, `looked` items were chosen at random. */
export interface Finding {
  name: string
  looked: number
  wrong: number
  /** Examples of problems, at most ten. */
  examples: string[]
  /** Why it was not checked. */
  error?: string
}
type Found = Omit<Finding, 'name' | 'error'>

/** Compares stored figures with the rows that they were counted from. */
export const countFindings = (now: Date): Array<{ name: string; look: (tx: Db) => Promise<Found> }> => [
  { name: 'Helpful votes on reviews', look: countVotes },
  { name: 'Product prices and stock compared with variants', look: sumVariants },
  { name: "Yesterday's views and clicks compared with their totals", look: (tx) => sumTraffic(tx, now) },
  { name: 'Sales in partner search', look: countLookups },
]

async function countVotes(tx: Db): Promise<Found> {
  const wrong = await tx.$queryRaw<Array<{ id: string; kept: number; counted: number }>>`
    SELECT r.id::text, r.helpful_votes AS kept, count(v.review_id)::int AS counted
    FROM product_reviews r LEFT JOIN review_votes v ON v.review_id = r.id GROUP BY r.id HAVING r.helpful_votes <> count(v.review_id)`
  return found(
    await tx.productReview.count(),
    wrong.map(({ id, kept, counted }) => `review ${id}: ${kept} stored, ${counted} counted`),
  )
}

async function sumVariants(tx: Db): Promise<Found> {
  // eslint-disable-next-line house/listed-products -- unlisted products have sums too
  const rows = await tx.$queryRaw<Array<{ id: string; isWrong: boolean }>>`
    SELECT p.id::text, v.count = 0 OR p.stock IS DISTINCT FROM v.stock OR p.price_minor NOT BETWEEN v.lowest AND v.highest AS "isWrong"
    FROM (SELECT id, stock, price_minor FROM products WHERE id >= gen_random_uuid() ORDER BY id LIMIT ${SAMPLE / 2}::int) p
    CROSS JOIN LATERAL (SELECT count(*) AS count, sum(stock)::int AS stock, min(price_minor) AS lowest, max(price_minor) AS highest
      FROM product_variants WHERE product_id = p.id) v`
  return found(
    rows.length,
    rows.flatMap(({ id, isWrong }) => (isWrong ? [`product ${id}: price or stock does not match its variants`] : [])),
  )
}

/** Compares yesterday's counts with the raw rows, for quarter hours without new data. */
async function sumTraffic(tx: Db, now: Date): Promise<Found> {
  const from = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS)
  const to = new Date(from.getTime() + DAY_MS)
  const [mark] = await tx.rollupMark.findMany({ where: { settledTo: { gte: to } }, take: 1 })
  if (!mark) return found(0, [])
  const rows = await tx.$queryRaw<Array<{ id: string; kept: number; counted: number }>>`
    WITH counted AS (
      SELECT partner_id, count(*)::int AS n FROM (
        SELECT partner_id FROM product_views WHERE viewed_at >= ${from} AND viewed_at < ${to}
        UNION ALL SELECT partner_id FROM outbound_clicks WHERE is_valid AND clicked_at >= ${from} AND clicked_at < ${to}) t
      WHERE partner_id IS NOT NULL GROUP BY 1
    ), kept AS (
      SELECT partner_id, sum(views + clicks)::int AS n FROM traffic_rollups WHERE level = 'quarter' AND at >= ${from} AND at < ${to} GROUP BY 1)
    SELECT coalesce(c.partner_id, k.partner_id)::text AS id, coalesce(k.n, 0) AS kept, coalesce(c.n, 0) AS counted
    FROM counted c FULL JOIN kept k USING (partner_id)
    WHERE NOT EXISTS (SELECT FROM stale_quarters s WHERE s.partner_id = coalesce(c.partner_id, k.partner_id) AND s.kind = 'traffic' AND s.at >= ${from} AND s.at < ${to})`
  return found(
    rows.length,
    rows.flatMap(({ id, kept, counted }) =>
      kept === counted ? [] : [`partner ${id}: ${kept} stored, ${counted} counted`],
    ),
  )
}

async function countLookups(tx: Db): Promise<Found> {
  const wrong = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT c.id::text FROM conversions c WHERE NOT EXISTS (SELECT FROM sale_lookups l WHERE l.conversion_id = c.id)`
  return found(
    await tx.conversion.count(),
    wrong.map(({ id }) => `sale ${id} is missing from partner search`),
  )
}

/** Finds rows without a file, and files without a row: a few hundred of each, at random. */
export async function findMediaProblems(tx: Db, dataDir: string, signal?: AbortSignal): Promise<Found> {
  const storage = openStorage(dataDir)
  const problems: string[] = []
  let looked = 0
  const rows = await tx.$queryRaw<Array<{ id: string; sha256: string }>>`
    SELECT id::text, sha256 FROM media_files ORDER BY sha256 >= md5(random()::text) DESC, sha256 LIMIT ${FILES_SAMPLE}`
  for (const { id, sha256 } of rows) {
    if (signal?.aborted) break
    looked++
    if (!(await storage.has(originalKey(mediaName(sha256))))) problems.push(`picture ${id} has no file`)
  }
  const before = Date.now() - ON_ITS_WAY_MS
  for (let folder = 0; folder < FOLDERS_SAMPLE && !signal?.aborted; folder++) {
    const prefix = Math.floor(Math.random() * 256)
      .toString(16)
      .padStart(2, '0')
    const names: string[] = []
    for await (const { key, writtenAt } of storage.list(`media/originals/${prefix}`))
      if (writtenAt < before) names.push(path.basename(key))
    const known = await tx.$queryRaw<Array<{ name: string }>>`
      SELECT left(sha256, 24) AS name FROM media_files WHERE sha256 LIKE ${`${prefix}%`}`
    const kept = new Set(known.map(({ name }) => name))
    looked += names.length
    problems.push(
      ...names.filter((name) => !kept.has(name)).map((name) => `file originals/${prefix}/${name} has no row`),
    )
  }
  return found(looked, [...new Set(problems)])
}

const found = (looked: number, problems: string[]): Found => ({
  looked,
  wrong: problems.length,
  examples: problems.slice(0, MAX_EXAMPLES),
})
