import { assertHasRate } from '#server/platform/money-choices.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { accountStillSuspended } from '#server/mail/account-mails.ts'
import { confirmJoining } from '#server/mail/partner-mails.ts'
import { alreadySignedUp, confirmSignUp } from '#server/mail/templates.ts'
import type { Ask } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { businessTimeZone } from '#server/platform/business-time-zone.ts'
import { markBrowser } from './asking-browser.ts'
import { countAttempt } from './attempt-limits.ts'
import {
  JOINING_CONFIRMED_PAGE,
  JOINING_PAGE,
  TOKEN_PAGES,
  type SignUpCustomerInput,
  type SignUpPartnerInput,
} from './auth.schema.ts'
import { findAccount } from './find-account.ts'
import { addTokenCode, issueToken, TOKEN_MINUTES } from './one-time-tokens.ts'
import { assertNameIsFree } from './own-partner.ts'
import { assertNotGuessable } from './guessable-passwords.ts'
import { hashPassword } from './hash-password.ts'
import { findWaiting, waitingAccount, type WaitingAccount } from './waiting-sign-up.ts'

// An account exists only once its address is proven. Until then the typed data is stored with the email's token, and
// signs nobody in. A stranger who types someone else's address learns nothing (the work, the response and the cookie
// are the same) and leaves nothing behind.

/** The response to every sign-up, whatever the address. For the page where people type the code from the email. */
export interface SignUpAnswer {
  redirectTo: string
}

/**
 * Stores a customer's sign-up until the emailed link is opened in this browser, or its code is typed there. Only then
 * is the account created. If the address has an account, the email says so and signs in its owner in the same way.
 * Response, cookies and work are the same.
 * @throws AppError bad_input at 'password' if it is easily guessed; too_many
 */
export async function signUpCustomer(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, ...input }: SignUpCustomerInput,
): Promise<SignUpAnswer> {
  await countAttempt('signUp', visit, email)
  return keepWaiting({ db, visit }, email, input, null)
}

/**
 * Like `signUpCustomer`, but for a partner, who is then pending until an administrator approves them. A customer with
 * that address becomes a partner.
 * @throws AppError conflict at 'businessName' if the brand exists already; bad_input, at 'currency' without an exchange
 * rate; too_many
 */
export async function signUpPartner(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  {
    email,
    businessName,
    websiteUrl,
    contactPerson,
    businessAddress,
    businessType,
    country,
    currency,
    timeZone,
    ...input
  }: SignUpPartnerInput,
): Promise<SignUpAnswer> {
  await countAttempt('signUp', visit, email)
  // Brand names are public, so a taken one can be reported. Whether an address has an account is private, so that is
  // only reported after the proof.
  await assertNameIsFree(db, businessName)
  await assertHasRate(db, currency)
  const business = {
    businessName,
    websiteUrl,
    contactPerson,
    businessAddress,
    businessType,
    country,
    currency,
    timeZone: businessTimeZone(country, timeZone),
  }
  return keepWaiting({ db, visit }, email, { ...input, fullName: businessName }, business)
}

/**
 * Verifies an address during the partners' onboarding: emails a link and a code, which create an account without a
 * password, or sign in to the address's existing one. The response is the same for every address.
 * @throws AppError too_many
 */
export async function proveJoiningAddress(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, fullName }: { email: string; fullName: string },
): Promise<void> {
  await countAttempt('magicLink', visit, email)
  await mailProof({ db, visit }, email, {
    fullName,
    phone: '',
    passwordHash: null,
    redirectTo: JOINING_PAGE,
    business: null,
    isJoining: true,
  })
}

/**
 * Returns the newest address that this browser has signed up with but not proven, and whether as a partner; null if
 * there is none or a day has passed.
 */
export async function findWaitingSignUp({
  db,
  visit,
}: Pick<Ask, 'db' | 'visit'>): Promise<{ email: string; isPartner: boolean } | null> {
  const waiting = await findWaiting({ db, visit })
  return waiting && { email: waiting.email, isPartner: waitingAccount.parse(waiting.data).business !== null }
}

/**
 * Sends the email again, with a new link and code. Does nothing if no sign-up is pending in this browser.
 * @throws AppError too_many
 */
export async function mailSignUpAgain({ db, visit }: Pick<Ask, 'db' | 'visit'>): Promise<void> {
  const waiting = await findWaiting({ db, visit })
  if (!waiting) return
  await countAttempt('signUp', visit, waiting.email)
  await mailProof({ db, visit }, waiting.email, waitingAccount.parse(waiting.data))
}

type Typed = Pick<SignUpCustomerInput, 'fullName' | 'phone' | 'password' | 'redirectTo'>

async function keepWaiting(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  email: string,
  { fullName, phone, password, redirectTo }: Typed,
  business: WaitingAccount['business'],
): Promise<SignUpAnswer> {
  await assertNotGuessable(password, {
    email,
    names: [fullName, business?.businessName ?? null],
    siteUrl: visit.siteUrl,
  })
  const passwordHash = await hashPassword(password)
  await mailProof({ db, visit }, email, {
    fullName,
    phone,
    passwordHash,
    redirectTo: redirectTo ?? '/',
    business,
    isJoining: false,
  })
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
  const { isJoining } = waiting
  const minutes = isJoining ? TOKEN_MINUTES.magic_link : TOKEN_MINUTES.sign_up
  await db.$transaction(async (tx) => {
    const { id, token } = await issueToken(tx, {
      purpose: 'sign_up',
      userId: null,
      email,
      browserHash,
      data: waiting,
      minutes,
    })
    const proof = {
      siteUrl,
      link: `${isJoining ? JOINING_CONFIRMED_PAGE : TOKEN_PAGES.sign_up}?token=${token}`,
      code: await addTokenCode(tx, db, id),
      minutes,
      name: account?.fullName ?? waiting.fullName,
    }
    await queueMail(tx, {
      to: email,
      ...(account?.isSuspended
        ? accountStillSuspended({ siteUrl, name: account.fullName })
        : isJoining
          ? confirmJoining({ ...proof, isKnown: account !== null })
          : account
            ? alreadySignedUp(proof)
            : confirmSignUp(proof)),
    })
    await writeAudit(db, visit, { actorId: null, action: 'sign_up_asked', subjectId: account?.id ?? null }, tx)
  })
}
