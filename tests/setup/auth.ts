import type { Prisma } from '#prisma/generated/client.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { readViewer, startSession } from '#server/auth/session.service.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { createUser } from '#tests/factories.ts'
import { createVisit, type TestVisit } from './visit.ts'

export const PASSWORD = 'Correct-Horse-7'
let hashed: Promise<string> | null = null

/** A customer with PASSWORD and a proven address, unless told otherwise. */
export async function createAccount(db: Db, given: Partial<Prisma.UserCreateInput> & { fullName?: string } = {}) {
  const user = await createUser(db, given)
  hashed ??= hashPassword(PASSWORD)
  await db.password.create({ data: { userId: user.id, hash: await hashed } })
  return user
}

/** A browser in which the account is signed in. */
export async function signedIn(db: Db, userId: string, { remember = false, visit = createVisit() }: { remember?: boolean; visit?: TestVisit } = {}): Promise<{ visit: TestVisit; viewer: Viewer }> {
  await startSession(db, visit, userId, { remember })
  const viewer = await readViewer(db, visit)
  if (!viewer) throw new Error('the session was not there')
  return { visit, viewer }
}

/** The newest mail to an address, of one kind if told so. */
export async function lastMail(db: Db, toAddress: string, kind?: string) {
  return db.mail.findFirstOrThrow({ where: { toAddress, ...(kind && { kind }) }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
}

export const kindsTo = async (db: Db, toAddress: string): Promise<string[]> =>
  (await db.mail.findMany({ where: { toAddress }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(({ kind }) => kind)

export const tokenIn = ({ text }: { text: string }): string => /[?&]token=([\w-]{43})/.exec(text)?.[1] ?? ''
export const codeIn = ({ text }: { text: string }): string => /\b\d{6}\b/.exec(text.replace(/token=\S+/, ''))?.[0] ?? ''
