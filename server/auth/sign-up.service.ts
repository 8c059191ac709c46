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
import { writeAudit } from '#server/platform/audit.ts'
import {
  safePath,
  TOKEN_PAGES,
  type RedeemInput,
  type SignUpCodeInput,
  type SignUpCustomerInput,
  type SignUpPartnerInput,
} from './auth.schema.ts'
import { claimAccount } from './claim-account.ts'
import { findAccount } from './find-account.ts'
import {
  addCode,
  deadLink,
  hashToken,
  issueToken,
  redeemSignUp,
  TOKEN_MINUTES,
  trySignUpCode,
  waitsForSignUp,
  wrongCode,
  type RedeemedSignUp,
} from './one-time-tokens.ts'
import { assertNotGuessable, hashPassword } from './passwords.ts'
import { startSession } from './start-session.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Ask } from '#server/platform/ask.ts'

// There is no account before its address is proven: what was typed waits beside the token of the mail, and signs nobody
// in. So a stranger who types somebody else's address learns nothing (the work, the answer and the cookie are the same)
// and leaves nothing behind.

type Tx = Prisma.TransactionClient

/** What is kept until the mail is opened. */
const waitingAccount = z.object({
  fullName: z.string(),
  phone: z.string(),
  /** argon2id. */
  passwordHash: z.string(),
  redirectTo: z.unknown().transform(safePath),
  /** For partners. */
  business: z.object({ businessName: z.string(), websiteUrl: z.string() }).nullable(),
})
type WaitingAccount = z.output<typeof waitingAccount>

/** For the page where the mail's code is typed; the same for every address. */
export interface SignUpAnswer {
  redirectTo: string
}

/** The account that was just opened, or entered if it existed. */
export interface SignedUp {
  redirectTo: string
  email: string
  /** Message for the next page; null for none. */
  notice: string | null
}

const ALREADY = 'You had an account with this address already: this is it. Its password is the one that it had.'

/**
 * Keeps what a customer has typed until the link in the mail is opened in this browser, or its code is typed there.
 * Only then is the account created. If the address has an account, the mail says so and lets its owner in the same way.
 * Answer, cookies and work are the same.
 * @throws AppError bad_input at 'password' if it is easily guessed; too_many.
 */
export async function signUpCustomer(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, ...input }: SignUpCustomerInput,
): Promise<SignUpAnswer> {
  await countAttempt('signUp', visit, email)
  return keepWaiting({ db, visit }, email, input, null)
}

/**
 * The same for a partner, who is then pending until an admin approves them. A customer with that address becomes a
 * partner.
 * @throws AppError conflict at 'businessName' if the brand exists already; bad_input; too_many.
 */
export async function signUpPartner(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, businessName, websiteUrl, ...input }: SignUpPartnerInput,
): Promise<SignUpAnswer> {
  await countAttempt('signUp', visit, email)
  // Names of brands are public, so a taken one can be reported. Who owns an address is not, so that waits for the
  // proof.
  await assertNameIsFree(db, businessName)
  return keepWaiting({ db, visit }, email, { ...input, fullName: businessName }, { businessName, websiteUrl })
}

/**
 * The newest address that this browser has signed up with but not proven; null if there is none or a day has passed.
 */
export async function readWaitingSignUp({ db, visit }: Pick<Ask, 'db' | 'visit'>): Promise<{ email: string } | null> {
  const waiting = await findWaiting({ db, visit })
  return waiting && { email: waiting.email }
}

/**
 * Sends the mail again, with a new link and code. Does nothing if no sign-up waits in this browser.
 * @throws AppError too_many
 */
export async function mailSignUpAgain({ db, visit }: Pick<Ask, 'db' | 'visit'>): Promise<void> {
  const waiting = await findWaiting({ db, visit })
  if (!waiting) return
  await countAttempt('signUp', visit, waiting.email)
  await mailProof({ db, visit }, waiting.email, waitingAccount.parse(waiting.data))
}

/**
 * Checks a sign-up's mailed link without using it up.
 * @returns the address, if the viewer has already used the link; null if it can still be used
 * @throws AppError bad_input if the token is unknown, expired or used by somebody else.
 */
export async function readSignUpLink(
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
 * Opens the account by the mailed link and signs in to it, in the browser that signed up. If the address has an account
 * by now, signs in to that one.
 * @throws AppError bad_input at 'token' for a dead link; forbidden in another browser, and the link stays valid;
 *   conflict if the brand exists by now.
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
      'This link works in the browser where you signed up. There you can also type the code from the mail.',
      { field: 'token', cause: error },
    )
  }
}

/**
 * The same by the six digits of the mail.
 * @throws AppError bad_input at 'code', the same if it is wrong, expired or used up (five tries); conflict as
 *   `finishSignUp`; too_many.
 */
export async function finishSignUpByCode(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { code }: SignUpCodeInput,
): Promise<SignedUp> {
  const waiting = await findWaiting({ db, visit })
  if (!waiting) throw wrongCode()
  // Counted by address too: the address may have an account, and each new sign-up would bring five more tries at it.
  await countAttempt('code', visit, waiting.email)
  await trySignUpCode(db, waiting.id, code)
  return finish({ db, visit }, { id: waiting.id })
}

type Typed = Pick<SignUpCustomerInput, 'fullName' | 'phone' | 'password' | 'redirectTo'>

