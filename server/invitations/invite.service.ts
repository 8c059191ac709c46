import { Prisma } from '#prisma/generated/client.ts'
import { queueMail, withdrawMail } from '#server/mail/mail.service.ts'
import { partnerInvitation } from '#server/mail/partner-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import { hashInvitation, invitationPath, tokenOf } from './invitation-link.ts'
import { openWhere, statusesBefore } from './invitation-status.ts'
import { VALID_DAYS } from './invitation-values.schema.ts'
import type { InviteInput } from './invitations.schema.ts'

type InviteAsk = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/** Why an address cannot be invited. */
export type Obstacle = 'partner' | 'invited' | 'admin'

const OBSTACLES: Record<Obstacle, string> = {
  partner: 'This email address already belongs to a partner.',
  invited: 'This email address already has an open invitation. Resend or revoke it first.',
  admin: 'This email address belongs to an administrator, who cannot also be a partner.',
}

/** Returns when an invitation that is sent now ends. */
export const validUntil = (now = new Date()): Date => new Date(now.getTime() + VALID_DAYS * 24 * 3600_000)

/**
 * Invites a brand. Writes the invitation and its email together; a job sends the email. If sending fails, the
 * invitation stays valid, and the list shows the failure.
 * @returns the invitation's id, its address, and the path of its link
 * @throws AppError conflict at 'email'
 */
export async function invite(
  ask: InviteAsk,
  input: InviteInput,
): Promise<{ invitationId: string; email: string; link: string }> {
  const obstacle = await findObstacle(ask.db, input.email)
  if (obstacle) throw new AppError('conflict', OBSTACLES[obstacle], { field: 'email' })
  const created = await createInvitation(ask, input)
  // Another administrator has invited the address at the same moment.
  if (!created) throw new AppError('conflict', OBSTACLES.invited, { field: 'email' })
  return { ...created, email: input.email }
}

/** Returns null if the address can be invited. Marks expired invitations, so that they do not block it. */
export async function findObstacle(db: Db, email: string): Promise<Obstacle | null> {
  await expireInvitations(db, { email })
  return findInvitationObstacle(db, email)
}

async function findInvitationObstacle(db: Db | Prisma.TransactionClient, email: string): Promise<Obstacle | null> {
  const user = await db.user.findUnique({ where: { email }, select: { role: true } })
  if (user?.role === 'admin') return 'admin'
  // A partner's account without a business may join again.
  const partner = await db.partner.findFirst({
    where: {
      OR: [
        { email: { equals: escapeLike(email), mode: 'insensitive' }, ownerId: { not: null } },
        { owner: { email } },
        { members: { some: { user: { email } } } },
      ],
    },
    select: { id: true },
  })
  if (partner) return 'partner'
  return (await db.invitation.count({ where: { email, ...openWhere() } })) > 0 ? 'invited' : null
}

/** @returns null if the address has received an open invitation in the meantime */
export async function createInvitation(
  { db, visit, viewer }: InviteAsk,
  input: InviteInput,
): Promise<{ invitationId: string; link: string } | null> {
  const id = newId()
  const token = await tokenOf(db, { id, round: 1 })
  const link = invitationPath(token, input.email)
  const expiresAt = validUntil()
  try {
    await db.$transaction(async (tx) => {
      await tx.invitation.create({
        data: { id, ...input, tokenHash: hashInvitation(token), expiresAt, invitedById: viewer.userId },
      })
      await mailLink(tx, visit.siteUrl, { id, ...input }, link, expiresAt)
      await writeAudit(db, visit, note(viewer.userId, 'partner_invited', id), tx)
    })
  } catch (error) {
    if (isInvitedNow(error)) return null
    throw error
  }
  return { invitationId: id, link }
}

/**
 * Emails an invitation again, valid for another 7 days, and replaces an unsent email. Keeps a valid link, because the
 * brand may be using it, and replaces an expired one.
 * @throws AppError not_found; conflict if it was accepted or revoked, or if its address can no longer be invited
 */
