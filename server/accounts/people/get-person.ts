import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { deletionDay } from '#server/accounts/delete-account.service.ts'
import { isId } from '#server/platform/ids.ts'
import { listAdministrators } from '#server/two-people/administrators.ts'
import { accountStateOf } from './people-values.schema.ts'

const NOT_FOUND = 'Account not found.'
/** The number of newest emails, tickets and audit log entries. */
const SHOWN = 10

/**
 * Returns all that administrators may see of an account, never a secret or an IP address. `deletedOn` is when a closing
 * account will be deleted. `by` is the address of the person who acted, or null for the shop itself and for deleted
 * accounts. Times are UTC.
 * @throws AppError not_found
 */
export async function getPerson(db: Db, userId: string) {
  if (!isId(userId)) throw new AppError('not_found', NOT_FOUND)
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      emailVerifiedAt: true,
      role: true,
      isDemo: true,
      createdAt: true,
      suspendedAt: true,
      suspensionReason: true,
      suspendedBy: { select: { email: true } },
      deletionRequestedAt: true,
      profile: { select: { fullName: true, phone: true, city: true, country: true, currency: true, language: true } },
      password: { select: { updatedAt: true } },
      oauthAccounts: {
        select: { provider: true, email: true, createdAt: true },
        orderBy: [{ provider: 'asc' }, { createdAt: 'asc' }],
      },
      secondFactor: { select: { secret: true, confirmedAt: true } },
      sessions: {
        where: { expiresAt: { gt: new Date() } },
        select: { device: true, country: true, createdAt: true, lastSeenAt: true },
        orderBy: [{ lastSeenAt: 'desc' }, { createdAt: 'desc' }],
      },
      partners: {
        select: { id: true, businessName: true, verificationStatus: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      },
      membership: {
        select: { role: true, partner: { select: { id: true, businessName: true, verificationStatus: true } } },
      },
      _count: { select: { wishlistItems: true, reviews: true, feedback: true } },
    },
  })
  if (!user) throw new AppError('not_found', NOT_FOUND)
  const { email, createdAt, secondFactor, password, deletionRequestedAt, ...rest } = user
  const ownTickets = { OR: [{ userId }, ...(user.emailVerifiedAt ? [{ userId: null, email }] : [])] }
  const administrators = user.role === 'admin' ? await listAdministrators(db, new Date()) : []
  const [clicks, ticketCount, tickets, mails, history, invitation] = await Promise.all([
    db.outboundClick.count({ where: { userId, isValid: true } }),
    db.supportTicket.count({ where: ownTickets }),
    db.supportTicket.findMany({
      where: ownTickets,
      select: { id: true, reference: true, subject: true, state: true, createdAt: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: SHOWN,
    }),
    // Older emails to the same address were for another owner.
    db.mail.findMany({
      where: { toAddress: email, createdAt: { gte: createdAt } },
      select: { id: true, kind: true, subject: true, state: true, createdAt: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: SHOWN,
    }),
    findHistory(db, userId),
    db.invitation.findFirst({
      where: { email, status: { in: ['sent', 'opened'] }, expiresAt: { gt: new Date() } },
      select: { id: true, businessName: true },
      orderBy: { sentAt: 'desc' },
    }),
  ])
  const { _count, ...shown } = rest
  return {
    ...shown,
    email,
    createdAt,
    deletionRequestedAt,
    state: accountStateOf(user),
    deletedOn: deletionRequestedAt && deletionDay(deletionRequestedAt),
    passwordChangedAt: password?.updatedAt ?? null,
    secondFactorSince: secondFactor?.secret ? secondFactor.confirmedAt : null,
    /** The time until a new administrator may move money; null for others. */
    newAdminUntil: administrators.find(({ id }) => id === userId)?.newUntil ?? null,
    counts: {
      wishes: _count.wishlistItems,
      reviews: _count.reviews,
      feedback: _count.feedback,
      tickets: ticketCount,
      clicks,
    },
    tickets,
    mails,
    history,
    /** An open invitation of a brand to this address. */
    invitation,
  }
}

async function findHistory(db: Db, userId: string) {
  const newest = { orderBy: [{ at: 'desc' as const }, { id: 'desc' as const }], take: 2 * SHOWN }
  const select = { id: true, at: true, action: true, data: true, actorId: true, subjectId: true }
  // Two queries with an index each, because one condition for both would have none.
  const [about, by] = await Promise.all([
    db.auditEntry.findMany({ where: { subjectId: userId }, select, ...newest }),
    // Includes entries without a subject, which SQL's 'is not' alone would skip.
    db.auditEntry.findMany({
      where: { actorId: userId, OR: [{ subjectId: null }, { subjectId: { not: userId } }] },
      select,
      ...newest,
    }),
  ])
  const entries = [...about, ...by].toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, 2 * SHOWN)
  const actors = await db.user.findMany({
    where: { id: { in: entries.flatMap(({ actorId }) => actorId ?? []) } },
    select: { id: true, email: true },
  })
  const addresses = new Map(actors.map(({ id, email }) => [id, email]))
  return entries.map(({ actorId, subjectId, ...entry }) => ({
    ...entry,
    isOwn: actorId === userId,
    isAboutOthers: subjectId !== userId,
    by: addresses.get(actorId ?? '') ?? null,
  }))
}
