import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { accountExists } from '#server/mail/templates.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { countAttempt, forgiveAttempts } from './attempt-limits.ts'
import { writeAudit } from './audit.service.ts'
import type { SignUpCustomerInput, SignUpPartnerInput } from './auth.schema.ts'
import { mailVerification } from './email.service.ts'
import { findAccount, type Account } from './find-account.ts'
import { assertNotGuessable, hashPassword, verifyPassword } from './passwords.ts'
import { startSession } from './session.service.ts'
import type { Visit } from './viewer.ts'

/** The same whether the address was new: `notice` is for the page that the visitor goes on to. */
export interface SignUpAnswer {
  redirectTo: string
  notice: string
}

/** What becomes of a new user, in the transaction that makes it. */
type Complete = (tx: Prisma.TransactionClient, userId: string) => Promise<void>

interface Newcomer {
  email: string
  password: string
  fullName: string
  phone: string
  role: 'customer' | 'partner'
  redirectTo: string | undefined
}

/**
 * Opens a customer's account and signs in to it. For an address that has one: signs in where the password is right; otherwise its owner gets a mail,
 * and the answer is the same as for a new one.
 * @throws AppError bad_input at 'password' for one that is easily guessed; too_many.
 */
export async function signUpCustomer(db: Db, visit: Visit, { fullName, email, phone, password, redirectTo }: SignUpCustomerInput): Promise<SignUpAnswer> {
  const { known, isRight } = await meetNewcomer(db, visit, email, password)
  if (known) return answerKnown(db, visit, { known, isRight, email, redirectTo })
  return openAccount(db, visit, { email, password, fullName, phone, role: 'customer', redirectTo }, async () => {})
}

/**
 * Opens a partner's account, pending until an admin approves it, and signs in to it. A customer who gives the right password becomes a partner.
 * @throws AppError conflict at 'businessName' or 'email' for a brand that is already here; bad_input; too_many.
 */
export async function signUpPartner(db: Db, visit: Visit, input: SignUpPartnerInput): Promise<SignUpAnswer> {
  const { email, password, businessName, phone, redirectTo } = input
  const { known, isRight } = await meetNewcomer(db, visit, email, password)
  if (known && isRight && known.role !== 'customer') return answerKnown(db, visit, { known, isRight, email, redirectTo })
  // Names of brands are public, and so are the addresses that stores show: neither tells who has an account.
  await assertBrandIsFree(db, input, { checksEmail: !known || isRight })
  if (known && isRight) {
    await db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: known.id }, data: { role: 'partner' } })
      await tx.session.deleteMany({ where: { userId: known.id } })
      await createOwnPartner(tx, known.id, input)
    })
    await writeAudit(db, visit, { actorId: known.id, action: 'role_changed', subjectId: known.id, data: { from: 'customer', to: 'partner', by: 'sign-up' } })
  }
  if (known) return answerKnown(db, visit, { known, isRight, email, redirectTo })
  return openAccount(db, visit, { email, password, fullName: businessName, phone, role: 'partner', redirectTo }, (tx, userId) => createOwnPartner(tx, userId, input))
}

const answer = (email: string, redirectTo: string | undefined): SignUpAnswer => ({ redirectTo: redirectTo ?? '/', notice: `Please check your mail: we have sent a message to ${email}.` })

async function meetNewcomer(db: Db, visit: Visit, email: string, password: string): Promise<{ known: Account | null; isRight: boolean }> {
  await countAttempt('signUp', visit, email)
  const known = await findAccount(db, email)
  // A password can be tried here as well as at signing in, so it counts there too.
  await countAttempt('signIn', visit, email)
  const isRight = known ? await verifyPassword(known.passwordHash, password) : false
  if (!isRight) await assertNotGuessable(password, email)
  return { known, isRight }
}

async function answerKnown(db: Db, visit: Visit, { known, isRight, email, redirectTo }: { known: Account; isRight: boolean; email: string; redirectTo: string | undefined }): Promise<SignUpAnswer> {
  if (isRight) {
    await forgiveAttempts('signIn', visit, email)
    const { notice } = await startSession(db, visit, known.id, { remember: false, method: 'password' })
    if (notice) return { redirectTo: redirectTo ?? '/', notice }
  } else {
    await writeAudit(db, visit, { actorId: null, action: 'sign_in_failed', subjectId: known.id, data: { reason: 'sign-up with a known address' } })
    await queueMail(db, { to: email, ...accountExists({ siteUrl: visit.siteUrl, name: known.fullName }) })
  }
  return answer(email, redirectTo)
}

async function openAccount(db: Db, visit: Visit, { email, password, fullName, phone, role, redirectTo }: Newcomer, complete: Complete): Promise<SignUpAnswer> {
  const userId = newId()
  const hash = await hashPassword(password)
  const isNew = await db.$transaction(async (tx) => {
    const { count } = await tx.user.createMany({ data: [{ id: userId, email, role }], skipDuplicates: true })
    if (count === 0) return false
    await tx.password.create({ data: { userId, hash } })
    await tx.profile.create({ data: { userId, fullName, phone } })
    await complete(tx, userId)
    await mailVerification(tx, visit, { userId, email, fullName })
    return true
  })
  // Somebody else opened it a moment ago.
  const known = isNew ? null : await findAccount(db, email)
  if (known) return answerKnown(db, visit, { known, isRight: await verifyPassword(known.passwordHash, password), email, redirectTo })
  await writeAudit(db, visit, { actorId: userId, action: 'sign_up', subjectId: userId, data: { role } })
  await startSession(db, visit, userId, { remember: false, method: 'sign_up' })
  return answer(email, redirectTo)
}

async function assertBrandIsFree(db: Db, { businessName, email }: SignUpPartnerInput, { checksEmail }: { checksEmail: boolean }): Promise<void> {
  if (await db.partner.findFirst({ where: { businessName: { equals: businessName, mode: 'insensitive' } }, select: { id: true } })) {
    throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
  }
  if (checksEmail && (await db.partner.findFirst({ where: { email: { equals: email, mode: 'insensitive' } }, select: { id: true } }))) {
    throw new AppError('conflict', 'This address already belongs to a brand here. Please contact us to take it over.', { field: 'email' })
  }
}

async function createOwnPartner(tx: Prisma.TransactionClient, ownerId: string, { businessName, email, phone, websiteUrl }: SignUpPartnerInput): Promise<void> {
  const { count } = await tx.partner.createMany({
    data: [{ id: newId(), ownerId, businessName, contactPerson: businessName, businessType: 'retail', email, phone, websiteUrl: websiteUrl || null, verificationStatus: 'pending' }],
    skipDuplicates: true,
  })
  if (count === 0) throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
}