export async function resendInvitation(
  { db, visit, viewer }: InviteAsk,
  { invitationId }: { invitationId: string },
): Promise<{ email: string; link: string }> {
  await expireInvitations(db, { id: invitationId })
  const sending = db.$transaction(async (tx) => {
    const invitation = await lockInvitation(tx, invitationId)
    const { email, status } = invitation
    if (status === 'accepted') throw new AppError('conflict', `${email} has already accepted this invitation.`)
    if (status === 'revoked') throw new AppError('conflict', 'This invitation was revoked. Send a new invitation.')
    const isExpired = status === 'expired'
    const obstacle = await findInvitationObstacle(tx, email)
    // An open invitation does not conflict with itself.
    if (obstacle && (isExpired || obstacle !== 'invited')) throw new AppError('conflict', OBSTACLES[obstacle])
    const round = invitation.round + (isExpired ? 1 : 0)
    const token = await tokenOf(db, { id: invitationId, round })
    const [link, expiresAt] = [invitationPath(token, email), validUntil()]
    await tx.invitation.update({
      where: { id: invitationId },
      data: {
        ...(isExpired && { status: 'sent', openedAt: null, endedAt: null }),
        round,
        tokenHash: hashInvitation(token),
        expiresAt,
        sentAt: new Date(),
      },
    })
    await withdrawMail(tx, invitation.mailId)
    await mailLink(tx, visit.siteUrl, invitation, link, expiresAt)
    await writeAudit(db, visit, note(viewer.userId, 'partner_invited_again', invitationId), tx)
    return { email, link }
  })
  return sending.catch((error: unknown) => {
    throw isInvitedNow(error) ? new AppError('conflict', OBSTACLES.invited, { cause: error }) : error
  })
}

/**
 * Revokes an invitation that nobody has accepted: invalidates its link and withdraws its unsent email. Repeating it
 * changes nothing.
 * @throws AppError not_found; conflict if it was accepted
 */
export async function revokeInvitation(
  { db, visit, viewer }: InviteAsk,
  { invitationId }: { invitationId: string },
): Promise<{ email: string }> {
  return db.$transaction(async (tx) => {
    const { email, status, mailId } = await lockInvitation(tx, invitationId)
    if (status === 'accepted') throw new AppError('conflict', `${email} has already accepted this invitation.`)
    const { count } = await tx.invitation.updateMany({
      where: { id: invitationId, status: { in: statusesBefore('revoked') } },
      data: { status: 'revoked', endedAt: new Date() },
    })
    await withdrawMail(tx, mailId)
    if (count) await writeAudit(db, visit, note(viewer.userId, 'invitation_revoked', invitationId), tx)
    return { email }
  })
}

/**
 * Marks invitations older than 7 days as expired.
 * @returns their number
 */
export async function expireInvitations(db: Db, only: { email?: string; id?: string } = {}): Promise<number> {
  const now = new Date()
  // Only these two statuses expire. An expired invitation may be sent again, and then expire again.
  const { count } = await db.invitation.updateMany({
    where: { ...only, status: { in: statusesBefore('expired') }, expiresAt: { lte: now } },
    data: { status: 'expired', endedAt: now },
  })
  return count
}

/** Whether another open invitation to the address was written at the same moment. */
const isInvitedNow = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

async function lockInvitation(tx: Prisma.TransactionClient, id: string) {
  await tx.$queryRaw`SELECT 1 FROM partner_invitations WHERE id = ${id}::uuid FOR UPDATE`
  const invitation = await tx.invitation.findUnique({ where: { id } })
  if (!invitation) throw new AppError('not_found', 'Invitation not found.')
  return invitation
}

async function mailLink(
  tx: Prisma.TransactionClient,
  siteUrl: string,
  {
    id,
    email,
    ...named
  }: Pick<InviteInput, 'email' | 'businessName' | 'contactPerson' | 'personalMessage'> & { id: string },
  link: string,
  expiresAt: Date,
): Promise<void> {
  const { businessName, contactPerson: name, personalMessage } = named
  const mail = partnerInvitation({ siteUrl, name, businessName, personalMessage, link, expiresAt })
  await tx.invitation.update({ where: { id }, data: { mailId: await queueMail(tx, { to: email, ...mail }) } })
}

const note = (actorId: string, action: string, subjectId: string) => ({ actorId, action, subjectId })
