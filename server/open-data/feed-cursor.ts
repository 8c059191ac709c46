import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** How long a cursor is good for. Changes are kept for longer (search/upkeep.ts), by as much as a transaction may take. */
export const CURSOR_HOURS = 36

/** A moment in the history of the catalogue: whatever was over before the transaction `xid` is known to who has it. */
export interface FeedCursor {
  /** Of the database whose history it is: a restored one has another. */
  database: string
  xid: string
  /** Seconds since 1970, by the database's clock. */
  at: number
}

const CURSOR = /^([0-9a-f]{1,32})-([0-9]{1,19})-([0-9]{1,12})$/

/** Null if it is none of ours. */
export function readCursor(text: string): FeedCursor | null {
  const [, database, xid, at] = CURSOR.exec(text) ?? []
  return database === undefined || xid === undefined || at === undefined ? null : { database, xid, at: Number(at) }
}

export const writeCursor = ({ database, xid, at }: FeedCursor): string => `${database}-${xid}-${at}`

/** A FeedCursor's columns: of the moment at which the statement began. */
export const THIS_MOMENT = Prisma.sql`
  (SELECT to_hex(system_identifier) FROM pg_control_system()) || (SELECT to_hex(oid::int8) FROM pg_database WHERE datname = current_database()) AS database,
  pg_snapshot_xmin(pg_current_snapshot())::text AS xid, extract(epoch FROM now())::int8::text::float8 AS at`

/**
 * Now. Whoever reads everything after this has asked, and then what has changed since, has missed nothing: a transaction that is under way now,
 * and commits after a page was read, is not before `xid`.
 */
export async function currentCursor(db: Db): Promise<FeedCursor> {
  const [now] = await db.$queryRaw<FeedCursor[]>`SELECT ${THIS_MOMENT}`
  if (!now) throw new Error('The database does not say what time it is.')
  return now
}
