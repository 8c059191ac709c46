import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { accountStillSuspended } from '#server/mail/account-mails.ts'
import { noAccount, passwordAdded, passwordChanged, passwordResetMail } from '#server/mail/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { countAttempt, forgiveAccount, forgiveAttempts } from './attempt-limits.ts'
import { writeAudit } from '#server/platform/audit.ts'
import {
  TOKEN_PAGES,
  type AfterResetInput,
  type ChangePasswordInput,
  type EmailInput,
  type ProveAgainInput,
  type RedeemInput,
  type ResetPasswordInput,
} from './auth.schema.ts'
import { claimAccount } from './claim-account.ts'
import { findAccount } from './find-account.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { lockAccount, lockOwnAccount } from './lock-account.ts'
import { deadLink, endAccess, endTokens, issueToken, peekToken, redeemToken, TOKEN_MINUTES } from './one-time-tokens.ts'
import { assertNotGuessable, listPersonalWords } from './guessable-passwords.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'
import { assertRecentProof } from './recent-proof.ts'
import { hasSecondFactor } from './second-factor/take-code.ts'
import { renewSession, rotateSessions } from './session.service.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'

/**
 * Emails a link for a new password. If the address has no account or its account is suspended, the email says so, and
 * the work takes equally long.
 * @throws AppError too_many
 */
export async function requestPasswordReset(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email }: Pick<EmailInput, 'email'>,
): Promise<void> {
  await countAttempt('reset', visit, email, await knownDevice({ db, visit }, email))
  const account = await findAccount(db, email)
  const { siteUrl } = visit
  await db.$transaction(async (tx) => {
    const userId = account && !account.isSuspended ? account.id : null
    const { token } = await issueToken(tx, { purpose: 'reset_password', userId, email })
    const link = `${TOKEN_PAGES.reset_password}?token=${token}`
    const mail = account?.isSuspended
      ? accountStillSuspended({ siteUrl, name: account.fullName })
      : account
        ? passwordResetMail({ siteUrl, name: account.fullName, link, minutes: TOKEN_MINUTES.reset_password })
        : noAccount({ siteUrl })
    await queueMail(tx, { to: email, ...mail })
  })
}

/**
 * Checks an emailed link for a new password without using it up.
 * @throws AppError bad_input at 'token' if it is unknown, used or expired
 */
export async function checkResetLink({ db }: Pick<Ask, 'db'>, { token }: RedeemInput): Promise<void> {
  if (!(await peekToken(db, 'reset_password', token))) throw deadLink()
}

/**
 * The other sign-in methods of an account with a new password, and the token that lets its owner remove them within 15
 * minutes of the reset.
 */
export interface OtherWaysIn {
  token: string
  providers: Array<{ provider: string; email: string }>
}

/**
 * Sets a new password by an emailed link and ends every session of the account. The owner has to sign in next.
 * @returns `others`: the providers that can still sign in to the account, since a thief may have added them; null if
 * there are none
 * @throws AppError bad_input at 'token' for an invalid link, at 'password' if it is easily guessed (the link stays
 * valid); forbidden as in `assertNotSuspended`
 */
export async function resetPassword(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { token, password }: ResetPasswordInput,
): Promise<{ redirectTo: string; others: OtherWaysIn | null }> {
  const owner = await peekToken(db, 'reset_password', token)
  if (!owner) throw deadLink()
  await assertNotGuessable(password, {
    email: owner.email,
    names: await listPersonalWords(db, owner.userId),
    siteUrl: visit.siteUrl,
  })
  const hash = await hashPassword(password)
  const { userId, others } = await db.$transaction(async (tx) => {
    const redeemed = await redeemToken(tx, 'reset_password', token)
    const { userId, email } = redeemed
    await lockAccount(tx, userId)
    await claimAccount(tx, redeemed.userId)
    await tx.password.upsert({
      where: { userId: redeemed.userId },
      create: { userId: redeemed.userId, hash },
      update: { hash },
    })
    await tx.session.deleteMany({ where: { userId: redeemed.userId } })
    await endTokens(tx, redeemed.userId)
    await queueMail(tx, { to: redeemed.email, ...passwordChanged({ siteUrl: visit.siteUrl }) })
    const providers = await providersOf(tx, userId)
    return {
      userId,
      others:
        providers.length > 0
          ? { token: (await issueToken(tx, { purpose: 'after_reset', userId, email })).token, providers }
          : null,
    }
  })
  await forgiveAccount('signIn', owner.email)
  // The owner signs in next, and strangers' attempts must not block that. Excludes accounts with a second factor,
  // because each reset would give someone who controls the mailbox ten more attempts at it.
  if (!(await hasSecondFactor(db, userId))) await rememberDevice({ db, visit }, owner.email)
  await writeAudit(db, visit, { actorId: userId, action: 'password_reset', subjectId: userId })
  return { redirectTo: '/login', others }
}

