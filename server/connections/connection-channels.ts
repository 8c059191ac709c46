import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** Notifies the worker of new events, with the connection's id. */
export const EVENTS_CHANNEL = 'store_events'
/** Notifies that a store uses a name that we do not know: '{connectionId} {shop}'. */
export const IDENTITY_CHANNEL = 'store_identity'
/** Notifies that a comparison was requested, with the connection's id. */
export const RECONCILE_CHANNEL = 'store_reconcile'

/** Notifies all workers once the transaction is committed. */
export async function announce(
  db: Pick<Db | Prisma.TransactionClient, '$executeRaw'>,
  channel: typeof EVENTS_CHANNEL | typeof IDENTITY_CHANNEL | typeof RECONCILE_CHANNEL,
  text: string,
): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${channel}, ${text})`
}

/** A job: all pending work of one store. */
export interface StorePiece {
  connectionId: string
}
