import { LRUCache } from 'lru-cache'
import { LISTED } from '#server/catalogue/product-card.ts'
import type { Db } from '#server/platform/db.ts'

const FRESH_MS = 5 * 60_000

/** What shoppers can find, counted by the same rule as the lists: active products of approved partners. */
export interface SiteFigures {
  /** Partners with at least one product in the lists. */
  partners: number
  products: number
  /** Categories in use that have products of their own or below them. */
  categories: number
  /** Names on labels. */
  brands: number
  /** Products whose price before is above the price now. */
  onSale: number
  /** Products that came in the 30 days before countedAt. */
  newArrivals: number
  countedAt: Date
}

const kept = new LRUCache<Db, Promise<SiteFigures>>({ max: 20, ttl: FRESH_MS })

/** The figures of the shop, at most five minutes old. @throws Error when the database does not answer. */
export function readSiteFigures(db: Db): Promise<SiteFigures> {
  const known = kept.get(db)
  if (known) return known
  const counting = countSite(db)
  kept.set(db, counting)
  counting.catch(() => kept.delete(db))
  return counting
}

/** The same, counted now. */
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
