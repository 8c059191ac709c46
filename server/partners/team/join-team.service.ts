import { lockOwnAccount } from '#server/auth/lock-account.ts'
import { mailOwner } from '#server/auth/mail-owner.ts'
import { rotateSessions } from '#server/auth/session.service.ts'
import { colleagueJoined } from '#server/mail/team-mails.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { forgetTeamToken, hashTeamToken, keepTeamToken, keptTeamToken } from './team-invitation.ts'

/** Why a signed-in person cannot join. */
export type JoiningObstacle = 'admin' | 'other address' | 'unproven' | 'owner' | 'member'

const OBSTACLES: Record<JoiningObstacle, string> = {
  admin: 'This account belongs to an administrator, who cannot join a store’s team.',
  'other address': 'This invitation is for a different email address. Sign in with that address.',
  unproven: 'Please confirm your account’s email address first.',
  owner: 'Your account already owns a store, so it cannot join another.',
  member: 'Your account is already on a store’s team. Leave that team first.',
}

const DEAD = 'This invitation has expired. Ask the store’s owner for a new one.'

/**
 * Stores the token of an emailed link in this browser. Nothing else changes, because mail scanners follow links.
 * @throws AppError not_found if it has ended
 */
export async function openTeamInvitation(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { token }: { token: string },
): Promise<{ businessName: string }> {
  const invitation = await findOpen(db, token)
  if (!invitation) throw new AppError('not_found', DEAD)
  keepTeamToken(visit, token)
  return { businessName: invitation.partner.businessName }
}

/**
 * Returns why a link has no open invitation: the viewer has joined with it or belongs to a store, someone else has
 * joined with it, or it has ended. Only the person who joined with it sees the store.
 * @param input.token the link's token; without it, the one in this browser
 */
export async function findEndedInvitation(
  { db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>,
  { token }: { token?: string | undefined },
): Promise<{ state: 'member'; businessName: string } | { state: 'used' | 'ended'; businessName: null }> {
  const used = token ?? keptTeamToken(visit)
  const joined =
    used === null ? null : await db.partnerMember.findUnique({ where: { invitationHash: hashTeamToken(used) } })
  const isOthers = joined !== null && joined.userId !== viewer?.userId
  if (viewer?.partner && !isOthers) return { state: 'member', businessName: await nameOfStore(db, viewer.partner.id) }
  return { state: joined && !viewer ? 'used' : 'ended', businessName: null }
}

/**
 * Returns the invitation for the token in this browser, and any obstacle to joining. Null if there is none, or it has
 * ended.
 */
export async function findTeamInvitation({ db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>) {
  const token = keptTeamToken(visit)
  const invitation = token === null ? null : await findOpen(db, token)
  if (!invitation) return null
  const { email, role, expiresAt, partner } = invitation
  return {
    email,
    role,
    expiresAt,
    businessName: partner.businessName,
    signedInAs: viewer?.email ?? null,
    obstacle: viewer && obstacleOf(viewer, email),
    message: viewer ? messageOf(obstacleOf(viewer, email)) : null,
  }
}

/**
 * Adds the viewer to the store of this browser's invitation. The account becomes a partner account, keeps its data, and
 * is signed out everywhere else.
 * @throws AppError not_found if the invitation has ended; forbidden if this account cannot join
 */
export async function joinTeam({
  db,
  visit,
  viewer,
}: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<{ businessName: string }> {
  const token = keptTeamToken(visit)
  if (token === null) throw new AppError('not_found', DEAD)
  const { userId } = viewer
  const joined = await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    const found = await findOpen(tx, token)
    if (!found && viewer.partner)
      throw new AppError('not_found', `You are already on the ${await nameOfStore(tx, viewer.partner.id)} team.`)
    if (!found) throw new AppError('not_found', DEAD)
    const obstacle = obstacleOf(viewer, found.email)
    if (obstacle) throw new AppError('forbidden', OBSTACLES[obstacle])
    // Reads it again under the lock, because the session's data may be out of date.
    if (await tx.partner.count({ where: { ownerId: userId } })) throw new AppError('forbidden', OBSTACLES.owner)
    if (await tx.partnerMember.count({ where: { userId } })) throw new AppError('forbidden', OBSTACLES.member)
    // The invitation was revoked, or used by another browser, at the same moment.
    const { count } = await tx.teamInvitation.deleteMany({ where: { id: found.id } })
    if (!count) throw new AppError('not_found', DEAD)
    const { id: partnerId, businessName, ownerId } = found.partner
    await tx.partnerMember.create({
      data: { userId, partnerId, role: found.role, invitationHash: hashTeamToken(token) },
    })
    await tx.user.update({ where: { id: userId }, data: { role: 'partner' } })
    if (ownerId)
      await mailOwner(tx, ownerId, ({ name }) =>
        colleagueJoined({ siteUrl: visit.siteUrl, name, businessName, email: viewer.email, role: found.role }),
      )
    await writeAudit(
      db,
      visit,
      { actorId: userId, action: 'team_joined', subjectId: userId, data: { partnerId, role: found.role } },
      tx,
    )
    await rotateSessions(tx, visit, viewer)
    return { businessName }
  })
  forgetTeamToken(visit)
  return joined
}

const nameOfStore = async (db: Pick<Ask['db'], 'partner'>, id: string): Promise<string> =>
  (await db.partner.findUniqueOrThrow({ where: { id }, select: { businessName: true } })).businessName

function obstacleOf(viewer: Viewer, email: string): JoiningObstacle | null {
  if (viewer.role === 'admin') return 'admin'
  if (viewer.email !== email) return 'other address'
  if (!viewer.isEmailVerified) return 'unproven'
  if (viewer.partner) return viewer.partner.role === 'owner' ? 'owner' : 'member'
  return null
}

const messageOf = (obstacle: JoiningObstacle | null): string | null => obstacle && OBSTACLES[obstacle]

function findOpen(db: Pick<Ask['db'], 'teamInvitation'>, token: string) {
  return db.teamInvitation.findFirst({
    where: { tokenHash: hashTeamToken(token), expiresAt: { gt: new Date() } },
    select: {
      id: true,
      email: true,
      role: true,
      expiresAt: true,
      partner: { select: { id: true, businessName: true, ownerId: true } },
    },
  })
}
