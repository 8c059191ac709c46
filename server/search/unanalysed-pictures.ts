import type { Db } from '#server/platform/db.ts'

/** Above this number, the exact count does not matter. */
const MAX_COUNTED = 10_000

/**
 * Returns a note for lists by look while pictures are still being analysed: 'About 340 pictures ...'; null once all are
 * done.
 */
export async function describeUnanalysed(db: Db): Promise<string | null> {
  const [row] = await db.$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM media_files WHERE appearance IS NULL LIMIT ${MAX_COUNTED + 1}) pending`
  const count = row?.count ?? 0
  if (!count) return null
  const pictures =
    count > MAX_COUNTED
      ? 'More than 10,000 pictures have'
      : count === 1
        ? 'One picture has'
        : `${count.toLocaleString('en')} pictures have`
  return `${pictures} not been analysed yet. Their products will join this list within a few minutes.`
}
