import { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { DEFAULT_SETTINGS } from './wishlist.schema.ts'

/**
 * Prevents existing price drops from being reported as news after their threshold was lowered, by making the current
 * price the reference. Drops above the old threshold are still reported. Call it before the new percentage is saved, in
 * the same transaction.
 * @param items which of the viewer's items, a condition on wishlist_items `w`
 * @param percent the items' new percentage; null for the one in the settings
 */
export const forgetOldDrops = (
  db: Pick<SignedInAsk['db'], '$executeRaw'>,
  { userId }: SignedInAsk['viewer'],
  { items, percent }: { items: Prisma.Sql; percent: Prisma.Sql },
): Prisma.PrismaPromise<number> => {
  const usual = Prisma.sql`coalesce(w.usual_price_minor, w.added_price_minor)`
  const before = Prisma.sql`coalesce(w.drop_percent, settings.drop_percent)`
  const after = Prisma.sql`coalesce(${percent}, settings.drop_percent)`
  // eslint-disable-next-line house/listed-products -- a cheaper product that comes back is not news either
  return db.$executeRaw`
    UPDATE wishlist_items w SET usual_price_minor = p.price_minor
    FROM products p, (
      SELECT coalesce((SELECT drop_percent FROM wishlist_settings WHERE user_id = ${userId}::uuid), ${DEFAULT_SETTINGS.dropPercent}::int) AS drop_percent
    ) settings
    WHERE w.user_id = ${userId}::uuid AND ${items} AND p.id = w.product_id
      AND p.currency = coalesce(w.usual_currency, w.added_currency) AND p.price_minor < ${usual}
      AND ${after} > 0 AND (${before} = 0 OR ${after} < ${before} AND p.price_minor::bigint * 100 > ${usual}::bigint * (100 - ${before}))`
}
