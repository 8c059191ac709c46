import { openStorage } from '#server/media/storage.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { ENDED, removeImportFile } from './import-files.ts'

const FILE_DAYS = 7
const OPEN_DAYS = 30
/** Records of imports are deleted after this many days. */
export const LIST_DAYS = 180

/**
 * Deletes data that is no longer needed: files a week after their import ended, or at once if it was discarded. Imports
 * that were not accepted are deleted after a month, and import records after half a year. Uploads whose process has
 * died are deleted, too.
 */
export async function forgetImports(db: Db, dataDir: string, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db.productImport.updateMany({
    where: { status: { in: ['unmapped', 'read'] }, createdAt: { lt: before(OPEN_DAYS) } },
    data: { status: 'cancelled', message: 'It was not imported within a month.' },
  })
  await db.productImport.deleteMany({ where: { status: 'receiving', createdAt: { lt: before(1) } } })
  await db.productImport.deleteMany({
    where: { status: { in: [...ENDED] }, createdAt: { lt: before(LIST_DAYS) } },
  })
  const ids: string[] = []
  for await (const { key } of openStorage(dataDir).list('imports'))
    ids.push(...(/^imports\/([0-9a-f-]{36})\.csv$/.exec(key)?.slice(1) ?? []))
  const needed = await db.productImport.findMany({
    where: {
      id: { in: ids },
      OR: [{ status: { notIn: [...ENDED] } }, { status: { not: 'cancelled' }, createdAt: { gte: before(FILE_DAYS) } }],
    },
    select: { id: true },
  })
  const stays = new Set(needed.map(({ id }) => id))
  for (const id of ids) if (!stays.has(id)) await removeImportFile(db, dataDir, id)
}
