import type { Prisma } from '#prisma/generated/client.ts'
import { LOCKS } from '#server/platform/locks.ts'

/**
 * Locks this partner's sales, ledger and invoices until the transaction ends. One lock for all of them, because a
 * sale's position in the month depends on the others.
 */
export async function lockSales(tx: Prisma.TransactionClient, partnerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.sales}::int, hashtext(${partnerId}::uuid::text))`
}
