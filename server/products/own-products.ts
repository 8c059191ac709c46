import { Prisma } from '#prisma/generated/client.ts'
import type { ProductStatus } from '#prisma/generated/enums.ts'
import { pictureJson } from '#server/media/picture.ts'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { ACTIVE } from '#server/platform/listed.ts'
import { LOW_STOCK, type OwnFilter, type OwnState } from './own-products.schema.ts'

/** SQL: a partner's products that are not deleted. `p` is the products row. */
export const ownUndeleted = (partnerId: string): Prisma.Sql =>
  Prisma.sql`p.partner_id = ${partnerId}::uuid AND p.deleted_at IS NULL`

/** SQL: published and low in stock. `p` is the products row. */
export const RUNS_LOW = Prisma.sql`${ACTIVE} AND p.stock BETWEEN 1 AND ${LOW_STOCK}`
/** SQL: published and out of stock. `p` is the products row. */
export const IS_OUT = Prisma.sql`${ACTIVE} AND p.stock = 0`

/** SQL: a partner's products that match the filter, in any state. `p` is the products row. */
export function ownFound(partnerId: string, { q, category, stock }: OwnFilter): Prisma.Sql {
  const conditions = [Prisma.sql`p.partner_id = ${partnerId}::uuid`]
  if (q) {
    const words = toSearchText(q)
    // Matches only complete ids, because a part of an id would find unrelated products.
    conditions.push(
      words ? Prisma.sql`(p.lookup_text LIKE ${`%${words}%`} OR right(p.id::text, 8) = ${words})` : Prisma.sql`FALSE`,
    )
  }
  if (category === 'none') conditions.push(Prisma.sql`p.category_id IS NULL`)
  else if (category) conditions.push(Prisma.sql`p.category_id = ${category}::uuid`)
  if (stock === 'low') conditions.push(RUNS_LOW)
  else if (stock === 'out') conditions.push(IS_OUT)
  else if (stock === 'unknown') conditions.push(Prisma.sql`p.stock IS NULL`)
  return Prisma.join(conditions, ' AND ')
}

/** SQL: products in one state; 'all' means all that are not deleted. */
export function inState(state: OwnState): Prisma.Sql {
  if (state === 'deleted') return Prisma.sql`p.deleted_at IS NOT NULL`
  if (state === 'all') return Prisma.sql`p.deleted_at IS NULL`
  return Prisma.sql`p.deleted_at IS NULL AND p.status = ${state satisfies ProductStatus}::product_status`
}

/** SQL: a partner's currency, for its figures. */
export const currencyOf = (partnerId: string): Prisma.Sql =>
  Prisma.sql`(SELECT s.currency FROM partners s WHERE s.id = ${partnerId}::uuid)`

/** SQL: a product's main picture, as a column `picture`. `p` is the products row. */
export const PICTURE = Prisma.sql`(
  SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
  WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture`
