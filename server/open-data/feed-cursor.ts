import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/**
 * How long a cursor is valid. Changes are kept longer than this, by the maximum duration of a transaction
 * (search/upkeep.ts).
 */
export const CURSOR_HOURS = 36

/**
 * A position in the catalogue's history. Its holder knows all changes that were committed before the transaction `xid`.
 */
export interface FeedCursor {
  /** The id of the database. A restored database has a different one. */
  database: string
  xid: string
  /** Seconds since 1970, by the database's clock. */
  at: number
}

const CURSOR = /^([0-9a-f]{1,32})-([0-9]{1,19})-([0-9]{1,12})$/

/** Parses a cursor; null if it is invalid. */
export function parseCursor(text: string): FeedCursor | null {
  const [, database, xid, at] = CURSOR.exec(text) ?? []
  return database === undefined || xid === undefined || at === undefined ? null : { database, xid, at: Number(at) }
}

export const writeCursor = ({ database, xid, at }: FeedCursor): string => `${database}-${xid}-${at}`

/** A FeedCursor's columns, for the start of the statement. */
export const THIS_MOMENT = Prisma.sql`
  (SELECT to_hex(system_identifier) FROM pg_control_system()) || (SELECT to_hex(oid::int8) FROM pg_database WHERE datname = current_database()) AS database,
  pg_snapshot_xmin(pg_current_snapshot())::text AS xid, extract(epoch FROM now())::int8::text::float8 AS at`

/**
 * Returns the current cursor. Reading everything after this call, and then the changes since the cursor, misses
 * nothing. A transaction that is open now and commits after a page was read is not before `xid`.
 */
export async function currentCursor(db: Db): Promise<FeedCursor> {
  const [now] = await db.$queryRaw<FeedCursor[]>`SELECT ${THIS_MOMENT}`
  if (!now) throw new Error('The database does not say what time it is.')
  return now
}
