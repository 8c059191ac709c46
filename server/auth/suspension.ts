import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

/** Of the refusal: pages that speak of a sign-in tell it from others by it. */
export const SUSPENDED = 'suspended'

/**
 * Call once somebody has proven that an account is theirs, and not before: nobody else learns that it is suspended.
 * Inside a transaction that holds the account's lock, nobody who is being suspended slips through.
 * @throws AppError forbidden (its reason is 'suspended')
 */
export async function assertNotSuspended(tx: Db | Prisma.TransactionClient, userId: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { suspendedAt: true } })
  if (!user?.suspendedAt) return
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(user.suspendedAt)
  throw new AppError(
    'forbidden',
    `Your account was suspended on ${day}, and nobody can sign in to it. The reason is in the mail that we sent you then. If you think that this is a mistake, write to us by the contact page.`,
    { reason: SUSPENDED },
  )
}
