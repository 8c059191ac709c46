import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { Network } from '#server/platform/fetch-public.ts'
import { fetchPictures } from './fetch-pictures.ts'

/** Imports that have written something, to their end or not. */
const WRITTEN = {
  status: { in: ['applied', 'cancelled', 'failed'] },
  applied: { gt: 0 },
  picturesAt: null,
} satisfies Prisma.ProductImportWhereInput

/**
 * Fetches the pictures of imports that were written, the oldest first. What was cut short goes on the next time; what
 * cannot be fetched waits for the partner's next import.
 */
export async function fetchWaitingPictures(
  db: Db,
  dataDir: string,
  signal: AbortSignal,
  network?: Network,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const next = await db.productImport.findFirst({
      where: WRITTEN,
      orderBy: { appliedAt: 'asc' },
      select: { id: true, partnerId: true },
    })
    if (!next) return
    const since = new Date()
    const { failed, limitReason, unreachable } = await fetchPictures(db, {
      partnerId: next.partnerId,
      dataDir,
      signal,
      ...(network ? { network } : {}),
    })
    const hosts = unreachable.map(({ host }) => host).slice(0, 3)
    await db.productImport.update({
      where: { id: next.id },
      data: limitReason
        ? { message: `We could not download all images. ${limitReason}` }
        : failed
          ? {
              message: `${failed.toLocaleString('en-GB')} pictures could not be fetched${hosts.length ? `, from ${hosts.join(', ')} among others` : ''}. The next import tries again.`,
            }
          : {},
    })
    // Later imports of the partner that were written before have got theirs too.
    await db.productImport.updateMany({
      where: { ...WRITTEN, partnerId: next.partnerId, createdAt: { lt: since } },
      data: { picturesAt: new Date() },
    })
  }
}
