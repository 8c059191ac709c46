import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { OPEN_WHERE } from '#server/platform/listed.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'

/** The result for the page: a message, and whether the store is a favourite now. */
export interface FavouriteAnswer {
  isFavourite: boolean
  message: 'Added to your favourite stores' | 'Removed from your favourite stores'
}

/**
 * Adds a favourite store; adding it again changes nothing.
 * @throws AppError not_found if it is not an open partner
 */
export async function favouriteStore(
  { db, viewer: { userId } }: Pick<SignedInAsk, 'db' | 'viewer'>,
  partnerId: string,
): Promise<FavouriteAnswer> {
  const id = validId(partnerId)
  const store = await db.partner.findFirst({ where: { id, ...OPEN_WHERE }, select: { id: true } })
  if (!store) throw new AppError('not_found', 'Store not found')
  await db.favouriteStore.createMany({ data: [{ userId, partnerId: id }], skipDuplicates: true })
  return { isFavourite: true, message: 'Added to your favourite stores' }
}

/**
 * Removes one of the viewer's favourite stores, approved or not; removing it again changes nothing.
 * @throws AppError not_found if the id is malformed.
 */
export async function unfavouriteStore(
  { db, viewer: { userId } }: Pick<SignedInAsk, 'db' | 'viewer'>,
  partnerId: string,
): Promise<FavouriteAnswer> {
  await db.favouriteStore.deleteMany({ where: { userId, partnerId: validId(partnerId) } })
  return { isFavourite: false, message: 'Removed from your favourite stores' }
}

/** @throws AppError not_found */
function validId(partnerId: string): string {
  if (!isId(partnerId)) throw new AppError('not_found', 'Store not found')
  return partnerId.toLowerCase()
}
