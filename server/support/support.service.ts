import { countAttempt } from '#server/auth/attempt-limits.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { supportReceived } from '#server/mail/support-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { OpenTicketInput, SendMessageInput } from './support.schema.ts'
import type { TicketCategory, TicketChannel, TicketPriority } from './ticket-values.schema.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'

interface Written {
  channel: TicketChannel
  name: string
  email?: string | undefined
  subject: string
  category?: TicketCategory
  priority?: TicketPriority
  description: string
}

const TICKETS_SHOWN = 20
const TICKET_YEARS = 2

/**
 * Opens a ticket from the form, and emails the writer.
 * @returns its reference, 'WTF-9F86D081A3', and the address for the answer: the account's if signed in
 * @throws AppError bad_input at 'email' if nobody is signed in and none is given; too_many
 */
export async function openTicket({ db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>, input: OpenTicketInput) {
  return write({ db, visit, viewer }, { channel: 'support', ...input })
}

/** Like `openTicket`, for a message from the contact form. */
export async function sendMessage(
  { db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>,
  { message, ...input }: SendMessageInput,
) {
  return write({ db, visit, viewer }, { channel: 'contact', ...input, description: message })
}

async function write(
  { db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>,
  { email: typed, ...written }: Written,
): Promise<{ reference: string; email: string }> {
  const email = viewer?.email ?? typed
  if (!email) throw new AppError('bad_input', 'Email is required', { field: 'email' })
  // Counts signed-in users by id. Otherwise strangers who type their address could block them.
  await countAttempt('message', visit, viewer?.userId ?? email)
  const isProven = viewer?.isEmailVerified === true
  const { subject, description } = written
  return db.$transaction(async (tx) => {
    const { reference } = await tx.supportTicket.create({
      data: { ...written, email, userId: viewer?.userId ?? null },
      select: { reference: true },
    })
    const writer = isProven ? { name: viewer.fullName, subject, text: description } : null
    await queueMail(tx, { to: email, ...supportReceived({ siteUrl: visit.siteUrl, reference, writer }) })
    return { reference, email }
  })
}

/** Lists the viewer's own last 20 tickets with their answers, newest first. */
export async function listOwnTickets({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>) {
  return db.supportTicket.findMany({
    where: { userId: viewer.userId },
    select: {
      reference: true,
      channel: true,
      subject: true,
      category: true,
      priority: true,
      description: true,
      state: true,
      createdAt: true,
      replies: { select: { id: true, text: true, createdAt: true }, orderBy: { createdAt: 'asc' } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: TICKETS_SHOWN,
  })
}

/** Deletes tickets without activity for two years, with their answers. Runs nightly. @returns how many were deleted */
export async function forgetOldTickets(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - TICKET_YEARS)
  const { count } = await db.supportTicket.deleteMany({ where: { updatedAt: { lt: before } } })
  return count
}
