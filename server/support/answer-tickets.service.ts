import type { Prisma } from '#prisma/generated/client.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { supportAnswered } from '#server/mail/support-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import type { AnswerInput, TicketsInput } from './support.schema.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'

const PAGE_SIZE = 50
const NOT_FOUND = 'This ticket does not exist.'
const IN_LIST = {
  id: true,
  reference: true,
  channel: true,
  name: true,
  email: true,
  subject: true,
  category: true,
  priority: true,
  state: true,
  createdAt: true,
} satisfies Prisma.SupportTicketSelect

/**
 * Returns a page of tickets: open before closed, urgent first, then oldest first, with the number of tickets in each
 * state. A page number past the end gives the last page.
 */
export async function listTickets(db: Db, { state, channel, category, priority, q, page }: TicketsInput) {
  const where: Prisma.SupportTicketWhereInput = {
    ...(channel && { channel }),
    ...(category && { category }),
    ...(priority && { priority }),
    ...(q && {
      OR: [
        { reference: { contains: escapeLike(q), mode: 'insensitive' } },
        { email: { contains: escapeLike(q), mode: 'insensitive' } },
      ],
    }),
  }
  const groups = await db.supportTicket.groupBy({ by: ['state'], where, _count: true })
  const counts = {
    open: 0,
    answered: 0,
    closed: 0,
    ...Object.fromEntries(groups.map((group) => [group.state, group._count])),
  }
  const total = state === 'all' ? counts.open + counts.answered + counts.closed : counts[state]
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const tickets = await db.supportTicket.findMany({
    where: { ...where, ...(state !== 'all' && { state }) },
    select: IN_LIST,
    orderBy: [{ state: 'asc' }, { priority: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
    skip: (shown - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
  })
  return { tickets, page: shown, totalPages, total, counts }
}

/** Returns a ticket with its answers and the delivery state of their emails. @throws not_found */
export async function getTicket(db: Db, ticketId: string) {
  const ticket = isId(ticketId)
    ? await db.supportTicket.findUnique({
        where: { id: ticketId },
        select: {
          ...IN_LIST,
          description: true,
          updatedAt: true,
          user: { select: { email: true, emailVerifiedAt: true } },
          replies: { select: { id: true, text: true, mailId: true, createdAt: true }, orderBy: { createdAt: 'asc' } },
        },
      })
    : null
  if (!ticket) throw new AppError('not_found', NOT_FOUND)
  const { user, replies, ...rest } = ticket
  const mails = await db.mail.findMany({
    where: { id: { in: replies.flatMap(({ mailId }) => mailId ?? []) } },
    select: { id: true, state: true },
  })
  const stateOf = new Map(mails.map(({ id, state }) => [id, state]))
  return {
    ...rest,
    writer: isOwner(user, rest.email) ? ('proven' as const) : user ? ('signed_in' as const) : ('visitor' as const),
    replies: replies.map((reply) => ({ ...reply, mailState: stateOf.get(reply.mailId ?? '') ?? null })),
  }
}

/**
 * Sends an answer by email and stores it.
 * @throws not_found; conflict if the ticket is closed
 */
export async function answerTicket(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { ticketId, text }: AnswerInput,
): Promise<void> {
  if (!isId(ticketId)) throw new AppError('not_found', NOT_FOUND)
  await db.$transaction(async (tx) => {
    await moveTicket(tx, ticketId, {
      from: ['open', 'answered'],
      to: 'answered',
      otherwise: 'This ticket is closed. Reopen it to reply.',
    })
    const { reference, email, subject, description, user } = await tx.supportTicket.findUniqueOrThrow({
      where: { id: ticketId },
      select: {
        reference: true,
        email: true,
        subject: true,
        description: true,
        user: { select: { email: true, emailVerifiedAt: true, profile: { select: { fullName: true } } } },
      },
    })
    const writer = isOwner(user, email) ? { name: user?.profile?.fullName ?? '', subject, text: description } : null
    const mailId = await queueMail(tx, {
      to: email,
      ...supportAnswered({ siteUrl: visit.siteUrl, reference, writer, answer: text }),
    })
    await tx.ticketReply.create({ data: { ticketId, authorId: viewer.userId, text, mailId } })
    // Written in the transaction. If this failed after the answer was stored, the administrator would answer again.
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'ticket_answered', subjectId: ticketId }, tx)
  })
}

/** Closes a ticket. @throws not_found; conflict if it is closed already */
export async function closeTicket(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  ticketId: string,
): Promise<void> {
  if (!isId(ticketId)) throw new AppError('not_found', NOT_FOUND)
  await db.$transaction(async (tx) => {
    await moveTicket(tx, ticketId, {
      from: ['open', 'answered'],
      to: 'closed',
      otherwise: 'This ticket is already closed.',
    })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'ticket_closed', subjectId: ticketId }, tx)
  })
}

/**
 * Reopens a closed or answered ticket.
 * @throws not_found; conflict if it is open
 */
export async function reopenTicket(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  ticketId: string,
): Promise<void> {
  if (!isId(ticketId)) throw new AppError('not_found', NOT_FOUND)
  await db.$transaction(async (tx) => {
    await moveTicket(tx, ticketId, {
      from: ['answered', 'closed'],
      to: 'open',
      otherwise: 'This ticket is already open.',
    })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'ticket_reopened', subjectId: ticketId }, tx)
  })
}

type State = 'open' | 'answered' | 'closed'

async function moveTicket(
  db: Prisma.TransactionClient,
  ticketId: string,
  { from, to, otherwise }: { from: State[]; to: State; otherwise: string },
): Promise<void> {
  const { count } = await db.supportTicket.updateMany({
    where: { id: ticketId, state: { in: from } },
    data: { state: to },
  })
  if (count) return
  const isThere = await db.supportTicket.count({ where: { id: ticketId } })
  throw isThere ? new AppError('conflict', otherwise) : new AppError('not_found', NOT_FOUND)
}

/** Whether the ticket's address is the account's verified one. */
const isOwner = (user: { email: string; emailVerifiedAt: Date | null } | null, email: string): boolean =>
  user !== null && user.email === email && user.emailVerifiedAt !== null
