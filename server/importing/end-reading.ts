import type { Prisma, ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { countNamed, countNamedByStore, forgetUnnamed, noteNamed } from './find-gone.ts'
import { sayLeftOut } from './keep-findings.ts'

/** Products below which shares say nothing. */
const FEW = 4

/** What a dry run has found. */
export type Found = Pick<
  ProductImport,
  'created' | 'changed' | 'unchanged' | 'goneCount' | 'refused' | 'warnings' | 'overLimit'
> & {
  total: number
  /** Which quota leaves products out, and what to do. */
  limitReason: string | null
  /** Handles. */
  named: ReadonlySet<string>
}

/** Of a store's import the connection; null otherwise. */
type Reading = ProductImport & { connectionId: string | null }

interface Verdict {
  given: Prisma.ProductImportUpdateManyMutationInput
  feed: Prisma.ProductFeedUpdateManyMutationInput
  isSame: boolean
}

/**
 * Ends a dry run. What it found and what follows are written in one step, so that none is left unjudged; nothing is
 * written over what another process or its partner made of the import meanwhile.
 */
export async function endReading(db: Db, given: Reading, { named, limitReason, ...counts }: Found): Promise<void> {
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
      // Whose feed was removed meanwhile is read once more, as a file that nobody writes by itself.
      where: { id, status: 'reading', feedId },
      data: { status: 'read', ...counts, done: counts.total, readAt, ...leftOut, ...verdict.given },
    })
    if (count && feedId !== null)
      await tx.productFeed.updateMany({ where: { id: feedId }, data: { lastReadAt: readAt, ...verdict.feed } })
  })
}

/**
 * What follows the dry run of a feed or a store that is read by itself: it is written, unless it would archive or refuse
 * more than half. Then it waits for the partner.
 */
async function judge(
  db: Db,
  { isAutomatic, feedId, connectionId, gone }: Reading,
  { created, changed, refused, overLimit, goneCount, total }: Omit<Found, 'named' | 'limitReason'>,
): Promise<Verdict> {
  if ((feedId === null && connectionId === null) || !isAutomatic) return { given: {}, feed: {}, isSame: false }
  const inFile = total + refused
  const own = connectionId !== null ? await countNamedByStore(db, connectionId) : await countNamed(db, feedId ?? '')
  const doubt =
    refused > inFile / 2
      ? `More than half of its products cannot be read: ${refused} of ${inFile}.`
      : gone === 'archive' && own >= FEW && goneCount > own / 2
        ? `It no longer names more than half of the products that it has brought: ${goneCount} of ${own} would be archived.`
        : null
  if (doubt !== null) {
    const message = `${doubt} Nothing was changed. Look at what was read and import it yourself, or stop it.`
    return { given: { message }, feed: { isActive: false, nextReadAt: null, message }, isSame: false }
  }
  const feed = { failures: 0, message: null }
  // Of a store it is also noted which of its products is which of ours, so that it is gone through in any case.
  const isSame = connectionId === null && overLimit + created + changed + (gone === 'archive' ? goneCount : 0) === 0
  const now = new Date()
  return isSame
    ? { given: { status: 'applied', appliedAt: now, message: 'Nothing was new.' }, feed, isSame }
    : { given: { status: 'applying', actId: newId(), done: 0 }, feed, isSame }
}
