import type { z } from 'zod'
import { Prisma } from '#prisma/generated/client.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { LISTED, LISTED_WHERE } from '#server/platform/listed.ts'
import { readCards } from '#server/catalogue/read-cards.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId, newId } from '#server/platform/ids.ts'
import type { wishlistInput } from './wishlist.schema.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'

const PAGE_SIZE = 48
/** Every page of the shop loads all ids, to fill its hearts. */
export const MOST_WISHES = 2_000

/** The result for the page: a message, and whether the heart is full now. */
export interface WishlistAnswer {
  isInWishlist: boolean
  message:
    'Added to wishlist' | 'Removed from wishlist' | 'Item is already in your wishlist' | 'Item not found in wishlist'
}

/** Ids of the products on the viewer's wishlist that are still listed, newest first. */
export async function listWishlistIds({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<string[]> {
  const items = await db.wishlistItem.findMany({
    where: { userId: viewer.userId, product: LISTED_WHERE },
    select: { productId: true },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
  })
  return items.map(({ productId }) => productId)
}

export interface WishlistPage {
  products: ProductCard[]
  page: number
  totalPages: number
  /** On all pages. */
  total: number
}

/**
 * One page of the products on the viewer's wishlist that are still listed, newest first. A page after the last is the
 * last.
 */
export async function listWishlist(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { page }: z.output<typeof wishlistInput>,
): Promise<WishlistPage> {
  const ids = await listWishlistIds({ db, viewer })
  const totalPages = Math.max(1, Math.ceil(ids.length / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const onPage = ids.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)
  const cards = await readCards(db, onPage)
  return { products: onPage.flatMap((id) => cards.get(id) ?? []), page: shown, totalPages, total: ids.length }
}

/**
 * Saves a product; saving it again changes nothing.
 * @throws AppError not_found if it is not listed, conflict if the wishlist has 2,000 products.
 */
export async function addToWishlist(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  productId: string,
): Promise<WishlistAnswer> {
  const id = validId(productId)
  const listed = await db.product.findFirst({ where: { id, ...LISTED_WHERE }, select: { id: true } })
  if (!listed) throw new AppError('not_found', 'Product not found')
  const count = await db.$executeRaw`
    INSERT INTO wishlist_items (id, user_id, product_id) SELECT ${newId()}::uuid, ${viewer.userId}::uuid, ${id}::uuid WHERE ${hasRoom(viewer)} ON CONFLICT DO NOTHING`
  if (count) return { isInWishlist: true, message: 'Added to wishlist' }
  const isThere = (await db.wishlistItem.count({ where: { userId: viewer.userId, productId: id } })) > 0
  if (!isThere)
    throw new AppError(
      'conflict',
      `Your wishlist is full: it holds ${MOST_WISHES.toLocaleString('en-US')} products. Remove one to add another.`,
    )
  return { isInWishlist: true, message: 'Item is already in your wishlist' }
}

/** Removes a product from the viewer's wishlist, listed or not; removing it again changes nothing. */
export async function removeFromWishlist(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  productId: string,
): Promise<WishlistAnswer> {
  const { count } = await db.wishlistItem.deleteMany({
    where: { userId: viewer.userId, productId: validId(productId) },
  })
  return { isInWishlist: false, message: count ? 'Removed from wishlist' : 'Item not found in wishlist' }
}

/**
 * Adds the product if it is absent, else removes it. Runs one toggle of a viewer at a time, so that each answer is true
 * when it is given and an even number of them changes nothing.
 * @throws AppError not_found if it is neither listed nor on the wishlist, conflict if the wishlist has 2,000 products.
 */
export async function toggleWishlist(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  productId: string,
): Promise<WishlistAnswer> {
  const id = validId(productId)
  // The lock is a statement of its own: the next one must see what others did while it waited.
  const [, [result]] = await db.$transaction([
    db.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${viewer.userId}::uuid FOR NO KEY UPDATE`,
    db.$queryRaw<Array<{ removed: number; added: number }>>`
      WITH removed AS (DELETE FROM wishlist_items WHERE user_id = ${viewer.userId}::uuid AND product_id = ${id}::uuid RETURNING id),
      added AS (
        INSERT INTO wishlist_items (id, user_id, product_id)
        SELECT ${newId()}::uuid, ${viewer.userId}::uuid, p.id FROM products p WHERE p.id = ${id}::uuid AND ${LISTED} AND ${hasRoom(viewer)} AND NOT EXISTS (SELECT 1 FROM removed)
        ON CONFLICT DO NOTHING RETURNING id
      )
      SELECT (SELECT count(*) FROM removed)::int AS removed, (SELECT count(*) FROM added)::int AS added`,
  ])
  if (result?.removed) return { isInWishlist: false, message: 'Removed from wishlist' }
  if (result?.added) return { isInWishlist: true, message: 'Added to wishlist' }
  // Neither: it is not listed, the list is full, or an add() came between.
  return addToWishlist({ db, viewer }, id)
}

const hasRoom = ({ userId }: Viewer) =>
  Prisma.sql`(SELECT count(*) FROM wishlist_items WHERE user_id = ${userId}::uuid) < ${MOST_WISHES}::int`

/** @throws AppError not_found */
function validId(productId: string): string {
  if (!isId(productId)) throw new AppError('not_found', 'Product not found')
  return productId.toLowerCase()
}
