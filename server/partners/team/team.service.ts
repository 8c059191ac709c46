import type { Prisma } from '#prisma/generated/client.ts'
import { revokeKeysOf } from '#server/auth/keys-of-leavers.ts'
import { lockAccount, lockOwnAccount } from '#server/auth/lock-account.ts'
import { mailOwner } from '#server/auth/mail-owner.ts'
import { endTokens } from '#server/auth/one-time-tokens.ts'
import { rotateSessions } from '#server/auth/session.service.ts'
import { leftTeam } from '#server/mail/team-mails.ts'
import type { PartnerAsk, SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ViewersPartner } from '#server/platform/viewer.ts'
import { MAX_COLLEAGUES, type COLLEAGUE_ROLES } from './team-values.schema.ts'

type Tx = Prisma.TransactionClient
type Role = (typeof COLLEAGUE_ROLES)[number]
type TeamAsk = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

const PERSON = { id: true, email: true, profile: { select: { fullName: true } } } as const

/**
 * Returns the team of the viewer's store: its owner (null if it has none), its colleagues (longest-serving first) and,
 * only for the owner, its invitations. Times are UTC.
 */
export async function getTeam({
  db,
  viewer,
  partner: { id },
}: Pick<SignedInAsk, 'db' | 'viewer'> & { partner: ViewersPartner }) {
  const isOwner = viewer.partner?.role === 'owner'
  const now = new Date()
  const [{ owner }, members, invitations] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id }, select: { owner: { select: PERSON } } }),
    db.partnerMember.findMany({
      where: { partnerId: id },
      select: { role: true, createdAt: true, user: { select: PERSON } },
      orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
    }),
    isOwner
      ? db.teamInvitation.findMany({
          where: { partnerId: id },
          select: { id: true, email: true, role: true, sentAt: true, expiresAt: true },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        })
      : [],
  ])
  return {
    owner: owner && personOf(owner),
    colleagues: members.map(({ role, createdAt, user }) => ({ ...personOf(user), role, since: createdAt })),
    invitations: invitations.map((each) => ({ ...each, hasExpired: each.expiresAt <= now })),
    isFull: members.length + invitations.length >= MAX_COLLEAGUES,
  }
}

const personOf = ({ id, email, profile }: Prisma.UserGetPayload<{ select: typeof PERSON }>) => ({
  userId: id,
  email,
  name: profile?.fullName ?? '',
})

/**
 * Changes a colleague's role, from their next request on.
 * @throws AppError not_found
 */
export async function changeColleagueRole(
  { db, visit, viewer, partner }: TeamAsk,
  { userId, role }: { userId: string; role: Role },
): Promise<{ role: Role }> {
  await db.$transaction(async (tx) => {
    const was = await lockColleague(tx, partner.id, userId)
    if (was === role) return
    await tx.partnerMember.updateMany({ where: { userId, partnerId: partner.id }, data: { role } })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'colleague_role_changed',
        subjectId: userId,
        data: { partnerId: partner.id, from: was, to: role },
      },
      tx,
    )
  })
  return { role }
}

/**
 * Removes a colleague from the store. Their account becomes a customer's again, is signed out everywhere, and gets an
 * email. Their wishlist and other data stay.
 * @throws AppError not_found
 */
export async function removeColleague(
  { db, visit, viewer, partner }: TeamAsk,
  { userId }: { userId: string },
): Promise<{ email: string }> {
  return db.$transaction(async (tx) => {
    await lockAccount(tx, userId)
    await lockColleague(tx, partner.id, userId)
    await leave(tx, userId, partner.id)
    await tx.session.deleteMany({ where: { userId } })
    await endTokens(tx, userId)
    const { businessName } = await tx.partner.findUniqueOrThrow({
      where: { id: partner.id },
      select: { businessName: true },
    })
    await mailOwner(tx, userId, ({ name }) => leftTeam({ siteUrl: visit.siteUrl, name, businessName }))
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'colleague_removed', subjectId: userId, data: { partnerId: partner.id } },
      tx,
    )
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
    return { email }
  })
}

/**
 * Removes the viewer from the store that they work for, whatever its state. They become a customer, and stay signed in
 * only in this browser.
 * @throws AppError conflict for owners; not_found if the viewer works for no store
 */
export async function leaveTeam({
  db,
  visit,
  viewer,
}: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<{ businessName: string }> {
  const { userId } = viewer
  return db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    const membership = await tx.partnerMember.findUnique({
      where: { userId },
      select: { partnerId: true, partner: { select: { businessName: true } } },
    })
    if (!membership) {
      if (viewer.partner?.role === 'owner')
        throw new AppError('conflict', 'The owner cannot leave. Transfer ownership to a team member first.')
      throw new AppError('not_found', 'You are not on a store’s team.')
    }
    await leave(tx, userId, membership.partnerId)
    await writeAudit(
      db,
      visit,
      { actorId: userId, action: 'team_left', subjectId: userId, data: { partnerId: membership.partnerId } },
      tx,
    )
    await rotateSessions(tx, visit, viewer)
    return { businessName: membership.partner.businessName }
  })
}

/**
 * @returns the colleague's role
 * @throws AppError not_found if the user does not work for the partner
 */
async function lockColleague(tx: Tx, partnerId: string, userId: string): Promise<Role> {
  const [found] = await tx.$queryRaw<Array<{ role: Role }>>`
    SELECT role::text FROM partner_members WHERE user_id = ${userId}::uuid AND partner_id = ${partnerId}::uuid FOR UPDATE`
  if (!found) throw new AppError('not_found', 'Team member not found.')
  return found.role
}

/**
 * Removes an account from a store. An account that also manages a store stays a partner account. The keys that it is
 * responsible for are revoked, and people who join again get no emails about the sales in between.
 */
async function leave(tx: Tx, userId: string, partnerId: string): Promise<void> {
  await revokeKeysOf(tx, userId, partnerId)
  await tx.partnerMember.deleteMany({ where: { userId, partnerId } })
  await tx.saleMailMark.deleteMany({ where: { userId, partnerId } })
  await tx.salePushMark.deleteMany({ where: { userId, partnerId } })
  await tx.user.updateMany({
    where: { id: userId, role: 'partner', partners: { none: {} } },
    data: { role: 'customer' },
  })
}
