import type { Prisma } from '#prisma/generated/client.ts'
import { LOCKS } from '#server/platform/locks.ts'

/**
 * Until the transaction ends, nobody else changes this partner's sales, ledger or invoices. One lock for all of them: a sale's place
 * in the month depends on the others.
 */
export async function lockSales(tx: Prisma.TransactionClient, partnerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.sales}::int, hashtext(${partnerId}::uuid::text))`
}
