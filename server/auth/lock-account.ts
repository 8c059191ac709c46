import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from './viewer.ts'

/**
 * Nobody else signs in to the account, or changes what opens it, until the transaction ends: a sign-in that checked the old
 * password while a new one was set would outlive it.
 */
export async function lockAccount(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`
}

/**
 * For whatever the viewer changes about the ways into his account: as above, and his session must still be there. It was read long before, and whoever
 * has set a new password meanwhile has ended it.
 * @throws AppError unauthorized
 */
export async function lockOwnAccount(tx: Prisma.TransactionClient, { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>): Promise<void> {
  await lockAccount(tx, userId)
  const isAlive = (await tx.session.count({ where: { id: sessionId, userId, expiresAt: { gt: new Date() } } })) > 0
  if (!isAlive) throw new AppError('unauthorized', 'Session expired, please sign in again')
}
