import type { Db } from '#server/platform/db.ts'

/** Beyond so many it only matters that there are many. */
const MOST_COUNTED = 10_000

/** What a list by a look has to say while pictures are still being read: 'About 340 pictures ...'; null once all are. */
export async function sayUnread(db: Db): Promise<string | null> {
  const [row] = await db.$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM media_files WHERE appearance IS NULL LIMIT ${MOST_COUNTED + 1}) unread`
  const count = row?.count ?? 0
  if (!count) return null
  const pictures =
    count > MOST_COUNTED
      ? 'More than 10,000 pictures have'
      : count === 1
        ? 'One picture has'
        : `${count.toLocaleString('en')} pictures have`
  return `${pictures} not been analysed yet. Their products will join this list within a few minutes.`
}
