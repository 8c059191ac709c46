import { AppError } from '#server/platform/errors.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { LISTED, LISTED_WHERE } from '#server/platform/listed.ts'
import type { PersonAsk, SignedInAsk } from '#server/platform/ask.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { keepGone, roomOf, wishlistIsFull, wishRow } from './kept-wish.ts'
import { MAX_WISHES } from './wishlist.schema.ts'

/** The result for the page: a message, and whether the heart is full now. */
export interface WishlistAnswer {
  isInWishlist: boolean
  message:
    'Added to wishlist' | 'Removed from wishlist' | 'Item is already in your wishlist' | 'Item not found in wishlist'
}

/**
 * Ids of the products on the viewer's wishlist, newest first, for the hearts and their count. A deleted product is
 * represented by its item's id and still counts.
 */
export async function listWishlistIds({
  db,
  viewer,
}: Pick<SignedInAsk, 'viewer'> & { db: Pick<SignedInAsk['db'], 'wishlistItem'> }): Promise<string[]> {
  const items = await db.wishlistItem.findMany({
    where: { userId: viewer.userId },
    select: { id: true, productId: true },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
  })
  return items.map(({ id, productId }) => productId ?? id)
}

/**
 * Saves a product; saving it again changes nothing. Restores the owner's settings from before a removal.
 * @throws AppError not_found if it is not listed, conflict if the wishlist has 2,000 products
 */
export async function addToWishlist(
  { db, viewer }: Pick<PersonAsk, 'db' | 'viewer'>,
  productId: string,
): Promise<WishlistAnswer> {
  const id = validId(productId)
  // Takes the lock in a separate statement, because the limit must see the changes of the transactions that it waited
  // for.
  const [, [result]] = await db.$transaction([
    lockWishlist(db, viewer),
    db.$queryRaw<
      Array<{ added: number }>
    >`WITH ${added(viewer, id, Prisma.sql`true`)} SELECT (SELECT count(*) FROM added)::int AS added`,
  ])
  if (result?.added) return { isInWishlist: true, message: 'Added to wishlist' }
  const [listed, count] = await Promise.all([
    db.product.findFirst({ where: { id, ...LISTED_WHERE }, select: { id: true } }),
    db.wishlistItem.count({ where: { userId: viewer.userId, NOT: { productId: id } } }),
  ])
  if (!listed) throw new AppError('not_found', 'Product not found')
  if (count >= MAX_WISHES) throw new AppError('conflict', wishlistIsFull)
  return { isInWishlist: true, message: 'Item is already in your wishlist' }
}

/** Removes a product from the viewer's wishlist, listed or not; removing it again changes nothing. */
export async function removeFromWishlist(
  { db, viewer }: Pick<PersonAsk, 'db' | 'viewer'>,
  productId: string,
): Promise<WishlistAnswer> {
  const count = await db.$executeRaw`
    WITH gone AS (DELETE FROM wishlist_items WHERE user_id = ${viewer.userId}::uuid AND product_id = ${validId(productId)}::uuid RETURNING *)
    ${keepGone(newId())}`
  return { isInWishlist: false, message: count ? 'Removed from wishlist' : 'Item not found in wishlist' }
}

/**
 * Adds the product if it is absent, or else removes it. Runs one toggle of a viewer at a time, so that each result is
 * correct and an even number of them changes nothing.
 * @throws AppError not_found if it is neither listed nor on the wishlist, conflict if the wishlist has 2,000 products
 */
export async function toggleWishlist(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  productId: string,
): Promise<WishlistAnswer> {
  const id = validId(productId)
  // Takes the lock in a separate statement, because the next one must see the changes of the transactions that it
  // waited for.
  const [, [result]] = await db.$transaction([
    lockWishlist(db, viewer),
    db.$queryRaw<Array<{ removed: number; added: number }>>`
      WITH gone AS (DELETE FROM wishlist_items WHERE user_id = ${viewer.userId}::uuid AND product_id = ${id}::uuid RETURNING *),
      kept_gone AS (${keepGone(newId())}),
      ${added(viewer, id, Prisma.sql`NOT EXISTS (SELECT 1 FROM gone)`)}
      SELECT (SELECT count(*) FROM gone)::int AS removed, (SELECT count(*) FROM added)::int AS added`,
  ])
  if (result?.removed) return { isInWishlist: false, message: 'Removed from wishlist' }
  if (result?.added) return { isInWishlist: true, message: 'Added to wishlist' }
  // If neither happened, the product is not listed, the list is full, or an add() came in between.
  return addToWishlist({ db, viewer }, id)
}

/** Locks this wishlist against concurrent changes. Call it as the first statement of a transaction. */
export const lockWishlist = (
  db: Pick<SignedInAsk['db'], '$queryRaw'>,
  { userId }: PersonAsk['viewer'],
): Prisma.PrismaPromise<unknown> =>
  db.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`

/** SQL: CTEs that save one listed product, if the condition holds, and delete it from the removed ones. */
const added = (viewer: PersonAsk['viewer'], productId: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  added AS (
    INSERT INTO wishlist_items
    SELECT wish.* FROM products p
    LEFT JOIN removed_wishes kept ON kept.user_id = ${viewer.userId}::uuid AND kept.product_id = p.id
    CROSS JOIN LATERAL ${wishRow(viewer, Prisma.sql`${newId()}::uuid`)} wish
    WHERE p.id = ${productId}::uuid AND ${LISTED} AND ${condition} AND ${roomOf(viewer)} > 0
    ON CONFLICT DO NOTHING RETURNING product_id
  ),
  taken_back AS (DELETE FROM removed_wishes WHERE user_id = ${viewer.userId}::uuid AND product_id IN (SELECT product_id FROM added))`

/** @throws AppError not_found */
function validId(productId: string): string {
  if (!isId(productId)) throw new AppError('not_found', 'Product not found')
  return productId.toLowerCase()
}
