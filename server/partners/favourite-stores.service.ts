import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'

/** What became of a heart on a store: what to show, and whether it is full now. */
export interface FavouriteAnswer {
  isFavourite: boolean
  message: 'Added to your favourite stores' | 'Removed from your favourite stores'
}

/**
 * Keeps a store; keeping it again changes nothing.
 * @throws AppError not_found for what is no approved partner.
 */
export async function favouriteStore(db: Db, { userId }: Viewer, partnerId: string): Promise<FavouriteAnswer> {
  const id = knownId(partnerId)
  const store = await db.partner.findFirst({ where: { id, verificationStatus: 'approved' }, select: { id: true } })
  if (!store) throw new AppError('not_found', 'Store not found')
  await db.favouriteStore.createMany({ data: [{ userId, partnerId: id }], skipDuplicates: true })
  return { isFavourite: true, message: 'Added to your favourite stores' }
}

/** Lets go of one of the viewer's stores, approved or not; doing it again changes nothing. @throws AppError not_found for what is no id. */
export async function unfavouriteStore(db: Db, { userId }: Viewer, partnerId: string): Promise<FavouriteAnswer> {
  await db.favouriteStore.deleteMany({ where: { userId, partnerId: knownId(partnerId) } })
  return { isFavourite: false, message: 'Removed from your favourite stores' }
}

/** @throws AppError not_found */
function knownId(partnerId: string): string {
  if (!isId(partnerId)) throw new AppError('not_found', 'Store not found')
  return partnerId.toLowerCase()
}