/**
 * Removes a provider from an account after a password reset, with every session and personal token that its user may
 * have.
 * @returns the remaining sign-in methods
 * @throws AppError bad_input at 'token' if the reset was more than 15 minutes ago
 */
export async function removeAfterReset(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { token, provider }: AfterResetInput,
): Promise<OtherWaysIn> {
  const owner = await peekToken(db, 'after_reset', token)
  if (!owner)
    throw new AppError(
      'bad_input',
      'This took too long. Sign in with your new password, then manage your sign-in methods in your settings.',
      { field: 'token' },
    )
  const { userId } = owner
  const providers = await db.$transaction(async (tx) => {
    await lockAccount(tx, userId)
    const { count } = await tx.oAuthAccount.deleteMany({ where: { userId, provider } })
    if (count > 0) {
      await tx.session.deleteMany({ where: { userId } })
      // Keeps emailed tokens, because this page's token has to work for the other providers.
      await endAccess(tx, userId)
    }
    return providersOf(tx, userId)
  })
  await writeAudit(db, visit, {
    actorId: userId,
    action: 'provider_unlinked',
    subjectId: userId,
    data: { provider, after: 'password_reset' },
  })
  return { token, providers }
}

const providersOf = (tx: Prisma.TransactionClient, userId: string) =>
  tx.oAuthAccount.findMany({
    where: { userId },
    select: { provider: true, email: true },
    orderBy: { createdAt: 'asc' },
  })

/**
 * Changes the viewer's password, or sets the first one. Every other session ends, and this one gets a new id.
 * @throws AppError bad_input at 'currentPassword' or 'password'; too_many; forbidden as in `assertOwnPassword`;
 *   unauthorized if the session has ended
 */
export async function changePassword(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { currentPassword, password }: ChangePasswordInput,
): Promise<void> {
  const isFirst = !(await assertOwnPassword({ db, visit, viewer }, currentPassword))
  await assertNotGuessable(password, {
    email: viewer.email,
    names: await listPersonalWords(db, viewer.userId),
    siteUrl: visit.siteUrl,
  })
  const hash = await hashPassword(password)
  await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    await tx.password.upsert({
      where: { userId: viewer.userId },
      create: { userId: viewer.userId, hash },
      update: { hash },
    })
    await endTokens(tx, viewer.userId)
    const owner = { siteUrl: visit.siteUrl, name: viewer.fullName }
    await queueMail(tx, { to: viewer.email, ...(isFirst ? passwordAdded(owner) : passwordChanged(owner)) })
    await rotateSessions(tx, visit, viewer)
  })
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'password_changed', subjectId: viewer.userId })
}

/**
 * Checks the viewer's password, so that a stranger at an unattended browser cannot take over the account. An account
 * without a password needs a sign-in within the last minutes instead.
 * @returns whether there is a password (which was right)
 * @throws AppError bad_input at 'currentPassword'; too_many; forbidden as in `assertRecentProof`
 */
export async function assertOwnPassword(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  currentPassword: string | undefined,
): Promise<boolean> {
  const stored = await db.password.findUnique({ where: { userId: viewer.userId } })
  if (!stored) {
    assertRecentProof(viewer)
    return false
  }
  if (!currentPassword)
    throw new AppError('bad_input', 'Please enter your current password', { field: 'currentPassword' })
  await countAttempt('password', visit, viewer.userId)
  if (!(await verifyPassword(stored.hash, currentPassword)))
    throw new AppError('bad_input', 'The current password is incorrect', { field: 'currentPassword' })
  await forgiveAttempts('password', visit, viewer.userId)
  return true
}

/**
 * Lets viewers prove their identity with their password. For a few minutes they may then do things that need a recent
 * proof.
 * @throws AppError bad_input at 'currentPassword'; forbidden for an account without a password, where the owner has to
 *   sign in again; too_many
 */
export async function proveAgain(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { currentPassword }: ProveAgainInput,
): Promise<void> {
  if (!(await assertOwnPassword({ db, visit, viewer }, currentPassword))) return
  await renewSession({ db, visit, viewer })
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'proven_again', subjectId: viewer.userId })
}
