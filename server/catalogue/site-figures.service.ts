import type { Db } from '#server/platform/db.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'
import { LISTED } from '#server/platform/listed.ts'

const FRESH_MS = 5 * 60_000

/** The numbers of things that shoppers can find, by the same rule as the lists: active products of approved partners. */
export interface SiteFigures {
  /** Partners with at least one listed product. */
  partners: number
  products: number
  /** Active categories with products, directly or in a subcategory. */
  categories: number
  /** Distinct brand labels. */
  brands: number
  /** Products with a previous price above the current one. */
  onSale: number
  /** Products added in the 30 days before countedAt. */
  newArrivals: number
  countedAt: Date
}

const kept = keptByDatabase(FRESH_MS, countSite)

/** Returns the shop's figures, at most five minutes old. @throws Error if the database does not answer. */
export function getSiteFigures(db: Db): Promise<SiteFigures> {
  return kept.forceFetch(db)
}

/** Counts the figures now. */
export async function countSite(db: Db): Promise<SiteFigures> {
  const [figures] = await db.$queryRaw<[SiteFigures]>`
    WITH RECURSIVE listed AS (
      SELECT p.partner_id, p.brand_id, p.category_id, p.original_price_minor > p.price_minor AS on_sale, p.created_at > now() - interval '30 days' AS is_new FROM products p WHERE ${LISTED}
    ), filled AS (
      SELECT c.id, c.parent_id FROM categories c WHERE c.is_active AND c.id IN (SELECT category_id FROM listed)
      UNION
      SELECT parent.id, parent.parent_id FROM categories parent JOIN filled ON filled.parent_id = parent.id WHERE parent.is_active
    )
    SELECT count(DISTINCT partner_id)::int AS partners, count(*)::int AS products, (SELECT count(*)::int FROM filled) AS categories, count(DISTINCT brand_id)::int AS brands,
      (count(*) FILTER (WHERE on_sale))::int AS "onSale", (count(*) FILTER (WHERE is_new))::int AS "newArrivals", now() AS "countedAt"
    FROM listed`
  return figures
}