async function keepWaiting(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  email: string,
  { fullName, phone, password, redirectTo }: Typed,
  business: WaitingAccount['business'],
): Promise<SignUpAnswer> {
  await assertNotGuessable(password, email)
  const passwordHash = await hashPassword(password)
  await mailProof({ db, visit }, email, { fullName, phone, passwordHash, redirectTo: redirectTo ?? '/', business })
  return { redirectTo: TOKEN_PAGES.sign_up }
}

/** Runs the same statements whether the address has an account or not. */
async function mailProof(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  email: string,
  waiting: WaitingAccount,
): Promise<void> {
  const account = await findAccount(db, email)
  const browserHash = markBrowser(visit)
  const { siteUrl } = visit
  await db.$transaction(async (tx) => {
    const { id, token } = await issueToken(tx, { purpose: 'sign_up', userId: null, email, browserHash, data: waiting })
    const proof = {
      siteUrl,
      link: `${TOKEN_PAGES.sign_up}?token=${token}`,
      code: await addCode(tx, db, id),
      minutes: TOKEN_MINUTES.sign_up,
    }
    await queueMail(tx, {
      to: email,
      ...(account
        ? alreadySignedUp({ ...proof, name: account.fullName })
        : confirmSignUp({ ...proof, name: waiting.fullName })),
    })
    await writeAudit(db, visit, { actorId: null, action: 'sign_up_asked', subjectId: account?.id ?? null }, tx)
  })
}

async function findWaiting({ db, visit }: Pick<Ask, 'db' | 'visit'>) {
  const browserHash = askingBrowser(visit)
  if (browserHash === null) return null
  return db.oneTimeToken.findFirst({
    where: { purpose: 'sign_up', browserHash, usedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, email: true, data: true },
  })
}

async function finish(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  given: { token: string } | { id: string },
): Promise<SignedUp> {
  const { email, wished, userId, change, isSettled } = await db.$transaction(async (tx) => {
    const redeemed = await redeemSignUp(tx, askingBrowser(visit), given)
    const waiting = waitingAccount.parse(redeemed.data)
    return { email: redeemed.email, wished: waiting.redirectTo, ...(await openAccount(tx, visit, redeemed, waiting)) }
  })
  if (change)
    await writeAudit(db, visit, { actorId: userId, action: change.action, subjectId: userId, data: change.data })
  const { redirectTo, notice } = await startSession({ db, visit }, userId, {
    remember: false,
    method: 'sign_up',
    redirectTo: wished,
  })
  return { redirectTo, email, notice: [notice, isSettled && ALREADY].filter(Boolean).join(' ') || null }
}

interface Opened {
  userId: string
  /** For the audit log. */
  change: { action: string; data: Prisma.InputJsonObject } | null
  /** The account existed and its address was proven: it stays as it was. */
  isSettled: boolean
}

async function openAccount(
  tx: Tx,
  visit: Visit,
  { email }: RedeemedSignUp,
  { fullName, phone, passwordHash, business }: WaitingAccount,
): Promise<Opened> {
  const id = newId()
  const { count } = await tx.user.createMany({
    data: [{ id, email, role: business ? 'partner' : 'customer', emailVerifiedAt: new Date() }],
    skipDuplicates: true,
  })
  if (count === 0) return enterKnown(tx, email, { fullName, phone, passwordHash, business })
  await tx.password.create({ data: { userId: id, hash: passwordHash } })
  await tx.profile.create({ data: { userId: id, fullName, phone } })
  if (business) await createOwnPartner(tx, id, { ...business, email, phone })
  await queueMail(tx, { to: email, ...welcome({ siteUrl: visit.siteUrl, name: fullName }) })
  return {
    userId: id,
    change: { action: 'sign_up', data: { role: business ? 'partner' : 'customer' } },
    isSettled: false,
  }
}

/** The address had an account already, and the visitor has now proven that it is theirs. */
async function enterKnown(
  tx: Tx,
  email: string,
  { fullName, phone, passwordHash, business }: Omit<WaitingAccount, 'redirectTo'>,
): Promise<Opened> {
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
  return {
    userId,
    change: claimed ?? {
      action: 'role_changed',
      data: { from: 'customer', to: 'partner', by: 'sign-up as a partner' },
    },
    isSettled: !isClaimed,
  }
}

async function assertNameIsFree(db: Db | Tx, businessName: string): Promise<void> {
  if (
    await db.partner.findFirst({
      where: { businessName: { equals: escapeLike(businessName), mode: 'insensitive' } },
      select: { id: true },
    })
  ) {
    throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
  }
}

/** @throws AppError conflict if the brand's name or address is taken by now; nothing is opened then. */
async function createOwnPartner(
  tx: Tx,
  ownerId: string,
  {
    businessName,
    email,
    phone,
    websiteUrl,
  }: { businessName: string; email: string; phone: string; websiteUrl: string },
): Promise<void> {
  await assertNameIsFree(tx, businessName)
  if (
    await tx.partner.findFirst({
      where: { email: { equals: escapeLike(email), mode: 'insensitive' } },
      select: { id: true },
    })
  ) {
    throw new AppError('conflict', 'This address already belongs to a brand here. Please contact us to take it over.', {
      field: 'email',
    })
  }
  const { count } = await tx.partner.createMany({
    data: [
      {
        id: newId(),
        ownerId,
        businessName,
        contactPerson: businessName,
        businessType: 'retail',
        email,
        phone,
        websiteUrl: websiteUrl || null,
        verificationStatus: 'pending',
      },
    ],
    skipDuplicates: true,
  })
  if (count === 0) throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
}
