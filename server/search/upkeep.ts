import { fillPalettes } from '#server/media/fill-palettes.ts'
import type { Db } from '#server/platform/db.ts'
import { describeColourless } from './describe-products.ts'

/** Longer than any index may be away without reading everything anew. */
const CHANGES_KEPT = '2 days'

/** Reads the colours of pictures that came since, for products that do not say theirs. Ends early when `signal` is aborted. */
export async function readPictureColours(db: Db, dataDir: string, signal: AbortSignal): Promise<void> {
  if (await fillPalettes(db, dataDir, signal)) await describeColourless(db)
}

/** Forgets the changes of products that every index has read. @returns how many */
export function forgetChanges(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM product_changes WHERE changed_at < now() - ${CHANGES_KEPT}::interval`
}
