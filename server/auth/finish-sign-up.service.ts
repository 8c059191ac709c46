import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { welcome } from '#server/mail/templates.ts'
import type { Ask } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Visit } from '#server/platform/visit.ts'
import { askingBrowser } from './asking-browser.ts'
import { countAttempt } from './attempt-limits.ts'
import type { RedeemInput, SignUpCodeInput } from './auth.schema.ts'
import { claimAccount } from './claim-account.ts'
import {
  deadLink,
  hashToken,
  redeemSignUp,
  trySignUpCode,
  waitsForSignUp,
  wrongCode,
  type RedeemedSignUp,
} from './one-time-tokens.ts'
import { createOwnPartner } from './own-partner.ts'
import { startSession } from './start-session.ts'
import { findWaiting, waitingAccount, type WaitingAccount } from './waiting-sign-up.ts'

type Tx = Prisma.TransactionClient

/** The account that was created, or signed in to if it existed. */
export interface SignedUp {
  redirectTo: string
  email: string
  /** The message for the next page, or null. */
  notice: string | null
}

const ALREADY = 'You already had an account with this address, so we signed you in to it. Its password has not changed.'

/**
 * Checks a sign-up's emailed link without using it up.
 * @returns the address, if the viewer has already used the link; null if it can still be used
 * @throws AppError bad_input if the token is unknown, expired or used by someone else
 */
export async function checkSignUpLink(
  { db, viewer }: Pick<Ask, 'db' | 'viewer'>,
  { token }: RedeemInput,
): Promise<{ doneFor: string | null }> {
  const link = await db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'sign_up' },
    select: { email: true, usedAt: true, expiresAt: true },
  })
  if (link?.usedAt && viewer?.email === link.email) return { doneFor: link.email }
  if (!link || link.usedAt || link.expiresAt <= new Date()) throw deadLink()
  return { doneFor: null }
}

/**
 * Creates the account and signs in, by the emailed link and in the browser that signed up. If the address has an
 * account by now, signs in to that one.
 * @throws AppError bad_input at 'token' for an invalid link; forbidden in another browser (the link stays valid);
 * conflict if the brand exists by now
 */
export async function finishSignUp(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { token }: RedeemInput,
): Promise<SignedUp> {
  try {
    return await finish({ db, visit }, { token })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_input' || !(await waitsForSignUp(db, token))) throw error
    throw new AppError(
      'forbidden',
      'This link only works in the browser where you signed up. In that browser, open it again or enter the code from the email.',
      { field: 'token', cause: error },
    )
  }
}

/**
 * Like `finishSignUp`, but with the six digits from the email.
 * @throws AppError bad_input at 'code', the same if it is wrong, expired or used up (five attempts); conflict as
 * `finishSignUp`; too_many
 */
export async function finishSignUpByCode(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { code }: SignUpCodeInput,
): Promise<SignedUp> {
  const waiting = await findWaiting({ db, visit })
  if (!waiting) throw wrongCode()
  // Also counts by email address, because each new sign-up allows five more attempts, and the address may have an
  // account.
  await countAttempt('code', visit, waiting.email)
  await trySignUpCode(db, waiting.id, code)
  return finish({ db, visit }, { id: waiting.id })
}

async function finish(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  given: { token: string } | { id: string },
): Promise<SignedUp> {
  const { email, wished, isJoining, userId, change, isSettled } = await db.$transaction(async (tx) => {
    const redeemed = await redeemSignUp(tx, askingBrowser(visit), given)
    const waiting = waitingAccount.parse(redeemed.data)
    const opened = await openAccount(tx, visit, redeemed, waiting)
    return { email: redeemed.email, wished: waiting.redirectTo, isJoining: waiting.isJoining, ...opened }
  })
  if (change)
    await writeAudit(db, visit, { actorId: userId, action: change.action, subjectId: userId, data: change.data })
  const { redirectTo, notice } = await startSession({ db, visit }, userId, {
    remember: false,
    method: 'sign_up',
    redirectTo: wished,
  })
  // The onboarding page shows which account it continues with.
  return { redirectTo, email, notice: [notice, isSettled && !isJoining && ALREADY].filter(Boolean).join(' ') || null }
}

interface Opened {
  userId: string
  /** For the audit log. */
  change: { action: string; data: Prisma.InputJsonObject } | null
  /** Whether the account existed with a proven address, so that it stayed unchanged. */
  isSettled: boolean
}

async function openAccount(
  tx: Tx,
  visit: Visit,
  { email }: RedeemedSignUp,
  { fullName, phone, passwordHash, business, isJoining }: WaitingAccount,
): Promise<Opened> {
  const id = newId()
  const { count } = await tx.user.createMany({
    data: [{ id, email, role: business ? 'partner' : 'customer', emailVerifiedAt: new Date() }],
    skipDuplicates: true,
  })
  if (count === 0) return enterKnown(tx, email, { fullName, phone, passwordHash, business })
  if (passwordHash) await tx.password.create({ data: { userId: id, hash: passwordHash } })
  await tx.profile.create({ data: { userId: id, fullName, phone } })
  if (business) await createOwnPartner(tx, id, { ...business, email, phone })
  // People who join as a partner get their welcome email at the end of onboarding.
  if (!isJoining) await queueMail(tx, { to: email, ...welcome({ siteUrl: visit.siteUrl, name: fullName }) })
  return {
    userId: id,
    change: { action: 'sign_up', data: { role: business ? 'partner' : 'customer' } },
    isSettled: false,
  }
}

/** Signs in to the account that the address already had, because the visitor has now proven that it is theirs. */
async function enterKnown(
  tx: Tx,
  email: string,
  { fullName, phone, passwordHash, business }: Omit<WaitingAccount, 'redirectTo' | 'isJoining'>,
): Promise<Opened> {
  const [known] = await tx.$queryRaw<Array<{ id: string }>>`SELECT id FROM users WHERE email = ${email} FOR UPDATE`
  if (!known) throw new AppError('conflict', 'Failed to create account. Please try again.', { field: 'token' })
  const userId = known.id
  const isClaimed = await claimAccount(tx, userId)
  if (isClaimed) {
    if (passwordHash) await tx.password.create({ data: { userId, hash: passwordHash } })
    await tx.profile.upsert({ where: { userId }, create: { userId, fullName, phone }, update: { fullName, phone } })
  }
  const { role } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } })
  const claimed = isClaimed ? { action: 'account_claimed', data: {} } : null
  if (!business || role !== 'customer') return { userId, change: claimed, isSettled: !isClaimed }
  await tx.user.update({ where: { id: userId }, data: { role: 'partner' } })
  await tx.session.deleteMany({ where: { userId } })
  await createOwnPartner(tx, userId, { ...business, email, phone })
  return {
    userId,
    change: claimed ?? {
      action: 'role_changed',
      data: { from: 'customer', to: 'partner', by: 'sign-up as a partner' },
    },
    isSettled: !isClaimed,
  }
}
