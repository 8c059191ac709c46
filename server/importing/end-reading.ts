import type { Prisma, ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { countNamed, countNamedByStores, forgetUnnamed, noteNamed } from './find-gone.ts'
import { sayLeftOut } from './keep-findings.ts'

/** With fewer products, shares are not meaningful. */
const FEW = 4

/** The results of a dry run. */
export type Found = Pick<
  ProductImport,
  'created' | 'changed' | 'unchanged' | 'goneCount' | 'refused' | 'warnings' | 'overLimit'
> & {
  total: number
  /** The quota that leaves products out, and what to do. */
  limitReason: string | null
  /** The handles that the file contains. */
  named: ReadonlySet<string>
}

interface Verdict {
  given: Prisma.ProductImportUpdateManyMutationInput
  feed: Prisma.ProductFeedUpdateManyMutationInput
  isSame: boolean
}

/**
 * Ends a dry run. Writes its results and the decision in one step, so that neither exists without the other. Changes
 * nothing if another process or the partner changed the import in the meantime.
 */
export async function endReading(
  db: Db,
  given: ProductImport,
  { named, limitReason, ...counts }: Found,
): Promise<void> {
  const { id, partnerId, feedId } = given
  const verdict = await judge(db, given, counts)
  const leftOut = counts.overLimit > 0 ? { message: sayLeftOut(counts.overLimit, limitReason) } : {}
  if (feedId !== null && verdict.isSame) {
    await noteNamed(db, { partnerId, feedId }, [...named])
    await forgetUnnamed(db, feedId, named)
  }
  const readAt = new Date()
  await db.$transaction(async (tx) => {
    const { count } = await tx.productImport.updateMany({
      // If the feed was removed in the meantime, the file is read again as one that needs the partner's approval.
      where: { id, status: 'reading', feedId },
      data: { status: 'read', ...counts, done: counts.total, readAt, ...leftOut, ...verdict.given },
    })
    if (count && feedId !== null)
      await tx.productFeed.updateMany({ where: { id: feedId }, data: { lastReadAt: readAt, ...verdict.feed } })
  })
}

/**
 * Decides what follows the automatic dry run of a feed or a store: write it, unless it would archive or refuse more
 * than half of the products. In that case, the import waits for the partner.
 */
async function judge(
  db: Db,
  { partnerId, isAutomatic, source, feedId, gone }: ProductImport,
  { created, changed, refused, overLimit, goneCount, total }: Omit<Found, 'named' | 'limitReason'>,
): Promise<Verdict> {
  const isStore = source === 'store'
  if ((feedId === null && !isStore) || !isAutomatic) return { given: {}, feed: {}, isSame: false }
  const inFile = total + refused
  const imported = isStore ? await countNamedByStores(db, partnerId) : await countNamed(db, feedId ?? '')
  const doubt =
    refused > inFile / 2
      ? `We could not read ${refused} of its ${inFile} products, which is more than half.`
      : gone === 'archive' && imported >= FEW && goneCount > imported / 2
        ? `More than half of the products we imported before are missing: ${goneCount} of ${imported} would be archived.`
        : null
  if (doubt !== null) {
    const message = `${doubt} Nothing was changed. Review the import, then start or discard it.`
    // The partner decides again what happens to missing products, if any.
    return {
      given: { message, ...(goneCount > 0 && { gone: 'keep' as const }) },
      feed: { isActive: false, nextReadAt: null, message },
      isSame: false,
    }
  }
  const feed = { failures: 0, message: null }
  // A store's import must always run: it also links the store's products to ours.
  const isSame = !isStore && overLimit + created + changed + (gone === 'archive' ? goneCount : 0) === 0
  const now = new Date()
  return isSame
    ? { given: { status: 'applied', appliedAt: now, message: 'No changes found.' }, feed, isSame }
    : { given: { status: 'applying', actId: newId(), done: 0 }, feed, isSame }
}
