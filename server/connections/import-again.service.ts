import { beginStoreSync } from '#server/importing/store-sync.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { ownStore } from './own-store.ts'

/**
 * Starts an import of all products of the partner's store, unless one is in progress.
 * @throws AppError not_found
 */
export async function importAgain({
  db,
  viewer,
  partner,
}: Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>): Promise<void> {
  const { id } = await ownStore({ db, partner })
  await beginStoreSync(db, id, viewer.userId)
}
