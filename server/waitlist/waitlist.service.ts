import type { Prisma } from '#prisma/generated/client.ts'
import { countAttempt } from '#server/auth/attempt-limits.ts'
import type { Visit } from '#server/platform/visit.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { waitlistConfirm } from '#server/mail/waitlist-mails.ts'
import { browserFamily } from '#server/platform/browser-family.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { parseToken, signToken } from '#server/platform/signed-token.ts'
import { visitorCountry } from './visitor-country.schema.ts'
import type { JoinInput } from './waitlist.schema.ts'
import type { Ask } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

/** How long the link that confirms an address works. */
export const CONFIRM_DAYS = 30
/**
 * An address that is entered repeatedly gets emails no more often than this interval, and at most this many a day.
 */
const MAIL_GAP_MS = 10 * 60_000
const MAILS_A_DAY = 3
const MAX_USER_AGENT = 1_000
/** Minimum number to show. A smaller one would not persuade anybody to join. */
const WORTH_TELLING = 100
const DEAD_LINK = 'This link is not valid. Open it from the email again.'
const EXISTS = 'Email already exists in waitlist'
const EXPIRED_LINK = 'This link has expired. Join again to get a new one.'
const SENT_AGAIN = 'Your email address is not confirmed yet. We have sent you the confirmation email again.'
const SENT_BEFORE =
  'Your email address is not confirmed yet. Open the email we sent, or check your spam folder. You can request another one later.'
/** Replaces the visit's data after unsubscribing. */
const NOTHING_SEEN = { browser: 'Unknown', location: 'Unknown', userAgent: '', timeSpentSeconds: 0 }

type WaitlistPurpose = 'confirm' | 'unsubscribe'

/** Returns the key that signs the links in waitlist emails. */
export const waitlistKey = (db: Db): Promise<Buffer> => appSecret(db, 'waitlist')

/**
 * Adds an address to the waitlist and emails a link to confirm it. An unsubscribed address comes back the same way.
 * @returns the reference that people quote
 * @throws too_many; conflict at `email` if the address is on the list; an unconfirmed one gets another email, and the
 *   message says so
 */
export async function joinWaitlist(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, source, timeSpent, timeZone }: JoinInput,
): Promise<{ reference: string }> {
  await countAttempt('waitlist', visit, email)
  const seen = {
    source,
    timeSpentSeconds: timeSpent,
    browser: browserFamily(visit.userAgent),
    userAgent: storable(visit.userAgent),
    location: visitorCountry({ edge: visit.edgeCountry, timeZone, language: visit.country }),
  }
  const key = await waitlistKey(db)
  const id = newId()
  const { reference, refusal } = await db.$transaction(async (tx) => {
    await tx.waitlistEntry.createMany({ data: [{ id, email, ...seen }], skipDuplicates: true })
    // Simultaneous requests for the same address wait here.
    await tx.$queryRaw`SELECT 1 FROM waitlist WHERE email = ${email} FOR UPDATE`
    const entry = await tx.waitlistEntry.findUniqueOrThrow({ where: { email } })
    const isBack = entry.unsubscribedAt !== null
    const isNew = entry.id === id || isBack
    if (isBack)
      await tx.waitlistEntry.update({
        where: { email },
        data: { ...seen, createdAt: new Date(), confirmedAt: null, unsubscribedAt: null },
      })
    if (!isNew && entry.confirmedAt) return { reference: entry.reference, refusal: EXISTS }
    const isMailed = await mayMail(tx, email, isNew)
    if (isMailed) await queueMail(tx, { to: email, ...confirmMail(key, visit, entry) })
    return { reference: entry.reference, refusal: isNew ? null : `${EXISTS}. ${isMailed ? SENT_AGAIN : SENT_BEFORE}` }
  })
  // Thrown after the transaction, so that the second email to an unconfirmed address stays queued.
  if (refusal) throw new AppError('conflict', refusal, { field: 'email' })
  return { reference }
}

/**
 * Confirms an address; doing it again changes nothing.
 * @throws bad_input if the link is invalid or too old, or the address has unsubscribed
 */
export async function confirmWaitlist(db: Db, token: string): Promise<{ email: string }> {
  const proof = parseToken(await waitlistKey(db), 'confirm', token)
  if (!proof) throw new AppError('bad_input', DEAD_LINK, { field: 'token' })
  const entry = await db.waitlistEntry.findUnique({ where: { id: proof.id } })
  const isExpired = Date.now() - proof.at.getTime() > CONFIRM_DAYS * DAY_MS
  if (!entry) throw new AppError('bad_input', isExpired ? EXPIRED_LINK : DEAD_LINK, { field: 'token' })
  if (entry.unsubscribedAt)
    throw new AppError('bad_input', 'This address has left the waitlist. Join again to get a new link.', {
      field: 'token',
    })
  if (!entry.confirmedAt) {
    if (isExpired) throw new AppError('bad_input', EXPIRED_LINK, { field: 'token' })
    await db.waitlistEntry.updateMany({
      where: { id: entry.id, confirmedAt: null, unsubscribedAt: null },
      data: { confirmedAt: new Date() },
    })
  }
  return { email: entry.email }
}

/**
 * Stops all waitlist emails to an address, and deletes everything but the address. Doing it again changes nothing, and
 * the link never expires.
 * @returns the address; null if it has already been deleted
 * @throws bad_input if the link is invalid
 */
export async function unsubscribeWaitlist(db: Db, token: string): Promise<{ email: string | null }> {
  const proof = parseToken(await waitlistKey(db), 'unsubscribe', token)
  if (!proof) throw new AppError('bad_input', DEAD_LINK, { field: 'token' })
  const entry = await db.waitlistEntry.findUnique({ where: { id: proof.id } })
  await db.waitlistEntry.updateMany({
    where: { id: proof.id, unsubscribedAt: null },
    data: { unsubscribedAt: new Date(), ...NOTHING_SEEN },
  })
  return { email: entry?.email ?? null }
}

/** Returns the number of confirmed addresses that wait for the shop to open; null if they are too few to mention. */
export async function countWaitlist(db: Db): Promise<number | null> {
  const count = await db.waitlistEntry.count({ where: { confirmedAt: { not: null }, unsubscribedAt: null } })
  return count >= WORTH_TELLING ? count : null
}

async function mayMail(tx: Prisma.TransactionClient, email: string, isNew: boolean): Promise<boolean> {
  const mails = await tx.mail.findMany({
    where: { toAddress: email, kind: 'waitlist_confirm', createdAt: { gt: new Date(Date.now() - DAY_MS) } },
    select: { createdAt: true },
  })
  return (
    mails.length < MAILS_A_DAY &&
    (isNew || mails.every(({ createdAt }) => createdAt.getTime() <= Date.now() - MAIL_GAP_MS))
  )
}

function confirmMail(key: Buffer, { siteUrl }: Visit, { id, reference }: { id: string; reference: string }) {
  const linkTo = (purpose: WaitlistPurpose) => `/waitlist/${purpose}?token=${signToken(key, purpose, id)}`
  return waitlistConfirm({
    siteUrl,
    reference,
    days: CONFIRM_DAYS,
    link: linkTo('confirm'),
    unsubscribeLink: linkTo('unsubscribe'),
  })
}

/** Removes characters that PostgreSQL refuses. */
const storable = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_USER_AGENT)
