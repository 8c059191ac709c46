import type { Prisma } from '#prisma/generated/client.ts'
import { areDemoAccountsOn } from '#server/auth/demo-accounts.ts'
import { lockAccount, lockOwnAccount } from '#server/auth/lock-account.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCKS } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { accountStateOf, type AccountState } from './people-values.schema.ts'

const SAID: Record<AccountState, string> = {
  open: 'is active again',
  suspended: 'is now suspended',
  closing: 'is now being closed',
}

/**
 * Locks an account for an administrator's action. Call it first in the transaction. Such actions run one after another.
 * If two administrators remove each other, the second one is refused as no longer an administrator.
 * @returns the account in its current state
 * @throws AppError not_found; forbidden for your own account, and if you are no longer an administrator; unauthorized
 * if the administrator's session has ended; conflict if the account's state has changed since the page was opened
 */
export async function lockPerson(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { userId, from }: { userId: string; from?: AccountState },
) {
  if (userId === viewer.userId)
    throw new AppError('forbidden', 'This is your own account. Use your settings, or ask another administrator.')
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.people}::bigint)`
  await lockOwnAccount(tx, viewer)
  if (!(await tx.user.count({ where: { id: viewer.userId, role: 'admin', suspendedAt: null } })))
    throw new AppError('forbidden', 'You no longer have admin access.')
  await lockAccount(tx, userId)
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      emailVerifiedAt: true,
      role: true,
      isDemo: true,
      suspendedAt: true,
      suspensionReason: true,
      deletionRequestedAt: true,
      profile: { select: { fullName: true } },
      partners: { select: { businessName: true }, orderBy: { createdAt: 'asc' }, take: 1 },
    },
  })
  if (!user) throw new AppError('not_found', 'Account not found.')
  const { profile, partners, ...rest } = user
  const state = accountStateOf(user)
  if (from !== undefined && state !== from)
    throw new AppError('conflict', `${user.email} ${SAID[state]}. Nothing was changed.`)
  return { ...rest, state, name: profile?.fullName ?? '', store: partners[0]?.businessName ?? null }
}

/**
 * Refuses to remove the last administrator. Call it before an administrator stops being one.
 * @throws AppError conflict if nobody else could run the shop
 */
export async function assertNotLastAdmin(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const others = await tx.user.count({
    where: {
      id: { not: userId },
      role: 'admin',
      suspendedAt: null,
      deletionRequestedAt: null,
      ...(!areDemoAccountsOn() && { isDemo: false }),
    },
  })
  if (others === 0) throw new AppError('conflict', 'This is the last administrator. Nothing was changed.')
}
