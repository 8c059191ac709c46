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

const CONFIRM_DAYS = 30
const DAY_MS = 24 * 3600_000
/** An address that is put on the list again and again, by whoever types it, gets a mail at most so often, and so many a day. */
const MAIL_GAP_MS = 10 * 60_000
const MAILS_A_DAY = 3
const MAX_USER_AGENT = 1_000
/** Fewer people than this are no argument for joining, so they are not spoken of. */
const WORTH_TELLING = 100
const DEAD_LINK = 'This link is not valid. Open it from the mail once more.'

/**
 * Puts an address on the waitlist and mails it a link by which its owner confirms it. Whoever has left comes back the same way.
 * @returns the reference that people quote
 * @throws too_many; conflict at `email` for an address that is on the list, confirmed or not
 */
export async function joinWaitlist(db: Db, visit: Visit, { email, source, timeSpent, timeZone }: JoinInput): Promise<{ reference: string }> {
  await countAttempt('waitlist', visit, email)
  const seen = {
    source, timeSpentSeconds: timeSpent, browser: browserFamily(visit.userAgent), userAgent: storable(visit.userAgent),
    location: visitorCountry({ edge: visit.edgeCountry, timeZone, language: visit.country }),
  }
  const key = await waitlistKey(db)
  const id = newId()
  const { reference, isNew } = await db.$transaction(async (tx) => {
    await tx.waitlistEntry.createMany({ data: [{ id, email, ...seen }], skipDuplicates: true })
    // Whoever asks for the same address meanwhile waits here.
    await tx.$queryRaw`SELECT 1 FROM waitlist WHERE email = ${email} FOR UPDATE`
    const entry = await tx.waitlistEntry.findUniqueOrThrow({ where: { email } })
    const isBack = entry.unsubscribedAt !== null
    const isNew = entry.id === id || isBack
    if (isBack) await tx.waitlistEntry.update({ where: { email }, data: { ...seen, createdAt: new Date(), confirmedAt: null, unsubscribedAt: null } })
    if ((isNew || !entry.confirmedAt) && (await mayMail(tx, email, isNew))) await queueMail(tx, { to: email, ...confirmMail(key, visit, entry) })
    return { reference: entry.reference, isNew }
  })
  // Thrown only now: a second mail to somebody who has not confirmed yet is to stay queued.
  if (!isNew) throw new AppError('conflict', 'Email already exists in waitlist', { field: 'email' })
  return { reference }
}

/** Counts an address from now on; doing it again changes nothing. @throws bad_input for a link that is none, too old, or of somebody who has left */
export async function confirmWaitlist(db: Db, token: string): Promise<{ email: string }> {
  const proof = readWaitlistToken(await waitlistKey(db), 'confirm', token)
  const entry = proof && (await db.waitlistEntry.findUnique({ where: { id: proof.entryId } }))
  if (!proof || !entry) throw new AppError('bad_input', DEAD_LINK, { field: 'token' })
  if (entry.unsubscribedAt) throw new AppError('bad_input', 'This address has left the waitlist. Join again to get a new link.', { field: 'token' })
  if (!entry.confirmedAt) {
    if (Date.now() - proof.at.getTime() > CONFIRM_DAYS * DAY_MS) throw new AppError('bad_input', 'This link has expired. Join again to get a new one.', { field: 'token' })
    await db.waitlistEntry.updateMany({ where: { id: entry.id, confirmedAt: null, unsubscribedAt: null }, data: { confirmedAt: new Date() } })
  }
  return { email: entry.email }
}

/** Ends all mail of the waitlist to an address; doing it again changes nothing, and the link never expires. @throws bad_input for a link that is none */
export async function unsubscribeWaitlist(db: Db, token: string): Promise<{ email: string }> {
  const proof = readWaitlistToken(await waitlistKey(db), 'unsubscribe', token)
  const entry = proof && (await db.waitlistEntry.findUnique({ where: { id: proof.entryId } }))
  if (!entry) throw new AppError('bad_input', DEAD_LINK, { field: 'token' })
  await db.waitlistEntry.updateMany({ where: { id: entry.id, unsubscribedAt: null }, data: { unsubscribedAt: new Date() } })
  return { email: entry.email }
}

/** When the shop opens, and how many confirmed addresses wait for it, where there are enough to speak of; else null. */
export async function readEarlyAccess(db: Db): Promise<{ launchAt: Date; isLaunched: boolean; waiting: number | null }> {
  const [{ launchAt, state }, count] = await Promise.all([readSiteSettings(db), db.waitlistEntry.count({ where: { confirmedAt: { not: null }, unsubscribedAt: null } })])
  return { launchAt, isLaunched: state === 'live' && launchAt.getTime() <= Date.now(), waiting: count >= WORTH_TELLING ? count : null }
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
