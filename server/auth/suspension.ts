import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

/** The reason for the refusal. Sign-in pages check for it. */
export const SUSPENDED = 'suspended'

/**
 * Refuses a suspended account. Call it only after a user has proven that an account is theirs, because only the owner
 * may learn that it is suspended. Call it in a transaction that holds the account's lock, to include concurrent
 * suspensions.
 * @throws AppError forbidden (with the reason 'suspended')
 */
export async function assertNotSuspended(tx: Db | Prisma.TransactionClient, userId: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { suspendedAt: true } })
  if (!user?.suspendedAt) return
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(user.suspendedAt)
  throw new AppError(
    'forbidden',
    `Your account was suspended on ${day}, so you can’t sign in. We emailed you the reason. If you think this is a mistake, contact us through the contact page.`,
    { reason: SUSPENDED },
  )
}
