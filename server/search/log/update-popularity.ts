/* eslint-disable house/listed-products -- every product has its points: it may be listed tomorrow */
import type { Db } from '#server/platform/db.ts'
import { MAX_POPULARITY, popularityPoints } from '../popularity.ts'

const DAYS = 30
/** A click to the store says more than a look. */
const CLICK_WEIGHT = 5
/** Above 10,000 rows in one statement the search indexes would read the whole catalogue anew (note_products_written). */
const BATCH = 5_000
/** The rest waits for the next run. */
const MOST_CHANGES = 100_000

/** popularityPoints of every score up to the first that gives most. */
const POINTS: number[] = []
while (POINTS.at(-1) !== MAX_POPULARITY) POINTS.push(popularityPoints(POINTS.length))

/**
 * Sets every product's popularity by its views and valid clicks of the last 30 whole days (UTC) and today, one a day of each address; writes those alone that change.
 * @returns how many did.
 */
export async function updatePopularity(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const since = new Date(Math.floor(now.getTime() / 86_400_000 - DAYS) * 86_400_000)
  const changes = await db.$queryRaw<Array<{ id: string; points: number }>>`
    WITH scored AS (
      SELECT product_id, (${POINTS}::int[])[least(sum(weight), ${POINTS.length - 1}) + 1] AS points FROM (
        SELECT product_id, 1 AS weight FROM product_views WHERE is_first_of_address AND viewed_at >= ${since}
        UNION ALL
        SELECT product_id, ${CLICK_WEIGHT}::int FROM outbound_clicks WHERE is_valid AND is_first_of_address AND clicked_at >= ${since}
      ) events GROUP BY 1
    ), due AS (
      SELECT product_id, coalesce(scored.points, 0) AS points
      FROM scored FULL JOIN (SELECT id AS product_id FROM products WHERE popularity > 0) popular USING (product_id)
    )
    SELECT p.id, due.points FROM due JOIN products p ON p.id = due.product_id AND p.popularity <> due.points
    ORDER BY due.points DESC, p.id LIMIT ${MOST_CHANGES}`
  let changed = 0
  for (let at = 0; at < changes.length && !signal?.aborted; at += BATCH) {
    const batch = changes.slice(at, at + BATCH)
    // An import that writes a product at this moment is not waited for, so that the two cannot deadlock.
    changed += await db.$executeRaw`
      UPDATE products p SET popularity = due.points FROM (
        SELECT free.id, due.points FROM unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ points }) => points)}::int[]) AS due (id, points)
        JOIN products free ON free.id = due.id FOR NO KEY UPDATE OF free SKIP LOCKED
      ) due WHERE p.id = due.id`
  }
  return changed
}
