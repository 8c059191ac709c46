import type { SignedInAsk } from '#server/platform/ask.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { LISTED } from '#server/platform/listed.ts'
import { forgetOldDrops } from './forget-old-drops.ts'
import { CAN_COME_BACK, countRemoved, forgetOldest, keepGone, roomOf, wishlistIsFull, wishRow } from './kept-wish.ts'
import { lockWishlist } from './wishlist.service.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { UpdateWishInput } from './wishlist.schema.ts'

const NOT_THERE = 'Item not found in wishlist'

/** The result of a removal, and the message for the owner. `batchId` identifies the removal for an undo. */
interface Removal {
  batchId: string
  removed: number
  message: string
}

/** The result of adding products. */
interface Addition {
  added: number
  /** The number of products that are unlisted or do not exist. */
  notFound: number
  message: string
}

/**
 * Changes the viewer's settings for an item. Absent fields stay unchanged.
 * @throws AppError not_found, bad_input for a size that the product does not have
 */
export async function updateWish(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { itemId, ...said }: UpdateWishInput,
): Promise<void> {
  // eslint-disable-next-line house/listed-products -- people may also add notes to products that are no longer listed
  const item = await db.wishlistItem.findFirst({
    where: { id: itemId, userId: viewer.userId },
    select: {
      productId: true,
      size: true,
      targetMinor: true,
      targetCurrency: true,
      addedCurrency: true,
      product: { select: { priceMinor: true, currency: true } },
    },
  })
  if (!item) throw new AppError('not_found', NOT_THERE)
  const { size, targetMinor, dropPercent } = said
  if (size && size !== item.size && !(await hasSize(db, item.productId, size)))
    throw new AppError('bad_input', 'This product does not come in that size.', { field: 'size' })
  const targetCurrency = targetMinor === null ? null : (item.product?.currency ?? item.addedCurrency)
  // If a condition is already met when it is set, that is not news.
  const looksAnew = {
    ...(targetMinor !== undefined && (targetMinor !== item.targetMinor || targetCurrency !== item.targetCurrency)
      ? {
          targetCurrency,
          wasBelowTarget: targetMinor !== null && item.product !== null && item.product.priceMinor <= targetMinor,
        }
      : {}),
    ...(size !== undefined && size !== item.size ? { wasInStock: null, wasLowStock: false } : {}),
  }
  const percent = dropPercent === undefined ? Prisma.sql`w.drop_percent` : Prisma.sql`${dropPercent}::int`
  const [, { count }] = await db.$transaction([
    forgetOldDrops(db, viewer, { items: Prisma.sql`w.id = ${itemId}::uuid`, percent }),
    db.wishlistItem.updateMany({ where: { id: itemId, userId: viewer.userId }, data: { ...said, ...looksAnew } }),
  ])
  if (!count) throw new AppError('not_found', NOT_THERE)
}

/** Removes these items. Ignores items of other accounts and items that are already removed. */
export async function removeWishes(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  itemIds: readonly string[],
): Promise<Removal> {
  const batchId = newId()
  const removed = await db.$executeRaw`
    WITH gone AS (DELETE FROM wishlist_items WHERE user_id = ${viewer.userId}::uuid AND id = ANY(${itemIds}::uuid[]) RETURNING *)
    ${keepGone(batchId)}`
  await forgetOldest(db, viewer)
  return { batchId, removed, message: removed ? removedText(removed) : NOT_THERE }
}

