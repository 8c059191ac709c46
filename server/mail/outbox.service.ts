import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import { MAIL_CHANNEL } from './mail.service.ts'
import type { outboxInput } from './outbox.schema.ts'
import { strikeSecrets } from './strike-secrets.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'

const PAGE_SIZE = 50
const IN_LIST = {
  id: true,
  kind: true,
  toAddress: true,
  subject: true,
  state: true,
  attempts: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
} satisfies Prisma.MailSelect
const NOT_FOUND = 'Email not found.'

/** Returns a page of the outbox, newest first, and the number of emails in each state for that address. A page number past the end returns the last page. */
export async function listOutbox(db: Db, { state, to, page }: z.output<typeof outboxInput>) {
  const where: Prisma.MailWhereInput = to ? { toAddress: { contains: escapeLike(to), mode: 'insensitive' } } : {}
  const groups = await db.mail.groupBy({ by: ['state'], where, _count: true })
  const counts = {
    queued: 0,
    sent: 0,
    failed: 0,
    ...Object.fromEntries(groups.map((group) => [group.state, group._count])),
  }
  const total = state ? counts[state] : counts.queued + counts.sent + counts.failed
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const mails = await db.mail.findMany({
    where: { ...where, ...(state ? { state } : {}) },
    select: IN_LIST,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: (shown - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
  })
  return { mails, page: shown, totalPages, total, counts }
}

/** Kinds of emails with a link that gives access to all of a person's data, or to a store. */
const FOR_ITS_READER_ALONE = ['account_closed_for_you', 'colleague_invitation']

/**
 * Returns an email with its contents. Links in an unsent email still work, so each access is written to the audit log.
 * Strikes out links to other administrators, including people who are only listed in ADMIN_EMAILS, because with such a
 * link one person could act as two administrators. Also strikes out links to members of stores' teams, because nobody
 * may take over a store alone.
 * @param opensMore whether an account with an address may do what the viewer cannot do alone
 * @returns `isStruck`: its links and codes are struck out
 * @throws not_found
 */
export async function getOutboxMail(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  mailId: string,
  opensMore: (email: string) => Promise<boolean>,
) {
  const mail = isId(mailId)
    ? await db.mail.findUnique({ where: { id: mailId }, select: { ...IN_LIST, text: true, html: true } })
    : null
  if (!mail) throw new AppError('not_found', NOT_FOUND)
  if (mail.state === 'sent') return { ...mail, isStruck: true }
  await writeAudit(db, visit, {
    actorId: viewer.userId,
    action: 'mail_read',
    subjectId: mailId,
    data: { kind: mail.kind },
  })
  const isStruck = FOR_ITS_READER_ALONE.includes(mail.kind) || (await opensMore(mail.toAddress))
  return isStruck
    ? { ...mail, isStruck, text: strikeSecrets(mail.text), html: strikeSecrets(mail.html) }
    : { ...mail, isStruck }
}

/** Queues a failed email again, with a full set of attempts. @throws not_found; conflict if it has not failed */
export async function retryMail(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  mailId: string,
): Promise<void> {
  if (!isId(mailId)) throw new AppError('not_found', NOT_FOUND)
  await db.$transaction(async (tx) => {
    // Keeps the reason until the email is sent, because emails with a reason do not count as too old.
    const retried = await tx.mail.updateMany({
      where: { id: mailId, state: 'failed' },
      data: { state: 'queued', attempts: 0 },
    })
    if (retried.count === 0) {
      const isThere = await tx.mail.count({ where: { id: mailId } })
      throw isThere
        ? new AppError('conflict', 'You can only resend emails that failed.')
        : new AppError('not_found', NOT_FOUND)
    }
    await tx.$executeRaw`SELECT pg_notify(${MAIL_CHANNEL}, ${mailId})`
    const data = changedFields({ state: 'failed' }, { state: 'queued' })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'mail_retried', subjectId: mailId, data }, tx)
  })
}
