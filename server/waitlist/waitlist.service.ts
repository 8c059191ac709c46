import type { Prisma } from '#prisma/generated/client.ts'
import { countAttempt } from '#server/auth/attempt-limits.ts'
import type { Visit } from '#server/auth/viewer.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { waitlistConfirm } from '#server/mail/waitlist-mails.ts'
import { browserFamily } from '#server/outbound/visitor.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { readSiteSettings } from '#server/site/site-settings.service.ts'
import { visitorCountry } from './visitor-country.schema.ts'
import { readWaitlistToken, signWaitlistToken, waitlistKey, type WaitlistPurpose } from './waitlist-token.ts'
import type { JoinInput } from './waitlist.schema.ts'

/** So long the link that confirms an address works. */
export const CONFIRM_DAYS = 30
const DAY_MS = 24 * 3600_000
/** An address that is put on the list again and again, by whoever types it, gets a mail at most so often, and so many a day. */
const MAIL_GAP_MS = 10 * 60_000
const MAILS_A_DAY = 3
const MAX_USER_AGENT = 1_000
/** Fewer people than this are no argument for joining, so they are not spoken of. */
const WORTH_TELLING = 100
const DEAD_LINK = 'This link is not valid. Open it from the mail once more.'
const EXISTS = 'Email already exists in waitlist'
const EXPIRED_LINK = 'This link has expired. Join again to get a new one.'
const SENT_AGAIN = 'It is not confirmed yet: we have sent the mail with the link again.'
const SENT_BEFORE = 'It is not confirmed yet: open the mail that we have sent, or look for it among the spam. You can ask for another one later.'
/** What is left of a visit once its owner has left. */
const NOTHING_SEEN = { browser: 'Unknown', location: 'Unknown', userAgent: '', timeSpentSeconds: 0 }

/**
 * Puts an address on the waitlist and mails it a link by which its owner confirms it. Whoever has left comes back the same way.
 * @returns the reference that people quote
 * @throws too_many; conflict at `email` for an address that is on the list; one that is not confirmed is mailed again, and the message says so
 */
export async function joinWaitlist(db: Db, visit: Visit, { email, source, timeSpent, timeZone }: JoinInput): Promise<{ reference: string }> {
  await countAttempt('waitlist', visit, email)
  const seen = {
    source, timeSpentSeconds: timeSpent, browser: browserFamily(visit.userAgent), userAgent: storable(visit.userAgent),
    location: visitorCountry({ edge: visit.edgeCountry, timeZone, language: visit.country }),
  }
  const key = await waitlistKey(db)
  const id = newId()
  const { reference, refusal } = await db.$transaction(async (tx) => {
    await tx.waitlistEntry.createMany({ data: [{ id, email, ...seen }], skipDuplicates: true })
    // Whoever asks for the same address meanwhile waits here.
    await tx.$queryRaw`SELECT 1 FROM waitlist WHERE email = ${email} FOR UPDATE`
    const entry = await tx.waitlistEntry.findUniqueOrThrow({ where: { email } })
    const isBack = entry.unsubscribedAt !== null
    const isNew = entry.id === id || isBack
    if (isBack) await tx.waitlistEntry.update({ where: { email }, data: { ...seen, createdAt: new Date(), confirmedAt: null, unsubscribedAt: null } })
    if (!isNew && entry.confirmedAt) return { reference: entry.reference, refusal: EXISTS }
    const isMailed = await mayMail(tx, email, isNew)
    if (isMailed) await queueMail(tx, { to: email, ...confirmMail(key, visit, entry) })
    return { reference: entry.reference, refusal: isNew ? null : `${EXISTS}. ${isMailed ? SENT_AGAIN : SENT_BEFORE}` }
  })
  // Thrown only now: a second mail to somebody who has not confirmed yet is to stay queued.
  if (refusal) throw new AppError('conflict', refusal, { field: 'email' })
  return { reference }
}

/** Counts an address from now on; doing it again changes nothing. @throws bad_input for a link that is none, too old, or of somebody who has left */
export async function confirmWaitlist(db: Db, token: string): Promise<{ email: string }> {
  const proof = readWaitlistToken(await waitlistKey(db), 'confirm', token)
  if (!proof) throw new AppError('bad_input', DEAD_LINK, { field: 'token' })
  const entry = await db.waitlistEntry.findUnique({ where: { id: proof.entryId } })
  const isExpired = Date.now() - proof.at.getTime() > CONFIRM_DAYS * DAY_MS
  if (!entry) throw new AppError('bad_input', isExpired ? EXPIRED_LINK : DEAD_LINK, { field: 'token' })
  if (entry.unsubscribedAt) throw new AppError('bad_input', 'This address has left the waitlist. Join again to get a new link.', { field: 'token' })
  if (!entry.confirmedAt) {
    if (isExpired) throw new AppError('bad_input', EXPIRED_LINK, { field: 'token' })
    await db.waitlistEntry.updateMany({ where: { id: entry.id, confirmedAt: null, unsubscribedAt: null }, data: { confirmedAt: new Date() } })
  }
  return { email: entry.email }
}

/**
 * Ends all mail of the waitlist to an address, of which nothing but itself is kept; doing it again changes nothing, and the link never expires.
 * @returns the address; null when it has been forgotten already
 * @throws bad_input for a link that is none
 */
export async function unsubscribeWaitlist(db: Db, token: string): Promise<{ email: string | null }> {
  const proof = readWaitlistToken(await waitlistKey(db), 'unsubscribe', token)
  if (!proof) throw new AppError('bad_input', DEAD_LINK, { field: 'token' })
  const entry = await db.waitlistEntry.findUnique({ where: { id: proof.entryId } })
  await db.waitlistEntry.updateMany({ where: { id: proof.entryId, unsubscribedAt: null }, data: { unsubscribedAt: new Date(), ...NOTHING_SEEN } })
  return { email: entry?.email ?? null }
}

/** When the shop opens, whether it is open, and how many confirmed addresses wait for it, where there are enough to speak of; else null. */
export async function readEarlyAccess(db: Db): Promise<{ launchAt: Date; isOpen: boolean; waiting: number | null }> {
  const [{ launchAt, state }, count] = await Promise.all([readSiteSettings(db), db.waitlistEntry.count({ where: { confirmedAt: { not: null }, unsubscribedAt: null } })])
  return { launchAt, isOpen: state === 'live', waiting: count >= WORTH_TELLING ? count : null }
}

async function mayMail(tx: Prisma.TransactionClient, email: string, isNew: boolean): Promise<boolean> {
  const mails = await tx.mail.findMany({ where: { toAddress: email, kind: 'waitlist_confirm', createdAt: { gt: new Date(Date.now() - DAY_MS) } }, select: { createdAt: true } })
  return mails.length < MAILS_A_DAY && (isNew || mails.every(({ createdAt }) => createdAt.getTime() <= Date.now() - MAIL_GAP_MS))
}

function confirmMail(key: Buffer, { siteUrl }: Visit, { id, reference }: { id: string; reference: string }) {
  const linkTo = (purpose: WaitlistPurpose) => `/waitlist/${purpose}?token=${signWaitlistToken(key, purpose, id)}`
  return waitlistConfirm({ siteUrl, reference, days: CONFIRM_DAYS, link: linkTo('confirm'), unsubscribeLink: linkTo('unsubscribe') })
}

/** PostgreSQL refuses some characters. */
const storable = (text: string) => text.toWellFormed().replace(/\p{Cc}+/gu, ' ').slice(0, MAX_USER_AGENT)
