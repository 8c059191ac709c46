import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { alreadySignedUp, confirmSignUp, welcome } from '#server/mail/templates.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { escapeLike } from '#server/platform/like.ts'
import { newId } from '#server/platform/ids.ts'
import { askingBrowser, markBrowser } from './asking-browser.ts'
import { countAttempt } from './attempt-limits.ts'
import { writeAudit } from './audit.service.ts'
import { safePath, TOKEN_PAGES, type RedeemInput, type SignUpCodeInput, type SignUpCustomerInput, type SignUpPartnerInput } from './auth.schema.ts'
import { claimAccount } from './claim-account.ts'
import { findAccount } from './find-account.ts'
import { addCode, deadLink, hashToken, issueToken, redeemSignUp, TOKEN_MINUTES, trySignUpCode, waitsForSignUp, wrongCode, type RedeemedSignUp } from './one-time-tokens.ts'
import { assertNotGuessable, hashPassword } from './passwords.ts'
import { startSession } from './session.service.ts'
import type { Viewer, Visit } from './viewer.ts'

// Nobody has an account before its address has proven itself: what was typed waits beside the token of the mail, and signs nobody in. So whoever types somebody
// else's address learns nothing (the work, the answer and the cookie are the same), and leaves nothing behind.

type Tx = Prisma.TransactionClient

/** What waits for its mail to be opened. */
const waitingAccount = z.object({
  fullName: z.string(),
  phone: z.string(),
  /** argon2id. */
  passwordHash: z.string(),
  redirectTo: z.unknown().transform(safePath),
  /** Of partners. */
  business: z.object({ businessName: z.string(), websiteUrl: z.string() }).nullable(),
})
type WaitingAccount = z.output<typeof waitingAccount>

/** Where the mail's code is typed; the same for every address. */
export interface SignUpAnswer {
  redirectTo: string
}

/** Who has just opened an account, or entered the one that was there. */
export interface SignedUp {
  redirectTo: string
  email: string
  /** What he should know on the next page; null for nothing. */
  notice: string | null
}

const ALREADY = 'You had an account with this address already: this is it. Its password is the one that it had.'

/**
 * Keeps what a customer has typed until the mail to his address is opened in this browser, or its code typed here; then there is an account. For an address that
 * has one the mail says so, and lets its owner into it the same way. Answer, cookies and work are the same.
 * @throws AppError bad_input at 'password' for one that is easily guessed; too_many.
 */
export async function signUpCustomer(db: Db, visit: Visit, { email, ...input }: SignUpCustomerInput): Promise<SignUpAnswer> {
  await countAttempt('signUp', visit, email)
  return keepWaiting(db, visit, email, input, null)
}

/**
 * The same for a partner, who is pending from then on until an admin approves him. A customer with that address becomes a partner.
 * @throws AppError conflict at 'businessName' for a brand that is already here; bad_input; too_many.
 */
export async function signUpPartner(db: Db, visit: Visit, { email, businessName, websiteUrl, ...input }: SignUpPartnerInput): Promise<SignUpAnswer> {
  await countAttempt('signUp', visit, email)
  // Names of brands are public. Whose an address is, is not: that is told once it is proven.
  await assertNameIsFree(db, businessName)
  return keepWaiting(db, visit, email, { ...input, fullName: businessName }, { businessName, websiteUrl })
}

/** The address that this browser has signed up with and not proven yet, the newest if there are more; null for none, and after a day. */
export async function readWaitingSignUp(db: Db, visit: Visit): Promise<{ email: string } | null> {
  const waiting = await findWaiting(db, visit)
  return waiting && { email: waiting.email }
}

/** Sends the mail again, with a new link and code; without a sign-up that waits in this browser nothing happens. @throws AppError too_many */
export async function mailSignUpAgain(db: Db, visit: Visit): Promise<void> {
  const waiting = await findWaiting(db, visit)
  if (!waiting) return
  await countAttempt('signUp', visit, waiting.email)
  await mailProof(db, visit, waiting.email, waitingAccount.parse(waiting.data))
}

/**
 * What a sign-up's mailed link is still good for, without using it up.
 * @returns the address, where the viewer has done already what it is for; null: it waits to be used
 * @throws AppError bad_input for a token that is unknown, expired or used by somebody else.
 */
