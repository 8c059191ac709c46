import { Prisma } from '#prisma/generated/client.ts'
import { currenciesWith } from '#server/platform/money.schema.ts'

/**
 * SQL: whether a user bought a product in the usual way. The sale must be attributed to the user's own click by the
 * click's id, and not be cancelled, held or disputed. The items that were not returned must have cost at least half of
 * the price shown at the click, and a quarter of the current price. A store may report any order, so a token amount for
 * a friend does not count, and a false order at a plausible price costs the store the commission. At most 40% of a line
 * counts as tax, because no tax on clothes is higher. Otherwise a store could report nearly all of a line as tax, for
 * which it owes nothing. Sales that are only tracked, that a partner matched by hand or that came from a file, or that
 * are flagged as the store's own purchases are no proof. Both parameters are our own SQL.
 */
export const boughtBy = (user: string, product: string): Prisma.Sql => {
  const [userId, productId] = [Prisma.raw(user), Prisma.raw(product)]
  // A repeated click carries the id of the first click to the store.
  // eslint-disable-next-line house/listed-products -- bought products may no longer be listed
  return Prisma.sql`EXISTS (
    SELECT FROM outbound_clicks k JOIN conversions c ON c.click_id = coalesce(k.duplicate_of, k.id)
    JOIN conversion_lines l ON l.conversion_id = c.id AND l.product_id = ${productId}
    JOIN products p ON p.id = l.product_id
    WHERE k.user_id = ${userId} AND c.status IN ('pending', 'confirmed', 'invoiced', 'paid') AND c.match_level IN ('A', 'B', 'C') AND NOT c.is_test
      AND l.left_out = '' AND l.quantity > l.removed_quantity + l.refunded_quantity
      AND NOT EXISTS (SELECT FROM conversion_flags f WHERE f.conversion_id = c.id AND f.kind = 'own_staff' AND f.resolved_at IS NULL)
      AND least(l.price_minor * (l.quantity - l.removed_quantity) - l.discount_minor - l.refunded_minor, c.net_minor + c.tax_minor, (l.net_minor - l.refunded_minor) * 1.4) * ${UNIT('c.currency')}
        >= (l.quantity - l.removed_quantity - l.refunded_quantity)
          * greatest(k.price_minor * ${UNIT('k.currency')} / 2, p.price_minor * ${UNIT('p.currency')} / 4))`
}

/** SQL: the value of a minor unit in the base currency; null without a rate, which makes every comparison null. */
const UNIT = (currency: string): Prisma.Sql => Prisma.sql`(
  SELECT r.to_base / CASE WHEN r.currency IN (${Prisma.join(currenciesWith(0))}) THEN 1 WHEN r.currency IN (${Prisma.join(currenciesWith(3))}) THEN 1000 ELSE 100 END
  FROM exchange_rates r WHERE r.currency = ${Prisma.raw(currency)})`
