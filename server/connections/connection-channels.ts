import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** What waits for the worker: the id of a connection that has events. */
export const EVENTS_CHANNEL = 'store_events'
/** A store that calls itself otherwise than we know it: '{connectionId} {shop}'. */
export const IDENTITY_CHANNEL = 'store_identity'
/** A comparison that was begun: the id of the connection. */
export const RECONCILE_CHANNEL = 'store_reconcile'

/** Tells every process that does the work, once the transaction is committed. */
export async function announce(
  db: Pick<Db | Prisma.TransactionClient, '$executeRaw'>,
  channel: typeof EVENTS_CHANNEL | typeof IDENTITY_CHANNEL | typeof RECONCILE_CHANNEL,
  text: string,
): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${channel}, ${text})`
}

/** A piece of work is all that waits of one store. */
export interface StorePiece {
  connectionId: string
}