export async function readSignUpLink(db: Db, viewer: Viewer | null, { token }: RedeemInput): Promise<{ doneFor: string | null }> {
  const link = await db.oneTimeToken.findFirst({ where: { tokenHash: hashToken(token), purpose: 'sign_up' }, select: { email: true, usedAt: true, expiresAt: true } })
  if (link?.usedAt && viewer?.email === link.email) return { doneFor: link.email }
  if (!link || link.usedAt || link.expiresAt <= new Date()) throw deadLink()
  return { doneFor: null }
}

/**
 * Opens the account that waits for a mailed link, and signs in to it, in the browser that signed up. An address that has an account by now signs in to that one.
 * @throws AppError bad_input at 'token' for a dead link; forbidden in another browser, where the link stays good; conflict for a brand that is here by now.
 */
export async function finishSignUp(db: Db, visit: Visit, { token }: RedeemInput): Promise<SignedUp> {
  try {
    return await finish(db, visit, { token })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_input' || !(await waitsForSignUp(db, token))) throw error
    throw new AppError('forbidden', 'This link works in the browser where you signed up. There you can also type the code from the mail.', { field: 'token', cause: error })
  }
}

/**
 * The same by the six digits of the mail.
 * @throws AppError bad_input at 'code', the same for wrong, expired and used up (five tries); conflict as `finishSignUp`; too_many.
 */
export async function finishSignUpByCode(db: Db, visit: Visit, { code }: SignUpCodeInput): Promise<SignedUp> {
  const waiting = await findWaiting(db, visit)
  if (!waiting) throw wrongCode()
  // By the address: it may have an account, which each new sign-up would give five more tries at.
  await countAttempt('code', visit, waiting.email)
  await trySignUpCode(db, waiting.id, code)
  return finish(db, visit, { id: waiting.id })
}

type Typed = Pick<SignUpCustomerInput, 'fullName' | 'phone' | 'password' | 'redirectTo'>

async function keepWaiting(db: Db, visit: Visit, email: string, { fullName, phone, password, redirectTo }: Typed, business: WaitingAccount['business']): Promise<SignUpAnswer> {
  await assertNotGuessable(password, email)
  const passwordHash = await hashPassword(password)
  await mailProof(db, visit, email, { fullName, phone, passwordHash, redirectTo: redirectTo ?? '/', business })
  return { redirectTo: TOKEN_PAGES.sign_up }
}

/** For an address that has an account and for one that has none: the same statements. */
async function mailProof(db: Db, visit: Visit, email: string, waiting: WaitingAccount): Promise<void> {
  const account = await findAccount(db, email)
  const browserHash = markBrowser(visit)
  const { siteUrl } = visit
  await db.$transaction(async (tx) => {
    const { id, token } = await issueToken(tx, { purpose: 'sign_up', userId: null, email, browserHash, data: waiting })
    const proof = { siteUrl, link: `${TOKEN_PAGES.sign_up}?token=${token}`, code: await addCode(tx, db, id), minutes: TOKEN_MINUTES.sign_up }
    await queueMail(tx, { to: email, ...(account ? alreadySignedUp({ ...proof, name: account.fullName }) : confirmSignUp({ ...proof, name: waiting.fullName })) })
    await writeAudit(db, visit, { actorId: null, action: 'sign_up_asked', subjectId: account?.id ?? null }, tx)
  })
}

async function findWaiting(db: Db, visit: Visit) {
  const browserHash = askingBrowser(visit)
  if (browserHash === null) return null
  return db.oneTimeToken.findFirst({
    where: { purpose: 'sign_up', browserHash, usedAt: null, expiresAt: { gt: new Date() } }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], select: { id: true, email: true, data: true },
  })
}

