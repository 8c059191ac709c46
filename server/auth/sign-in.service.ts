import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { countAttempt, forgiveAttempts } from './attempt-limits.ts'
import { writeAudit } from './audit.service.ts'
import type { SignInInput } from './auth.schema.ts'
import { findAccount } from './find-account.ts'
import { knownDevice } from './known-device.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { startSession } from './session.service.ts'
import type { Visit } from './viewer.ts'

/**
 * Signs in with e-mail and password. Every failure says the same after the same work: nobody learns who has an account.
 * @returns where the visitor goes on, and what to say there; null for nothing.
 * @throws AppError unauthorized ('Invalid email or password'); forbidden ('Invalid partner account', only after the right password); too_many.
 */
export async function signIn(db: Db, visit: Visit, { email, password, accountType, remember, redirectTo }: SignInInput): Promise<{ redirectTo: string; notice: string | null }> {
  const device = await knownDevice(db, visit, email)
  await countAttempt('signIn', visit, email, device)
  const account = await findAccount(db, email)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight) {
    await writeAudit(db, visit, { actorId: null, action: 'sign_in_failed', subjectId: account?.id ?? null, data: { reason: 'credentials' } })
    throw new AppError('unauthorized', 'Invalid email or password')
  }
  await forgiveAttempts('signIn', visit, email, device)
  if (accountType === 'partner' && account.role !== 'partner') {
    await writeAudit(db, visit, { actorId: null, action: 'sign_in_failed', subjectId: account.id, data: { reason: 'no partner' } })
    throw new AppError('forbidden', 'Invalid partner account')
  }
  let { passwordHash } = account
  if (passwordHash && needsRehash(passwordHash)) {
    const hash = await hashPassword(password)
    // Only in the place of what was verified: it may have been changed meanwhile.
    await db.password.updateMany({ where: { userId: account.id, hash: passwordHash }, data: { hash } })
    passwordHash = hash
  }
  return startSession(db, visit, account.id, { remember, method: 'password', passwordHash, redirectTo })
}