/** Removes everything. */
export async function clearWishlist({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<Removal> {
  const batchId = newId()
  const removed = await db.$executeRaw`
    WITH gone AS (DELETE FROM wishlist_items WHERE user_id = ${viewer.userId}::uuid RETURNING *) ${keepGone(batchId)}`
  await forgetOldest(db, viewer)
  return { batchId, removed, message: 'Wishlist cleared' }
}

/**
 * Restores products that were removed together, with their notes, if the products still exist.
 * @throws AppError not_found if nothing is left to restore, conflict if the wishlist is full
 */
export async function undoRemoval(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  batchId: string,
): Promise<{ broughtBack: number; message: string }> {
  const [, , broughtBack] = await db.$transaction([
    lockWishlist(db, viewer),
    // Deletes the stored removals that have been restored.
    db.$executeRaw`
      DELETE FROM removed_wishes WHERE user_id = ${viewer.userId}::uuid AND batch_id = ${batchId}::uuid
        AND product_id IN (SELECT product_id FROM wishlist_items WHERE user_id = ${viewer.userId}::uuid)`,

    db.$executeRaw`
      WITH kept AS (
        SELECT r.id, r.item FROM removed_wishes r
        WHERE r.user_id = ${viewer.userId}::uuid AND r.batch_id = ${batchId}::uuid
          AND ${CAN_COME_BACK}
        ORDER BY r.item->>'added_at' DESC LIMIT greatest(0, ${roomOf(viewer)})
      ), back AS (
        INSERT INTO wishlist_items SELECT wish.* FROM kept CROSS JOIN LATERAL jsonb_populate_record(null::wishlist_items, kept.item) wish
        ON CONFLICT DO NOTHING RETURNING id
      )
      DELETE FROM removed_wishes WHERE id IN (SELECT id FROM back)`,
  ])
  const left = await countRemoved(db, viewer, batchId)
  if (!broughtBack)
    throw left ? new AppError('conflict', wishlistIsFull) : new AppError('not_found', 'There is nothing to restore.')
  const message = addedText(broughtBack)
  return { broughtBack, message: left ? `${message}. ${wishlistIsFull}` : message }
}

/**
 * Saves these products. Ignores those that are already saved or not listed.
 * @throws AppError conflict if the wishlist has no room for any of them
 */
export async function addWishes(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  productIds: readonly string[],
): Promise<Addition> {
  return db.$transaction(async (tx) => {
    await lockWishlist(tx, viewer)
    return addWishesWithin(tx, viewer, productIds)
  })
}

/** Like addWishes, but for a transaction that began with lockWishlist. */
export async function addWishesWithin(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  productIds: readonly string[],
): Promise<Addition> {
  const ids = [...new Set(productIds.map((id) => id.toLowerCase()))]
  const valid = ids.filter(isId)
  const rows = valid.map((id) => Prisma.sql`(${id}::uuid, ${newId()}::uuid)`)
  if (!rows.length) return { added: 0, notFound: ids.length, message: messageOf(0, ids.length) }
  const [result] = await tx.$queryRaw<Array<{ added: number; listed: number; missing: number }>>`
    WITH listed AS (
      SELECT p.id, asked.new_id, EXISTS (SELECT 1 FROM wishlist_items w WHERE w.user_id = ${viewer.userId}::uuid AND w.product_id = p.id) AS is_there
      FROM (VALUES ${Prisma.join(rows)}) asked (product_id, new_id) JOIN products p ON p.id = asked.product_id WHERE ${LISTED}
    ), added AS (
      INSERT INTO wishlist_items
      SELECT wish.* FROM (SELECT id, new_id FROM listed WHERE NOT is_there ORDER BY new_id LIMIT greatest(0, ${roomOf(viewer)})) fresh
      JOIN products p ON p.id = fresh.id
      LEFT JOIN removed_wishes kept ON kept.user_id = ${viewer.userId}::uuid AND kept.product_id = p.id
      CROSS JOIN LATERAL ${wishRow(viewer, Prisma.sql`fresh.new_id`)} wish
      ON CONFLICT DO NOTHING RETURNING product_id
    ), taken_back AS (
      DELETE FROM removed_wishes WHERE user_id = ${viewer.userId}::uuid AND product_id IN (SELECT product_id FROM added)
    )
    SELECT (SELECT count(*) FROM added)::int AS added, (SELECT count(*) FROM listed)::int AS listed,
      (SELECT count(*) FROM listed WHERE NOT is_there)::int AS missing`
  const { added, listed, missing } = result ?? { added: 0, listed: 0, missing: 0 }
  const notFound = ids.length - listed
  if (missing && !added) throw new AppError('conflict', wishlistIsFull)
  const message = messageOf(added, notFound)
  return { added, notFound, message: added < missing ? `${message} ${wishlistIsFull}` : message }
}

function messageOf(added: number, notFound: number): string {
  if (added) return [addedText(added), ...(notFound ? [notFoundText(notFound)] : [])].join('. ')
  if (notFound === 1) return '1 product not found, others already in wishlist'
  return notFound ? `${notFound} products not found, others already in wishlist` : 'All items already in wishlist'
}

export const addedText = (n: number): string => (n === 1 ? 'Added 1 item to wishlist' : `Added ${n} items to wishlist`)
const removedText = (n: number): string =>
  n === 1 ? 'Removed 1 item from wishlist' : `Removed ${n} items from wishlist`
const notFoundText = (m: number): string => (m === 1 ? '1 product not found.' : `${m} products not found.`)

async function hasSize(db: SignedInAsk['db'], productId: string | null, size: string): Promise<boolean> {
  return productId !== null && (await db.productVariant.count({ where: { productId, size } })) > 0
}
