import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import {
  accountExists,
  changeEmail,
  emailChanged,
  emailChangeNotice,
  emailVerificationMail,
  welcome,
} from '#server/mail/templates.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { authConfig } from './auth-config.ts'
import { countAttempt } from './attempt-limits.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { TOKEN_PAGES, type ChangeEmailInput, type EmailLinkInput, type RedeemInput } from './auth.schema.ts'
import { findAccount } from './find-account.ts'
import { rememberDevice } from './known-device.ts'
import { lockOwnAccount } from './lock-account.ts'
import { deadLink, endTokens, hashToken, issueToken, redeemToken, TOKEN_MINUTES } from './one-time-tokens.ts'
import { assertOwnPassword } from './password.service.ts'
import { rotateSessions } from './session.service.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'

type Tx = Db | Prisma.TransactionClient

/** Emails a link that verifies the address of an existing account. */
export async function mailVerification(
  tx: Tx,
  visit: Visit,
  { userId, email, fullName }: { userId: string; email: string; fullName: string },
): Promise<void> {
  const { token } = await issueToken(tx, { purpose: 'verify_email', userId, email })
  await queueMail(tx, {
    to: email,
    ...emailVerificationMail({
      siteUrl: visit.siteUrl,
      name: fullName,
      link: `${TOKEN_PAGES.verify_email}?token=${token}`,
      minutes: TOKEN_MINUTES.verify_email,
    }),
  })
}

/** Sends the link again. Does nothing if the address is verified. @throws AppError too_many */
export async function requestEmailVerification({
  db,
  visit,
  viewer,
}: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<void> {
  await countAttempt('email', visit, viewer.userId)
  if (viewer.isEmailVerified) return
  await db.$transaction((tx) => mailVerification(tx, visit, viewer))
}

/**
 * Checks an emailed link of the viewer's account without using it up.
 * @returns the viewer's address, and whether the link has already been used
 * @throws AppError bad_input for a token that is unknown, used up, expired or another account's
 */
export async function checkEmailLink(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { token, purpose }: EmailLinkInput,
): Promise<{ email: string; isDone: boolean }> {
  const { userId, email, isEmailVerified } = viewer
  if (purpose === 'verify_email' && isEmailVerified) return { email, isDone: true }
  const link = await db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose, userId },
    select: { email: true, usedAt: true, expiresAt: true },
  })
  if (purpose === 'change_email' && link?.usedAt && link.email === email) return { email, isDone: true }
  if (!link || link.usedAt || link.expiresAt <= new Date()) throw deadLink()
  return { email, isDone: false }
}

/**
 * Marks the viewer's address as verified. Works only for the viewer's own account, because a link that reached the
 * wrong mailbox must not verify the address for the person who typed it.
 * @throws AppError bad_input for a token that is unknown, used, expired or another account's
 */
export async function verifyEmail(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { token }: RedeemInput,
): Promise<{ email: string }> {
  const email = await db.$transaction(async (tx) => {
    const redeemed = await redeemToken(tx, 'verify_email', token, { userId: viewer.userId })
    const { count } = await tx.user.updateMany({
      where: { id: viewer.userId, email: redeemed.email },
      data: { emailVerifiedAt: new Date() },
    })
    if (count === 0) throw deadLink()
    if (!viewer.isEmailVerified)
      await queueMail(tx, { to: redeemed.email, ...welcome({ siteUrl: visit.siteUrl, name: viewer.fullName }) })
    return redeemed.email
  })
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'email_verified', subjectId: viewer.userId })
  return { email }
}

/**
 * Emails a link to the new address and a notice to the old one. The response is the same if the new address already has
 * an account; its owner gets a different email.
 * @throws AppError bad_input at 'email' if the address is the current one; at 'currentPassword'; too_many; forbidden as
 *   `assertOwnPassword`
 */
export async function requestEmailChange(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { email, currentPassword }: ChangeEmailInput,
): Promise<void> {
  assertNotListed(viewer.email)
  await countAttempt('email', visit, viewer.userId)
  await assertOwnPassword({ db, visit, viewer }, currentPassword)
  if (email === viewer.email) throw new AppError('bad_input', 'This is already your email address.', { field: 'email' })
  const known = await findAccount(db, email)
  const { siteUrl } = visit
  await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    const { token } = await issueToken(tx, { purpose: 'change_email', userId: viewer.userId, email })
    const link = `${TOKEN_PAGES.change_email}?token=${token}`
    const mail = known
      ? accountExists({ siteUrl, name: known.fullName })
      : changeEmail({ siteUrl, name: viewer.fullName, link, minutes: TOKEN_MINUTES.change_email })
    await queueMail(tx, { to: email, ...mail })
    await queueMail(tx, { to: viewer.email, ...emailChangeNotice({ siteUrl, name: viewer.fullName, newEmail: email }) })
  })
}

/**
 * Changes the account's address to the new one. Earlier emailed links and all other sessions end, and this session gets
 * a new id.
 * @throws AppError bad_input for an invalid token; conflict if another account has taken the address since
 */
export async function confirmEmailChange(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { token }: RedeemInput,
): Promise<{ email: string }> {
  const email = await db.$transaction(async (tx) => {
    assertNotListed(viewer.email)
    await lockOwnAccount(tx, viewer)
    const redeemed = await redeemToken(tx, 'change_email', token, { userId: viewer.userId })
    const changed = await tx.$executeRaw`
      UPDATE users SET email = ${redeemed.email}, email_verified_at = now(), updated_at = now()
      WHERE id = ${viewer.userId}::uuid AND NOT EXISTS (SELECT FROM users WHERE email = ${redeemed.email})`
    if (changed === 0)
      throw new AppError('conflict', 'This address cannot be used. Please choose another one.', { field: 'email' })
    await endTokens(tx, viewer.userId)
    await queueMail(tx, {
      to: viewer.email,
      ...emailChanged({ siteUrl: visit.siteUrl, name: viewer.fullName, newEmail: redeemed.email }),
    })
    await rotateSessions(tx, visit, viewer)
    return redeemed.email
  })
  await rememberDevice({ db, visit }, email)
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'email_changed', subjectId: viewer.userId })
  return { email }
}

/**
 * Refuses an address of ADMIN_EMAILS. Otherwise a second account with the old address would become an administrator
 * without anyone's approval.
 */
function assertNotListed(email: string): void {
  if (authConfig().adminEmails.includes(email))
    throw new AppError(
      'conflict',
      `${email} is listed in ADMIN_EMAILS, so you cannot change it. Remove it from that setting first.`,
      { field: 'email' },
    )
}
