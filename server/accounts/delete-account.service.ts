import type { Prisma } from '#prisma/generated/client.ts'
import { authConfig } from '#server/auth/auth-config.ts'
import { countAttempt, forgiveAttempts } from '#server/auth/attempt-limits.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { revokeKeysOf } from '#server/auth/keys-of-leavers.ts'
import { endTokens } from '#server/auth/one-time-tokens.ts'
import { verifyPassword } from '#server/auth/hash-password.ts'
import { clearSessionCookie } from '#server/auth/session.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { accountClosing } from '#server/mail/templates.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { FORMER_CUSTOMER } from '#server/platform/short-name.ts'
import type { RequestDeletionInput } from './accounts.schema.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

/** A closed account can be restored by signing in for this long. */
const DELETION_DAYS = 14
/** Timeout for deleting an account's data, which scans all clicks and views. */
const PURGE_PATIENCE_MS = 120_000

/**
 * Closes the viewer's account: signs out every device, and deletes it after 14 days unless the owner signs in again.
 * @returns the day of deletion
 * @throws AppError bad_input at the field 'password', or at 'email' if the account has no password; conflict while the
 *   account manages a business, or if it is an administrator's and ADMIN_EMAILS lists its address; too_many after too
 *   many wrong passwords
 */
export async function requestDeletion(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  input: RequestDeletionInput,
): Promise<{ deletedOn: Date }> {
  const { userId, email, fullName } = viewer
  // Otherwise the owner could create a second account with the address. It would become an administrator who counts as
  // independent of those that the first account appointed.
  if (viewer.role === 'admin' && authConfig().adminEmails.includes(email))
    throw new AppError(
      'conflict',
      `${email} is listed in ADMIN_EMAILS, so this account cannot be deleted. Remove it from that setting first.`,
    )
  await assertOwner({ db, visit, viewer }, input)
  const now = new Date()
  const deletedOn = deletionDay(now)
  await db.$transaction(async (tx) => {
    await closeAccount(tx, userId, now)
    await queueMail(tx, { to: email, ...accountClosing({ siteUrl: visit.siteUrl, name: fullName, deletedOn }) })
  })
  clearSessionCookie({ db, visit })
  await writeAudit(db, visit, { actorId: userId, action: 'deletion_requested', subjectId: userId })
  return { deletedOn }
}

/** Returns when an account that was closed at this time is permanently deleted (UTC). */
export const deletionDay = (closedAt: Date): Date => new Date(closedAt.getTime() + DELETION_DAYS * DAY_MS)

/**
 * Closes an account: signs it out everywhere, and lets it be deleted after 14 days. The caller notifies its owner.
 * @throws AppError conflict while it manages a business, or if it is closed already
 */
export async function closeAccount(tx: Prisma.TransactionClient, userId: string, now: Date): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, deletionRequestedAt: null, partners: { none: {} } },
    data: { deletionRequestedAt: now },
  })
  if (!count) throw new AppError('conflict', await deletionObstacle(tx, userId))
  // People who close their account leave the team. If they sign in again, they are customers.
  const { count: left } = await tx.partnerMember.deleteMany({ where: { userId } })
  await tx.saleMailMark.deleteMany({ where: { userId } })
  await tx.salePushMark.deleteMany({ where: { userId } })
  await revokeKeysOf(tx, userId, null)
  if (left) await tx.user.update({ where: { id: userId }, data: { role: 'customer' } })
  await tx.session.deleteMany({ where: { userId } })
  await endTokens(tx, userId)
}

async function assertOwner(
  { db, visit, viewer: { userId, email } }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  input: RequestDeletionInput,
): Promise<void> {
  const password = await db.password.findUnique({ where: { userId }, select: { hash: true } })
  if (!password) {
    if (input.email?.trim().toLowerCase() !== email)
      throw new AppError('bad_input', 'Please type the email address of this account', { field: 'email' })
    return
  }
  if (!input.password) throw new AppError('bad_input', 'Password is required', { field: 'password' })
  await countAttempt('password', visit, userId)
  if (!(await verifyPassword(password.hash, input.password)))
    throw new AppError('bad_input', 'This password is incorrect', { field: 'password' })
  await forgiveAttempts('password', visit, userId)
}

async function deletionObstacle(tx: Prisma.TransactionClient, userId: string): Promise<string> {
  const business = await tx.partner.findFirst({ where: { ownerId: userId }, select: { businessName: true } })
  return business
    ? `This account manages ${business.businessName}. Contact us to transfer or close the store before you delete the account.`
    : 'This account is already closed.'
}

/**
 * Deletes every account that was closed at least 14 days before `now`, including everything that names its owner:
 * emails, support tickets, names, addresses and pictures of reviews, names and addresses of messages to stores, the
 * waitlist entry, invitations of partners. Clicks and views stay as evidence, without the user. Skips accounts whose
 * owner has signed in again.
 * @returns how many were deleted
 */
