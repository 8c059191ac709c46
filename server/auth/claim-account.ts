import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { endTokens } from './one-time-tokens.ts'
import { assertNotSuspended } from './suspension.ts'

type Tx = Db | Prisma.TransactionClient

/**
 * Call when a user has just proven that they own an account's address. If it was unproven before, a stranger may have
 * created the account and could share access with its later owner. Its password, providers, sessions, role and emailed
 * links are therefore removed.
 * @returns whether that happened
 * @throws AppError forbidden as in `assertNotSuspended`; the account then stays unchanged
 */
export async function claimAccount(tx: Tx, userId: string): Promise<boolean> {
  await assertNotSuspended(tx, userId)
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  })
  if (count === 0) return false
  await tx.password.deleteMany({ where: { userId } })
  await tx.oAuthAccount.deleteMany({ where: { userId } })
  await tx.session.deleteMany({ where: { userId } })
  await endTokens(tx, userId)
  await dropPendingPartner(tx, userId)
  return true
}

/**
 * Deletes an unapproved partner, or leaves it without an owner if other rows refer to it. A partner that an
 * administrator has approved or suspended stays.
 */
async function dropPendingPartner(tx: Tx, ownerId: string): Promise<void> {
  const pending = { ownerId, verificationStatus: 'pending' } as const
  await tx.partner.deleteMany({
    where: {
      ...pending,
      products: { none: {} },
      feedback: { none: {} },
      favouredBy: { none: {} },
      media: { none: {} },
      content: { none: {} },
      // Accepted agreements and invitations must stay on record.
      agreements: { none: {} },
      invitations: { none: {} },
      // The database refuses to delete sales and invoices, and a connected store keeps reporting until it is
      // disconnected.
      conversions: { none: {} },
      invoices: { none: {} },
      shopifyConnections: { none: {} },
      // An administrator may be reviewing one of these files.
      conversionFiles: { none: {} },
    },
  })
  // Otherwise the stranger could keep reporting sales with these keys after someone else has taken over the partner.
  await tx.storeKey.updateMany({
    where: { partner: pending, revokedAt: null },
    data: { revokedAt: new Date(), sealed: null, keyId: null },
  })
  await tx.outgoingWebhook.deleteMany({ where: { partner: pending } })
  await tx.partner.updateMany({ where: pending, data: { ownerId: null } })
  // Joining a team requires a proven address, so this account should have no membership. If it has one, the stranger
  // got it.
  await tx.partnerMember.deleteMany({ where: { userId: ownerId } })
  await tx.user.updateMany({
    where: { id: ownerId, role: 'partner', partners: { none: {} } },
    data: { role: 'customer' },
  })
}
