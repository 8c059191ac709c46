import type { Db } from '#server/platform/db.ts'
import type { FitCounts } from '#server/sizing/fit-feedback.schema.ts'

/**
 * Maximum reviews of a partner that are counted for its brand, newest first. Old cuts say little, and the count stays
 * fast.
 */
export const MAX_OF_PARTNER = 5_000

/** Counts the fit answers of approved reviews: for the product, and for all its partner's products of the brand in the category. */
export async function countFits(
  db: Db,
  product: { id: string; partnerId: string; brandId: string; categoryId: string | null },
): Promise<{ product: FitCounts; brand: FitCounts }> {
  const [ofProduct, ofBrand] = await Promise.all([
    db.$queryRaw<Counted[]>`
      SELECT r.fit, count(*)::int AS count FROM product_reviews r
      WHERE r.product_id = ${product.id}::uuid AND r.status = 'approved' AND r.fit IS NOT NULL GROUP BY 1`,
    // eslint-disable-next-line house/listed-products -- reviews of the fit stay valid if a product is unlisted
    db.$queryRaw<Counted[]>`
      SELECT newest.fit, count(*)::int AS count FROM (
        SELECT r.fit, r.product_id FROM product_reviews r WHERE r.partner_id = ${product.partnerId}::uuid AND r.status = 'approved' AND r.fit IS NOT NULL
        ORDER BY r.created_at DESC LIMIT ${MAX_OF_PARTNER}) newest
      JOIN products p ON p.id = newest.product_id
      WHERE p.brand_id = ${product.brandId}::uuid AND p.category_id IS NOT DISTINCT FROM ${product.categoryId}::uuid
      GROUP BY 1`,
  ])
  return { product: countsOf(ofProduct), brand: countsOf(ofBrand) }
}

interface Counted {
  fit: 'ran_small' | 'true_to_size' | 'ran_large'
  count: number
}

function countsOf(counted: readonly Counted[]): FitCounts {
  const of = (fit: Counted['fit']) => counted.find((each) => each.fit === fit)?.count ?? 0
  return { small: of('ran_small'), asExpected: of('true_to_size'), large: of('ran_large') }
}
