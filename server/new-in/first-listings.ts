import type { Db } from '#server/platform/db.ts'
import { LISTED, OPEN } from '#server/platform/listed.ts'

/** Limits each query after a large import, where one takes seconds. */
const NOTED_AT_ONCE = 50_000
/** The number of products per new index. */
const ASKED_AT_ONCE = 2_000

/** The maximum time between two runs, with a margin. */
const BETWEEN_LOOKS_MS = 20 * 60_000

/**
 * Records products that are listed for the first time. A product that the last run did not see was listed after that
 * run, and not before the last change of the product or its partner. Searches saved after that have already shown it.
 * Leaves products for later that search cannot read yet.
 * @returns their number
 */
export async function noteFirstListings(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const lastLook = new Date(now.getTime() - BETWEEN_LOOKS_MS)
  let noted = 0
  while (!signal?.aborted) {
    // eslint-disable-next-line house/listed-products -- an index gives active ids; LISTED filters new ones
    const count = await db.$executeRaw`
      WITH unseen AS MATERIALIZED (
        SELECT p.id FROM products p WHERE p.status = 'active' AND p.partner_id IN (SELECT s.id FROM partners s WHERE ${OPEN})
          AND NOT EXISTS (SELECT 1 FROM first_listings l WHERE l.product_id = p.id)
      )
      INSERT INTO first_listings (product_id, listed_at)
      SELECT p.id, least(${now}::timestamptz, greatest(p.updated_at, s.updated_at, ${lastLook}::timestamptz))
      FROM unseen JOIN products p ON p.id = unseen.id JOIN partners s ON s.id = p.partner_id
      WHERE ${LISTED} AND p.search_version > 0
      LIMIT ${NOTED_AT_ONCE}
      ON CONFLICT DO NOTHING`
    noted += count
    if (count < NOTED_AT_ONCE) break
  }
  return noted
}

/** How long a new product waits until its pictures are fetched and analysed, so that a search by picture finds it. */
const PICTURES_MS = 60 * 60_000

/** Returns some products that saved searches have not checked and that are ready. */
export async function listUnasked(db: Db, now: Date): Promise<string[]> {
  // eslint-disable-next-line house/listed-products -- only checks pictures; the searches check what is listed
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT l.product_id AS id FROM first_listings l WHERE NOT l.is_asked AND (l.listed_at < ${new Date(now.getTime() - PICTURES_MS)} OR NOT EXISTS (
      SELECT 1 FROM products p JOIN product_images i ON i.product_id = p.id LEFT JOIN media_files f ON f.id = i.file_id
      WHERE p.id = l.product_id AND (p.search_version = 0 OR f.appearance IS NULL)))
    ORDER BY l.product_id LIMIT ${ASKED_AT_ONCE}`
  return rows.map(({ id }) => id)
}

/** Marks these products as checked by all saved searches; without an argument, all products. */
export async function markAsked(db: Db, ids?: readonly string[]): Promise<void> {
  if (ids) await db.$executeRaw`UPDATE first_listings SET is_asked = true WHERE product_id = ANY(${ids}::uuid[])`
  else await db.$executeRaw`UPDATE first_listings SET is_asked = true WHERE NOT is_asked`
}
