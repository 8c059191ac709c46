import { fillAppearances } from '#server/media/fill-appearances.ts'
import type { Db } from '#server/platform/db.ts'
import { describeShown } from './describe-products.ts'

/** Longer than any index may be away without reading everything anew. */
const CHANGES_KEPT = '2 days'

/** Reads how pictures look that came since, and tells their products. Ends early when `signal` is aborted. */
export async function readPictures(db: Db, dataDir: string, signal: AbortSignal): Promise<void> {
  await fillAppearances(db, dataDir, signal, describeShown)
}

/** Forgets the changes of products that every index has read. @returns how many */
export function forgetChanges(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM product_changes WHERE changed_at < now() - ${CHANGES_KEPT}::interval`
}
