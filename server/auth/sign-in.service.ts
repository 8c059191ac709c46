import { AppError } from '#server/platform/errors.ts'
import { countAttempt, forgiveAttempts } from './attempt-limits.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { SignInInput } from './auth.schema.ts'
import { findAccount } from './find-account.ts'
import { knownDevice } from './known-device.ts'
import { hashPassword, needsRehash, verifyPassword } from './hash-password.ts'
import { startSession } from './start-session.ts'
import type { Ask } from '#server/platform/ask.ts'

/**
 * Signs in with email and password. Every failure gives the same response after the same work, so that it never reveals
 * whether an account exists.
 * @returns the page to redirect to, and a message to show there, or null
 * @throws AppError unauthorized ('Invalid email or password'); forbidden ('Invalid partner account', only after the
 *   right password); too_many
 */
export async function signIn(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, password, accountType, remember, redirectTo }: SignInInput,
): Promise<{ redirectTo: string; notice: string | null }> {
  const device = await knownDevice({ db, visit }, email)
  await countAttempt('signIn', visit, email, device)
  const account = await findAccount(db, email)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight) {
    await writeAudit(db, visit, {
      actorId: null,
      action: 'sign_in_failed',
      subjectId: account?.id ?? null,
      data: { reason: 'credentials' },
    })
    throw new AppError('unauthorized', 'Invalid email or password')
  }
  await forgiveAttempts('signIn', visit, email, device)
  if (accountType === 'partner' && account.role !== 'partner') {
    await writeAudit(db, visit, {
      actorId: null,
      action: 'sign_in_failed',
      subjectId: account.id,
      data: { reason: 'no partner' },
    })
    throw new AppError('forbidden', 'Invalid partner account')
  }
  let { passwordHash } = account
  if (passwordHash && needsRehash(passwordHash)) {
    const hash = await hashPassword(password)
    // Replaces only the hash that was verified, because the password may have changed since.
    await db.password.updateMany({ where: { userId: account.id, hash: passwordHash }, data: { hash } })
    passwordHash = hash
  }
  return startSession({ db, visit }, account.id, { remember, method: 'password', passwordHash, redirectTo })
}
