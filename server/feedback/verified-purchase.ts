import { Prisma } from '#prisma/generated/client.ts'

/**
 * SQL: whether a sale of a product that is not cancelled, and not given back, was attributed to a user's click. A sale that is only tracked is
 * no proof: nothing says that it came of the click, or that it was paid. Both columns are our own SQL.
 */
export const boughtBy = (user: string, product: string): Prisma.Sql => {
  const [userId, productId] = [Prisma.raw(user), Prisma.raw(product)]
  // The id that a repeated click carried to the store is that of the first.
  return Prisma.sql`EXISTS (
    SELECT FROM outbound_clicks k JOIN conversions c ON c.click_id = coalesce(k.duplicate_of, k.id)
    WHERE k.user_id = ${userId} AND c.status NOT IN ('tracked', 'cancelled') AND NOT c.is_test
      AND EXISTS (SELECT FROM conversion_lines l WHERE l.conversion_id = c.id AND l.product_id = ${productId}
        AND l.left_out = '' AND l.quantity > l.removed_quantity + l.refunded_quantity))`
}
