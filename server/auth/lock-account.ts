import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/**
 * Locks the account until the transaction ends. Otherwise a sign-in that has checked the old password could still
 * succeed after a new one is set.
 */
export async function lockAccount(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`
}

/**
 * Locks the viewer's account before a change to its sign-in methods, and checks that the session still exists. A new
 * password may have ended the session in the meantime.
 * @throws AppError unauthorized
 */
export async function lockOwnAccount(
  tx: Prisma.TransactionClient,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> {
  await lockAccount(tx, userId)
  const isAlive = (await tx.session.count({ where: { id: sessionId, userId, expiresAt: { gt: new Date() } } })) > 0
  if (!isAlive) throw new AppError('unauthorized', 'Session expired, please sign in again')
}
