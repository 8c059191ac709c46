import { Prisma } from '#prisma/generated/client.ts'
import { LOW_STOCK } from '#server/catalogue/stock.values.ts'

/**
 * The stock of a wished product, in the wished size if there is one, as `stock`: known (null if the store does not
 * report it), is_in_stock, is_low_stock. Joins; `w` is the wishlist_items row, `p` the products row.
 */
export const WISHED_STOCK = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT sum(v.stock)::int AS stock FROM product_variants v WHERE v.product_id = p.id AND v.size = w.size
  ) sized ON w.size IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT CASE WHEN w.size IS NULL THEN p.stock ELSE sized.stock END AS known,
      CASE WHEN w.size IS NULL THEN p.is_in_stock ELSE coalesce(sized.stock > 0, false) END AS is_in_stock,
      coalesce(CASE WHEN w.size IS NULL THEN p.stock ELSE sized.stock END BETWEEN 1 AND ${LOW_STOCK - 1}, false) AS is_low_stock
  ) stock`
