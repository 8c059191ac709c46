import { queueMail } from '#server/mail/mail.service.ts'
import { noAccount, passwordChanged, resetPassword as resetPasswordMail } from '#server/mail/templates.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { countAttempt, forgiveAccount, forgiveAttempts } from './attempt-limits.ts'
import { writeAudit } from './audit.service.ts'
import { TOKEN_PAGES, type ChangePasswordInput, type EmailInput, type ResetPasswordInput } from './auth.schema.ts'
import { claimAccount } from './claim-account.ts'
import { findAccount } from './find-account.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { deadLink, endTokens, issueToken, peekToken, redeemToken, TOKEN_MINUTES } from './one-time-tokens.ts'
import { assertNotGuessable, hashPassword, verifyPassword } from './passwords.ts'
import { rotateSessions } from './session.service.ts'
import type { Viewer, Visit } from './viewer.ts'

/** Mails a link for a new password; an address without an account gets a mail that says so, after the same work. @throws AppError too_many */
export async function requestPasswordReset(db: Db, visit: Visit, { email }: Pick<EmailInput, 'email'>): Promise<void> {
  await countAttempt('reset', visit, email, await knownDevice(db, visit, email))
  const account = await findAccount(db, email)
  const { siteUrl } = visit
  await db.$transaction(async (tx) => {
    const { token } = await issueToken(tx, { purpose: 'reset_password', userId: account?.id ?? null, email })
    const link = `${TOKEN_PAGES.reset_password}?token=${token}`
    const mail = account ? resetPasswordMail({ siteUrl, name: account.fullName, link, minutes: TOKEN_MINUTES.reset_password }) : noAccount({ siteUrl })
    await queueMail(tx, { to: email, ...mail })
  })
}

/**
 * Sets the password that a mailed link stands for, and ends every session of the account: signing in is the next step.
 * @throws AppError bad_input at 'token' for a dead link, at 'password' for one that is easily guessed (the link stays good).
 */
export async function resetPassword(db: Db, visit: Visit, { token, password }: ResetPasswordInput): Promise<{ redirectTo: string }> {
  const owner = await peekToken(db, 'reset_password', token)
  if (!owner) throw deadLink()
  await assertNotGuessable(password, owner.email)
  const hash = await hashPassword(password)
  const userId = await db.$transaction(async (tx) => {
    const redeemed = await redeemToken(tx, 'reset_password', token)
    await claimAccount(tx, redeemed.userId)
    await tx.password.upsert({ where: { userId: redeemed.userId }, create: { userId: redeemed.userId, hash }, update: { hash } })
    await tx.session.deleteMany({ where: { userId: redeemed.userId } })
    await endTokens(tx, redeemed.userId)
    await queueMail(tx, { to: redeemed.email, ...passwordChanged({ siteUrl: visit.siteUrl }) })
    return redeemed.userId
  })
  await forgiveAccount('signIn', owner.email)
  // The next step is to sign in, which nobody may keep him from meanwhile.
  await rememberDevice(db, visit, owner.email)
  await writeAudit(db, visit, { actorId: userId, action: 'password_reset', subjectId: userId })
  return { redirectTo: '/login' }
}

/**
 * Changes the viewer's password, or sets the first one. Every other session ends, and this one gets a new id.
 * @throws AppError bad_input at 'currentPassword' or 'password'; too_many.
 */
export async function changePassword(db: Db, visit: Visit, viewer: Viewer, { currentPassword, password }: ChangePasswordInput): Promise<void> {
  await assertOwnPassword(db, visit, viewer, currentPassword)
  await assertNotGuessable(password, viewer.email)
  const hash = await hashPassword(password)
  await db.$transaction(async (tx) => {
    await tx.password.upsert({ where: { userId: viewer.userId }, create: { userId: viewer.userId, hash }, update: { hash } })
    await endTokens(tx, viewer.userId)
    await queueMail(tx, { to: viewer.email, ...passwordChanged({ siteUrl: visit.siteUrl, name: viewer.fullName }) })
  })
  await rotateSessions(db, visit, viewer)
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'password_changed', subjectId: viewer.userId })
}

/**
 * Whoever finds an open browser must not take the account over. An account without a password has nothing to ask for.
 * @throws AppError bad_input at 'currentPassword'; too_many.
 */
export async function assertOwnPassword(db: Db, visit: Visit, viewer: Viewer, currentPassword: string | undefined): Promise<void> {
  const stored = await db.password.findUnique({ where: { userId: viewer.userId } })
  if (!stored) return
  if (!currentPassword) throw new AppError('bad_input', 'Please enter your current password', { field: 'currentPassword' })
  await countAttempt('password', visit, viewer.userId)
  if (!(await verifyPassword(stored.hash, currentPassword))) throw new AppError('bad_input', 'The current password is not right', { field: 'currentPassword' })
  await forgiveAttempts('password', visit, viewer.userId)
}
