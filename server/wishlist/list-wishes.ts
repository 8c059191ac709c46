import type { Db } from '#server/platform/db.ts'
import { UNNAMED } from '#server/catalogue/product-card.ts'
import { LISTED } from '#server/platform/listed.ts'
import { WISHED_STOCK } from './wished-stock.ts'

/** A wishlist item without pictures. Amounts in minor units of `currency`. */
export interface Wish {
  itemId: string
  /** Null if the product was deleted. */
  productId: string | null
  /** False if it was deleted or is no longer listed. Then the data is the last known. */
  isListed: boolean
  name: string
  brand: string
  category: string | null
  currency: string
  priceMinor: number
  originalPriceMinor: number | null
  /** In the base currency; null if the product was deleted. */
  priceBaseMinor: number | null
  /** Whether the product is known to be in stock, in the chosen size if there is one. */
  isInStock: boolean
  /** In the chosen size, if there is one. Null if the store does not report all of it. */
  stock: number | null
  priority: number
  note: string
  size: string | null
  addedAt: Date
  addedPriceMinor: number
  addedCurrency: string
  /** Also null if it was set in a currency other than the current one. */
  targetMinor: number | null
  /** Null for the percentage in the settings. */
  dropPercent: number | null
  watchesStock: boolean
}

/**
 * Reads a wishlist, at most 2,000 items, newest first, including products that are unlisted or deleted.
 * @param itemId reads only this item
 */
export function listWishes(db: Db, userId: string, itemId: string | null = null): Promise<Wish[]> {
  return db.$queryRaw<Wish[]>`
    SELECT w.id AS "itemId", w.product_id AS "productId", coalesce(listed.is_listed, false) AS "isListed",
      coalesce(nullif(btrim(coalesce(p.name, w.last_facts->>'name')), ''), ${UNNAMED}) AS name, coalesce(b.name, w.last_facts->>'brand', '') AS brand,
      coalesce(c.name, w.last_facts->>'category') AS category, now.currency,
      coalesce(p.price_minor, (w.last_facts->>'priceMinor')::int, w.added_price_minor) AS "priceMinor",
      coalesce(p.original_price_minor, (w.last_facts->>'originalPriceMinor')::int) AS "originalPriceMinor", p.price_base_minor AS "priceBaseMinor",
      coalesce(stock.is_in_stock, false) AS "isInStock", stock.known AS stock,
      w.priority, w.note, w.size, w.added_at AS "addedAt", w.added_price_minor AS "addedPriceMinor", w.added_currency AS "addedCurrency",
      CASE WHEN w.target_currency = now.currency THEN w.target_minor END AS "targetMinor", w.drop_percent AS "dropPercent", w.watches_stock AS "watchesStock"
    FROM wishlist_items w
    LEFT JOIN products p ON p.id = w.product_id
    LEFT JOIN brands b ON b.id = p.brand_id
    LEFT JOIN categories c ON c.id = p.category_id
    LEFT JOIN LATERAL (SELECT ${LISTED} AS is_listed) listed ON true
    CROSS JOIN LATERAL (SELECT coalesce(p.currency, w.last_facts->>'currency', w.added_currency) AS currency) now
    ${WISHED_STOCK}
    WHERE w.user_id = ${userId}::uuid AND (${itemId}::uuid IS NULL OR w.id = ${itemId}::uuid)
    ORDER BY w.added_at DESC, w.id DESC`
}
