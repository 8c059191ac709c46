import { ENDED } from '#server/importing/import-files.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { ownStore } from './own-store.ts'

const AGAIN_AFTER_MINUTES = 5

/**
 * Starts an import of all products of the partner's store, unless one is in progress.
 * @throws AppError not_found; conflict if the latest import waits for review; too_many if it began in the last five
 *   minutes and has ended
 */
export async function importAgain({
  db,
  viewer,
  partner,
}: Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>): Promise<void> {
  const { id } = await ownStore({ db, partner })
  const last = await db.productImport.findFirst({
    where: { connectionId: id },
    orderBy: { createdAt: 'desc' },
    select: { status: true, createdAt: true },
  })
  if (last?.status === 'read')
    throw new AppError('conflict', 'An import of your products is waiting for you. Please review it first.')
  const hasEnded = ENDED.some((status) => status === last?.status)
  if (last && hasEnded && Date.now() - last.createdAt.getTime() < AGAIN_AFTER_MINUTES * MINUTE_MS)
    throw new AppError(
      'too_many',
      `The last import started less than ${AGAIN_AFTER_MINUTES} minutes ago. Please try again in a few minutes.`,
    )
  await beginStoreSync(db, id, viewer.userId)
}