export async function purgeDeleted(db: Db, now: Date): Promise<number> {
  const due = { deletionRequestedAt: { lte: new Date(now.getTime() - DELETION_DAYS * DAY_MS) }, partners: { none: {} } }
  const users = await db.user.findMany({
    where: due,
    select: { id: true, email: true, emailVerifiedAt: true, createdAt: true },
  })
  let purged = 0
  for (const user of users) {
    try {
      if (await purge(db, user, due)) purged += 1
    } catch (error) {
      if (isDatabaseAway(error) && !isTransactionOver(error)) throw error
      // Continue with the other accounts. This one is retried the next night.
      log.error({ err: error, userId: user.id }, 'account not purged')
    }
  }
  return purged
}

async function purge(
  db: Db,
  {
    id,
    email,
    emailVerifiedAt,
    createdAt,
  }: { id: string; email: string; emailVerifiedAt: Date | null; createdAt: Date },
  due: object,
): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      const tickets = await tx.supportTicket.findMany({
        where: { userId: id },
        select: { id: true, reference: true, email: true },
      })
      const written = await findWritten(tx, id)
      // Deletes the user first, and only if it is still due. A simultaneous sign-in either waits for this row and finds
      // it gone, or keeps the account.
      const { count } = await tx.user.deleteMany({ where: { id, ...due } })
      if (!count) return false
      await tx.outboundClick.updateMany({ where: { userId: id }, data: { userId: null } })
      await tx.productView.updateMany({ where: { userId: id }, data: { userId: null } })
      await forgetWriter(tx, written)
      await tx.oneTimeToken.deleteMany({ where: { email } })
      // An unproven address, and older emails to it, may belong to another person.
      if (emailVerifiedAt) await tx.waitlistEntry.deleteMany({ where: { email } })
      if (emailVerifiedAt) await tx.invitation.deleteMany({ where: { email } })
      if (emailVerifiedAt) await tx.teamInvitation.deleteMany({ where: { email } })
      // These emails were written before there was an account.
      if (emailVerifiedAt)
        await tx.mail.deleteMany({
          where: { toAddress: email, kind: { in: ['partner_invitation', 'confirm_joining', 'colleague_invitation'] } },
        })
      await tx.supportTicket.deleteMany({
        where: {
          OR: [
            { id: { in: tickets.map((ticket) => ticket.id) } },
            ...(emailVerifiedAt ? [{ userId: null, email }] : []),
          ],
        },
      })
      await tx.ticketReply.updateMany({ where: { authorId: id }, data: { authorId: null } })
      // Answers to tickets may have gone to an earlier address of the user.
      if (tickets.length)
        await tx.mail.deleteMany({
          where: { OR: tickets.map((ticket) => ({ toAddress: ticket.email, text: { contains: ticket.reference } })) },
        })
      // Notices to an earlier address mention the later one.
      await tx.$executeRaw`
      DELETE FROM mails WHERE created_at >= ${createdAt}::timestamptz AND (to_address = ${email} OR (kind IN ('email_changed', 'email_change_notice') AND position(${email} IN text) > 0))`
      return true
    },
    { timeout: PURGE_PATIENCE_MS, maxWait: 10_000 },
  )
}

interface Written {
  reviewIds: string[]
  votedIds: string[]
  feedbackIds: string[]
}

/** Finds the rows that a user wrote. Call it before the user is deleted, because afterwards their author is unknown. */
async function findWritten(tx: Prisma.TransactionClient, userId: string): Promise<Written> {
  const where = { userId }
  const reviews = await tx.productReview.findMany({ where, select: { id: true } })
  const votes = await tx.reviewVote.findMany({ where, select: { reviewId: true } })
  const feedback = await tx.partnerFeedback.findMany({ where, select: { id: true } })
  return {
    reviewIds: reviews.map(({ id }) => id),
    votedIds: votes.map(({ reviewId }) => reviewId),
    feedbackIds: feedback.map(({ id }) => id),
  }
}

/**
 * Removes the writer's name and their pictures, which may show people, from reviews and feedback. Votes were deleted
 * with the user.
 */
async function forgetWriter(tx: Prisma.TransactionClient, { reviewIds, votedIds, feedbackIds }: Written) {
  const nobody = { userId: null, customerName: FORMER_CUSTOMER, customerEmail: '' }
  await tx.productReview.updateMany({ where: { id: { in: reviewIds } }, data: nobody })
  await tx.reviewPicture.deleteMany({ where: { reviewId: { in: reviewIds } } })
  await tx.partnerFeedback.updateMany({ where: { id: { in: feedbackIds } }, data: { ...nobody, orderId: null } })
  await tx.productReview.updateMany({ where: { id: { in: votedIds } }, data: { helpfulVotes: { decrement: 1 } } })
}
