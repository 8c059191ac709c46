import { Prisma } from '#prisma/generated/client.ts'
import { LOW_STOCK } from '#server/catalogue/stock.values.ts'

/**
 * SQL: joins that give the stock of a wishlist product, in the wished size if there is one, as `stock`: known,
 * is_in_stock, is_low_stock. Each is null while unknown. Something is in stock if any variant is known to be, and sold
 * out only if all are known and empty. A size that the product no longer has also counts as sold out. Low stock is
 * known only if all variants report it. `w` is the wishlist_items row, `p` the products row, all null if the product
 * was deleted.
 */
export const WISHED_STOCK = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT CASE WHEN count(v.stock) = count(*) THEN coalesce(sum(v.stock), 0)::int END AS stock, coalesce(bool_or(v.stock > 0), false) AS is_in_stock
    FROM product_variants v WHERE v.product_id = p.id AND v.size = w.size
  ) sized ON w.size IS NOT NULL AND p.id IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT CASE WHEN w.size IS NULL THEN p.stock ELSE sized.stock END AS known,
      CASE WHEN w.size IS NULL THEN p.is_in_stock ELSE sized.is_in_stock END AS has_some
  ) told
  CROSS JOIN LATERAL (
    SELECT told.known, CASE WHEN told.has_some THEN true WHEN told.known IS NOT NULL THEN false END AS is_in_stock,
      told.known BETWEEN 1 AND ${LOW_STOCK - 1} AS is_low_stock
  ) stock`
