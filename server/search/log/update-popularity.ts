/* eslint-disable house/listed-products -- scores all products, because any may be listed tomorrow */
import type { Db } from '#server/platform/db.ts'
import { setInBatches } from '#server/catalogue/set-in-batches.ts'
import { MAX_POPULARITY, popularityPoints } from '../popularity.ts'

const DAYS = 30
/** A click to the store counts more than a view. */
const CLICK_WEIGHT = 5
/** The maximum number of products to change in one run. The rest wait for the next run. */
const MAX_CHANGES = 100_000

/** popularityPoints of every score, up to the first with the maximum. */
const POINTS: number[] = []
while (POINTS.at(-1) !== MAX_POPULARITY) POINTS.push(popularityPoints(POINTS.length))

/**
 * Updates products' popularity from views and valid clicks of the last 30 full days (UTC) and today, one a day per
 * address. Writes only changed products.
 * @returns their number
 */
export async function updatePopularity(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const since = new Date(Math.floor(now.getTime() / 86_400_000 - DAYS) * 86_400_000)
  const changes = await db.$queryRaw<Array<{ id: string; value: number }>>`
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
    SELECT p.id, due.points AS value FROM due JOIN products p ON p.id = due.product_id AND p.popularity <> due.points
    ORDER BY due.points DESC, p.id LIMIT ${MAX_CHANGES}`
  return setInBatches(db, 'popularity', changes, signal)
}
