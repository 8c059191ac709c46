import type { Prisma } from '#prisma/generated/client.ts'
import { countAttempt } from '#server/auth/attempt-limits.ts'
import { queueMail, withdrawMail } from '#server/mail/mail.service.ts'
import { colleagueInvitation } from '#server/mail/team-mails.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { newTeamToken, teamInvitationEnd, teamInvitationPath } from './team-invitation.ts'
import type { InviteColleagueInput } from './team.schema.ts'
import { MAX_COLLEAGUES } from './team-values.schema.ts'

type Tx = Prisma.TransactionClient
type TeamAsk = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/**
 * Invites a colleague by email. The response reveals nothing about an address outside the team. A person who cannot
 * join finds out after signing in.
 * @throws AppError conflict at 'email' if the address is already in the team or invited, or the team is full; too_many
 */
export async function inviteColleague(
  { db, visit, viewer, partner }: TeamAsk,
  { email, role }: InviteColleagueInput,
): Promise<{ email: string }> {
  await countAttempt('colleague', visit, partner.id)
  await db.$transaction(async (tx) => {
    const store = await lockStore(tx, partner.id)
    await assertInvitable(tx, partner.id, email)
    const { token, tokenHash } = newTeamToken()
    const id = newId()
    const expiresAt = teamInvitationEnd()
    const mail = colleagueInvitation({
      siteUrl: visit.siteUrl,
      businessName: store.businessName,
      inviter: viewer.fullName,
      role,
      expiresAt,
      link: teamInvitationPath(token),
    })
    const mailId = await queueMail(tx, { to: email, ...mail })
    await tx.teamInvitation.create({ data: { id, partnerId: partner.id, email, role, tokenHash, expiresAt, mailId } })
    const data = { partnerId: partner.id, role }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'colleague_invited', subjectId: id, data }, tx)
  })
  return { email }
}

async function assertInvitable(tx: Tx, partnerId: string, email: string): Promise<void> {
  const isOfTeam = await tx.user.count({
    where: { email, OR: [{ membership: { partnerId } }, { partners: { some: { id: partnerId } } }] },
  })
  if (isOfTeam) throw new AppError('conflict', 'This person is already on your team.', { field: 'email' })
  if (await tx.teamInvitation.count({ where: { partnerId, email } }))
    throw new AppError(
      'conflict',
      'This address has already been invited. Resend the invitation, or revoke it first.',
      {
        field: 'email',
      },
    )
  const count =
    (await tx.partnerMember.count({ where: { partnerId } })) + (await tx.teamInvitation.count({ where: { partnerId } }))
  if (count >= MAX_COLLEAGUES)
    throw new AppError('conflict', `A team can have up to ${MAX_COLLEAGUES} members, including open invitations.`, {
      field: 'email',
    })
}

/**
 * Sends an invitation again, with a new link that works for another 7 days. The former link stops working.
 * @throws AppError not_found; too_many
 */
export async function resendColleagueInvitation(
  { db, visit, viewer, partner }: TeamAsk,
  { invitationId: id }: { invitationId: string },
): Promise<{ email: string }> {
  await countAttempt('colleague', visit, partner.id)
  return db.$transaction(async (tx) => {
    const { businessName } = await lockStore(tx, partner.id)
    const { email, role, mailId: formerMail } = await findInvitation(tx, partner.id, id)
    const { token, tokenHash } = newTeamToken()
    const expiresAt = teamInvitationEnd()
    await withdrawMail(tx, formerMail)
    const mail = colleagueInvitation({
      siteUrl: visit.siteUrl,
      businessName,
      inviter: viewer.fullName,
      role,
      expiresAt,
      link: teamInvitationPath(token),
    })
    const mailId = await queueMail(tx, { to: email, ...mail })
    await tx.teamInvitation.updateMany({
      where: { id, partnerId: partner.id },
      data: { tokenHash, expiresAt, mailId, sentAt: new Date() },
    })
    const note = { actorId: viewer.userId, action: 'colleague_invited_again', subjectId: id }
    await writeAudit(db, visit, { ...note, data: { partnerId: partner.id } }, tx)
    return { email }
  })
}

/**
 * Withdraws an invitation. Its link stops working, and its email is not sent if it is still queued.
 * @throws AppError not_found
 */
export async function revokeColleagueInvitation(
  { db, visit, viewer, partner }: TeamAsk,
  { invitationId: id }: { invitationId: string },
): Promise<{ email: string }> {
  return db.$transaction(async (tx) => {
    await lockStore(tx, partner.id)
    const { email, mailId } = await findInvitation(tx, partner.id, id)
    await tx.teamInvitation.deleteMany({ where: { id, partnerId: partner.id } })
    await withdrawMail(tx, mailId)
    const note = { actorId: viewer.userId, action: 'colleague_invitation_revoked', subjectId: id }
    await writeAudit(db, visit, { ...note, data: { partnerId: partner.id } }, tx)
    return { email }
  })
}

/** Deletes invitations that ended a month ago, because we no longer need the addresses. */
export async function forgetTeamInvitations(db: Db, now = new Date()): Promise<number> {
  const { count } = await db.teamInvitation.deleteMany({
    where: { expiresAt: { lt: new Date(now.getTime() - FORGOTTEN_AFTER_MS) } },
  })
  return count
}

const FORGOTTEN_AFTER_MS = 30 * 86_400_000

/** Runs one change of a team at a time. */
async function lockStore(tx: Tx, partnerId: string): Promise<{ businessName: string }> {
  await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
  return tx.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { businessName: true } })
}

async function findInvitation(tx: Tx, partnerId: string, id: string) {
  const invitation = await tx.teamInvitation.findFirst({
    where: { id, partnerId },
    select: { email: true, role: true, mailId: true },
  })
  if (!invitation) throw new AppError('not_found', 'Invitation not found.')
  return invitation
}
