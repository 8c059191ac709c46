/* eslint-disable house/listed-products -- updates unlisted products too, because they may be listed tomorrow */
import type { Db } from '#server/platform/db.ts'
import { setInBatches } from '#server/catalogue/set-in-batches.ts'
import { fitShift } from '#server/sizing/fit-feedback.schema.ts'
import { MAX_OF_PARTNER } from './count-fits.ts'

/** Minimum change to write, in hundredths of a size. */
const STEP = 5
/** Maximum changes per run. The rest wait for the next run. */
const MAX_CHANGES = 100_000

interface Counted {
  small: number
  asExpected: number
  large: number
}

/**
 * Updates the deviation of products from their size tables according to reviews (fitShift), which lists use; writes
 * only changes. A review affects all products of the same partner, brand and category.
 * @returns the number of updated products
 */
export async function updateFitShifts(db: Db, signal?: AbortSignal): Promise<number> {
  const groups = await db.$queryRaw<Array<Counted & { partnerId: string; brandId: string; categoryId: string | null }>>`
    SELECT p.partner_id AS "partnerId", p.brand_id AS "brandId", p.category_id AS "categoryId",
      count(*) FILTER (WHERE newest.place <= ${MAX_OF_PARTNER} AND newest.fit = 'ran_small')::int AS small, count(*) FILTER (WHERE newest.place <= ${MAX_OF_PARTNER} AND newest.fit = 'true_to_size')::int AS "asExpected",
      count(*) FILTER (WHERE newest.place <= ${MAX_OF_PARTNER} AND newest.fit = 'ran_large')::int AS large
    FROM (
      SELECT r.fit, r.product_id, row_number() OVER (PARTITION BY r.partner_id ORDER BY r.created_at DESC) AS place
      FROM product_reviews r WHERE r.status = 'approved' AND r.fit IS NOT NULL
    ) newest JOIN products p ON p.id = newest.product_id
    GROUP BY 1, 2, 3`
  const due = new Map<string, number>()
  for (const { partnerId, brandId, categoryId, ...brand } of groups) {
    if (signal?.aborted) return 0
    const products = await db.$queryRaw<Array<Counted & { id: string; fitShift: number }>>`
      SELECT p.id, p.fit_shift AS "fitShift", coalesce(v.small, 0) AS small, coalesce(v.as_expected, 0) AS "asExpected", coalesce(v.large, 0) AS large
      FROM products p LEFT JOIN (
        SELECT r.product_id, count(*) FILTER (WHERE r.fit = 'ran_small')::int AS small, count(*) FILTER (WHERE r.fit = 'true_to_size')::int AS as_expected,
          count(*) FILTER (WHERE r.fit = 'ran_large')::int AS large
        FROM product_reviews r WHERE r.partner_id = ${partnerId}::uuid AND r.status = 'approved' AND r.fit IS NOT NULL GROUP BY 1
      ) v ON v.product_id = p.id
      WHERE p.partner_id = ${partnerId}::uuid AND p.brand_id = ${brandId}::uuid AND p.category_id IS NOT DISTINCT FROM ${categoryId}::uuid`
    for (const { id, fitShift: before, ...counts } of products) {
      const shift = Math.round((fitShift(counts, brand).sizes * 100) / STEP) * STEP
      if (shift !== before) due.set(id, shift)
      else due.delete(id)
    }
    if (due.size >= MAX_CHANGES) break
  }
  for (const { id } of await withoutReviews(db)) due.set(id, 0)
  const changes = [...due].slice(0, MAX_CHANGES).map(([id, value]) => ({ id, value }))
  return setInBatches(db, 'fit_shift', changes, signal)
}

/** Finds products with a shift, although neither they nor their brand have reviews in the category. */
const withoutReviews = (db: Db) => db.$queryRaw<Array<{ id: string }>>`
  SELECT p.id FROM products p LEFT JOIN (
    SELECT DISTINCT other.partner_id, other.brand_id, coalesce(other.category_id::text, '') AS category FROM product_reviews r
    JOIN products other ON other.id = r.product_id WHERE r.status = 'approved' AND r.fit IS NOT NULL
  ) told ON told.partner_id = p.partner_id AND told.brand_id = p.brand_id AND told.category = coalesce(p.category_id::text, '')
  WHERE p.fit_shift <> 0 AND told.partner_id IS NULL`
