import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { escapeLike } from '#server/platform/like.ts'
import { invitationPath, tokenOf } from './invitation-link.ts'
import { openWhere, statusAt } from './invitation-status.ts'
import { INVITATION_STATUSES, RECENT_SHOWN, type InvitationStatusName } from './invitation-values.schema.ts'
import type { InvitationsQuery } from './invitations.schema.ts'

const PAGE_SIZE = 25

const SHOWN = {
  id: true,
  email: true,
  businessName: true,
  contactPerson: true,
  status: true,
  sentAt: true,
  expiresAt: true,
  openedAt: true,
  endedAt: true,
  partnerId: true,
  mail: { select: { id: true, state: true, lastError: true } },
  invitedBy: { select: { email: true } },
} satisfies Prisma.InvitationSelect

/**
 * Lists invitations, newest first, 25 a page, with the number of search results in each status. `mail` is null once it
 * is deleted. Times are UTC.
 */
export async function listInvitations(db: Db, { status, q, page }: InvitationsQuery) {
  const now = new Date()
  const like = { contains: escapeLike(q), mode: 'insensitive' } as const
  const found: Prisma.InvitationWhereInput = q
    ? { OR: [{ email: like }, { businessName: like }, { contactPerson: like }] }
    : {}
  const counts = Object.fromEntries(
    await Promise.all(
      INVITATION_STATUSES.map(async (each) => [
        each,
        await db.invitation.count({ where: { AND: [found, whereStatus(each, now)] } }),
      ]),
    ),
  ) as Record<InvitationStatusName, number>
  const total = status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0)
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const invitations = await db.invitation.findMany({
    where: status ? { AND: [found, whereStatus(status, now)] } : found,
    select: SHOWN,
    orderBy: [{ sentAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
  })
  return { invitations: invitations.map((row) => described(row, now)), counts, total, page: shown, totalPages }
}

/** Lists the five newest invitations. */
export async function listRecentInvitations(db: Db) {
  const now = new Date()
  const newest = await db.invitation.findMany({
    select: SHOWN,
    orderBy: [{ sentAt: 'desc' }, { id: 'desc' }],
    take: RECENT_SHOWN,
  })
  return newest.map((row) => described(row, now))
}

/**
 * Returns the path of an invitation's link, to be copied.
 * @throws AppError not_found; conflict if the link does not work any more
 */
export async function getInvitationLink(db: Db, invitationId: string): Promise<{ link: string }> {
  const invitation = await db.invitation.findUnique({
    where: { id: invitationId },
    select: { id: true, round: true, email: true, status: true, expiresAt: true },
  })
  if (!invitation) throw new AppError('not_found', 'Invitation not found.')
  const status = statusAt(invitation)
  if (status !== 'sent' && status !== 'opened')
    throw new AppError('conflict', `This invitation is ${status}, so its link no longer works.`)
  return { link: invitationPath(await tokenOf(db, invitation), invitation.email) }
}

function whereStatus(status: InvitationStatusName, now: Date): Prisma.InvitationWhereInput {
  if (status === 'sent' || status === 'opened') return { AND: [{ status }, openWhere(now)] }
  if (status === 'expired') return { OR: [{ status }, { status: { in: ['sent', 'opened'] }, expiresAt: { lte: now } }] }
  return { status }
}

function described<Row extends { status: InvitationStatusName; expiresAt: Date }>(row: Row, now: Date) {
  return { ...row, status: statusAt(row, now) }
}
