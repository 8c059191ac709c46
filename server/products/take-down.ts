import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

/** When and why a product was taken down. */
export interface TakenDown {
  at: Date
  reason: string
}

/**
 * Takes a product out of the shop, or restores it. Other writers (form, file, feed, store) never change these columns.
 * The partner's status stays, so that the product returns as it was. Call it with the product locked.
 * @param by the administrator; null restores the product
 */
export async function setTakenDown(
  tx: Prisma.TransactionClient,
  productId: string,
  by: { userId: string; reason: string } | null,
): Promise<void> {
  await tx.product.update({
    where: { id: productId },
    data: by
      ? { takenDownAt: new Date(), takenDownReason: by.reason, takenDownById: by.userId }
      : { takenDownAt: null, takenDownReason: '', takenDownById: null },
    select: { id: true },
  })
}

/** Returns null for a product that was not taken down. */
export async function findTakenDown(db: Db | Prisma.TransactionClient, productId: string): Promise<TakenDown | null> {
  // eslint-disable-next-line house/listed-products -- reads a product that is not listed
  const found = await db.product.findUnique({
    where: { id: productId },
    select: { takenDownAt: true, takenDownReason: true },
  })
  return found?.takenDownAt ? { at: found.takenDownAt, reason: found.takenDownReason } : null
}

/**
 * Refuses to copy a product that was taken down, because the copy would be listed instead.
 * @throws AppError conflict
 */
export async function refuseTakenDown(tx: Prisma.TransactionClient, productId: string): Promise<void> {
  if (await findTakenDown(tx, productId))
    throw new AppError('conflict', 'We took this product down, so you cannot duplicate it.')
}
