import { fillAppearances } from '#server/media/fill-appearances.ts'
import type { Db } from '#server/platform/db.ts'
import { describeShown } from './describe-products.ts'

/** Longer than an index may be disconnected without a full reload. */
const CHANGES_KEPT = '2 days'

/** Analyses the looks of new pictures and updates their products. Stops early when `signal` is aborted. */
export async function analysePictures(db: Db, dataDir: string, signal: AbortSignal): Promise<void> {
  await fillAppearances(db, dataDir, signal, describeShown)
}

/** Deletes product changes that every index has read. @returns the number of deleted rows */
export function forgetChanges(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM product_changes WHERE changed_at < now() - ${CHANGES_KEPT}::interval`
}
