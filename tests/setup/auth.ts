import type { Prisma } from '#prisma/generated/client.ts'
import { emailInput, resetPasswordInput } from '#server/auth/auth.schema.ts'
import { requestMagicLink } from '#server/auth/magic-link.service.ts'
import { requestPasswordReset } from '#server/auth/password.service.ts'
import { hashPassword } from '#server/auth/hash-password.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import { startSession } from '#server/auth/start-session.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { createUser } from '#tests/factories.ts'
import { createVisit, type TestVisit } from './visit.ts'

export const PASSWORD = 'Correct-Horse-7'
/** A valid password other than PASSWORD. */
export const OTHER_PASSWORD = 'Other-Horse-8'
/** The error for an invalid link or code. */
export const DEAD_LINK = {
  code: 'bad_input',
  field: 'token',
  message: 'This link is no longer valid. Please request a new one.',
}
export const WRONG_CODE = { code: 'bad_input', field: 'code', message: 'This code is wrong or has expired.' }
/** The error for a request that needs a more recent sign-in. */
export const SHOW_FIRST = { code: 'forbidden', field: 'recent-proof' }
let hashed: Promise<string> | null = null

/** Creates an account, by default a customer with PASSWORD and a verified address. */
export async function createAccount(db: Db, given: Partial<Prisma.UserCreateInput> & { fullName?: string } = {}) {
  const user = await createUser(db, given)
  hashed ??= hashPassword(PASSWORD)
  await db.password.create({ data: { userId: user.id, hash: await hashed } })
  return user
}

/** Returns a browser where the account is signed in. */
export async function signedIn(
  db: Db,
  userId: string,
  { remember = false, visit = createVisit() }: { remember?: boolean; visit?: TestVisit } = {},
): Promise<{ visit: TestVisit; viewer: Viewer }> {
  await startSession({ db, visit }, userId, { remember })
  const viewer = await findViewer({ db, visit })
  if (!viewer) throw new Error('the session was not there')
  return { visit, viewer }
}

/** Signs in by password, in a new browser. */
export const trySignIn = (db: Db, email: string, password = PASSWORD, redirectTo?: string) =>
  signIn({ db, visit: createVisit() }, { email, password, accountType: undefined, remember: false, redirectTo })

/** Returns the viewer as if they had signed in an hour ago. */
export const longAgo = (viewer: Viewer): Viewer => ({ ...viewer, authenticatedAt: new Date(Date.now() - 3600_000) })

/** Returns the newest email to an address, optionally of one kind. */
export async function lastMail(db: Db, toAddress: string, kind?: string) {
  return db.mail.findFirstOrThrow({
    where: { toAddress, ...(kind && { kind }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
}

export const kindsTo = async (db: Db, toAddress: string): Promise<string[]> =>
  (await db.mail.findMany({ where: { toAddress }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(
    ({ kind }) => kind,
  )

/** Returns an account's actions in the audit log, oldest first. */
export const actionsOf = async (db: Db, subjectId: string): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { subjectId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })).map(
    ({ action }) => action,
  )

export const tokenIn = ({ text }: { text: string }): string => /[?&]token=([\w-]{43})/.exec(text)?.[1] ?? ''
export const codeIn = ({ text }: { text: string }): string => /\b\d{6}\b/.exec(text.replace(/token=\S+/, ''))?.[0] ?? ''

/** Returns another six-digit code. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Requests a password reset from a new browser. @returns the token in the email */
export async function askReset(db: Db, email: string): Promise<string> {
  await requestPasswordReset({ db, visit: createVisit() }, { email })
  return tokenIn(await lastMail(db, email))
}

/** Returns the form data for the link of `askReset`. */
export const newPassword = (token: string, password = OTHER_PASSWORD) =>
  resetPasswordInput.parse({ token, password, confirmPassword: password })

/** Requests a sign-in link. @returns the requesting browser, and the email's contents */
export async function askMagic(
  db: Db,
  email: string,
  given: object = {},
  visit = createVisit(),
): Promise<{ visit: TestVisit; token: string; code: string }> {
  await requestMagicLink({ db, visit }, emailInput.parse({ email, ...given }))
  const mail = await lastMail(db, email)
  return { visit, token: tokenIn(mail), code: codeIn(mail) }
}

/** Expires all emailed links of an account. */
export const expireTokens = (db: Db, userId: string) =>
  db.oneTimeToken.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } })

/** Returns the path of the action link in an email. */
export const linkIn = ({ text }: { text: string }): string => /\/auth\/[a-z-]+\?token=[\w-]+/.exec(text)?.[0] ?? ''
