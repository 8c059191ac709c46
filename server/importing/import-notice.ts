import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** The channel that is notified with the id of a partner whose imports have something to do. */
export const IMPORT_CHANNEL = 'imports'

/** Wakes who does the imports' work. Within a transaction: once it commits. */
export async function wakeImports(db: Db | Prisma.TransactionClient, partnerId: string): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${IMPORT_CHANNEL}, ${partnerId}::text)`
}
