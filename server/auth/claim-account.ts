import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { endTokens } from './one-time-tokens.ts'

/**
 * Somebody has just proven that an account's address is theirs. If nobody had before, whoever opened the account may have been somebody else: the password, the
 * providers, the sessions and the mails that they left behind end, so that an account cannot be prepared for its owner to walk into.
 * @returns true when that happened.
 */
export async function claimAccount(tx: Db | Prisma.TransactionClient, userId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { id: userId, emailVerifiedAt: null }, data: { emailVerifiedAt: new Date() } })
  if (count === 0) return false
  await tx.password.deleteMany({ where: { userId } })
  await tx.oAuthAccount.deleteMany({ where: { userId } })
  await tx.session.deleteMany({ where: { userId } })
  await endTokens(tx, userId)
  return true
}
