import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** The channel for ids of partners with pending imports. */
export const IMPORT_CHANNEL = 'imports'

/** Wakes the import queue; in a transaction, at its commit. */
export async function wakeImports(db: Db | Prisma.TransactionClient, partnerId: string): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${IMPORT_CHANNEL}, ${partnerId}::text)`
}
