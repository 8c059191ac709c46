import type { Prisma } from '#prisma/generated/client.ts'

/**
 * Nobody else signs in to the account, or changes what opens it, until the transaction ends: a sign-in that checked the old
 * password while a new one was set would outlive it.
 */
export async function lockAccount(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`
}
