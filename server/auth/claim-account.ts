import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { endTokens } from './one-time-tokens.ts'

type Tx = Db | Prisma.TransactionClient

/**
 * Somebody has just proven that an account's address is theirs. If nobody had before, whoever opened the account may have been somebody else: the password, the
 * providers, the sessions, the role and the mails that they left behind end, so that an account cannot be prepared for its owner to walk into.
 * @returns true when that happened.
 */
export async function claimAccount(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { id: userId, emailVerifiedAt: null }, data: { emailVerifiedAt: new Date() } })
  if (count === 0) return false
  await tx.password.deleteMany({ where: { userId } })
  await tx.oAuthAccount.deleteMany({ where: { userId } })
  await tx.session.deleteMany({ where: { userId } })
  await endTokens(tx, userId)
  await dropPendingPartner(tx, userId)
  return true
}

/** What was signed up for and nobody has approved goes, or stays without an owner if anything hangs on it. An admin's yes or no to a partner stands. */
async function dropPendingPartner(tx: Tx, ownerId: string): Promise<void> {
  const pending = { ownerId, verificationStatus: 'pending' } as const
  await tx.partner.deleteMany({ where: { ...pending, products: { none: {} }, feedback: { none: {} }, favouredBy: { none: {} }, media: { none: {} }, content: { none: {} } } })
  await tx.partner.updateMany({ where: pending, data: { ownerId: null } })
  await tx.user.updateMany({ where: { id: ownerId, role: 'partner', partners: { none: {} } }, data: { role: 'customer' } })
}