async function finish(db: Db, visit: Visit, given: { token: string } | { id: string }): Promise<SignedUp> {
  const { email, wished, userId, change, isSettled } = await db.$transaction(async (tx) => {
    const redeemed = await redeemSignUp(tx, askingBrowser(visit), given)
    const waiting = waitingAccount.parse(redeemed.data)
    return { email: redeemed.email, wished: waiting.redirectTo, ...(await openAccount(tx, visit, redeemed, waiting)) }
  })
  if (change) await writeAudit(db, visit, { actorId: userId, action: change.action, subjectId: userId, data: change.data })
  const { redirectTo, notice } = await startSession(db, visit, userId, { remember: false, method: 'sign_up', redirectTo: wished })
  return { redirectTo, email, notice: [notice, isSettled && ALREADY].filter(Boolean).join(' ') || null }
}

interface Opened {
  userId: string
  /** For the audit log. */
  change: { action: string; data: Prisma.InputJsonObject } | null
  /** There was an account, whose address was proven before: it stays as it was. */
  isSettled: boolean
}

async function openAccount(tx: Tx, visit: Visit, { email }: RedeemedSignUp, { fullName, phone, passwordHash, business }: WaitingAccount): Promise<Opened> {
  const id = newId()
  const { count } = await tx.user.createMany({ data: [{ id, email, role: business ? 'partner' : 'customer', emailVerifiedAt: new Date() }], skipDuplicates: true })
  if (count === 0) return enterKnown(tx, email, { fullName, phone, passwordHash, business })
  await tx.password.create({ data: { userId: id, hash: passwordHash } })
  await tx.profile.create({ data: { userId: id, fullName, phone } })
  if (business) await createOwnPartner(tx, id, { ...business, email, phone })
  await queueMail(tx, { to: email, ...welcome({ siteUrl: visit.siteUrl, name: fullName }) })
  return { userId: id, change: { action: 'sign_up', data: { role: business ? 'partner' : 'customer' } }, isSettled: false }
}

/** The address had an account before: by now he has proven that it is his. */
async function enterKnown(tx: Tx, email: string, { fullName, phone, passwordHash, business }: Omit<WaitingAccount, 'redirectTo'>): Promise<Opened> {
  const [known] = await tx.$queryRaw<Array<{ id: string }>>`SELECT id FROM users WHERE email = ${email} FOR UPDATE`
  if (!known) throw new AppError('conflict', 'Failed to create account. Please try again.', { field: 'token' })
  const userId = known.id
  const isClaimed = await claimAccount(tx, userId)
  if (isClaimed) {
    await tx.password.create({ data: { userId, hash: passwordHash } })
    await tx.profile.upsert({ where: { userId }, create: { userId, fullName, phone }, update: { fullName, phone } })
  }
  const { role } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } })
  const claimed = isClaimed ? { action: 'account_claimed', data: {} } : null
  if (!business || role !== 'customer') return { userId, change: claimed, isSettled: !isClaimed }
  await tx.user.update({ where: { id: userId }, data: { role: 'partner' } })
  await tx.session.deleteMany({ where: { userId } })
  await createOwnPartner(tx, userId, { ...business, email, phone })
  return { userId, change: claimed ?? { action: 'role_changed', data: { from: 'customer', to: 'partner', by: 'sign-up as a partner' } }, isSettled: !isClaimed }
}

async function assertNameIsFree(db: Db | Tx, businessName: string): Promise<void> {
  if (await db.partner.findFirst({ where: { businessName: { equals: escapeLike(businessName), mode: 'insensitive' } }, select: { id: true } })) {
    throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
  }
}

/** @throws AppError conflict for a brand that has the name or the address by now; nothing is opened then. */
async function createOwnPartner(tx: Tx, ownerId: string, { businessName, email, phone, websiteUrl }: { businessName: string; email: string; phone: string; websiteUrl: string }): Promise<void> {
  await assertNameIsFree(tx, businessName)
  if (await tx.partner.findFirst({ where: { email: { equals: escapeLike(email), mode: 'insensitive' } }, select: { id: true } })) {
    throw new AppError('conflict', 'This address already belongs to a brand here. Please contact us to take it over.', { field: 'email' })
  }
  const { count } = await tx.partner.createMany({
    data: [{ id: newId(), ownerId, businessName, contactPerson: businessName, businessType: 'retail', email, phone, websiteUrl: websiteUrl || null, verificationStatus: 'pending' }],
    skipDuplicates: true,
  })
  if (count === 0) throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
}
