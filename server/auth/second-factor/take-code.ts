import type { Prisma } from '#prisma/generated/client.ts'
import { countAttempt, forgiveAttempts } from '#server/auth/attempt-limits.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Db } from '#server/platform/db.ts'
import { seal, unseal } from '#server/platform/seal.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'
import type { Ask } from '#server/platform/ask.ts'

/** The kind of code that was accepted, and how many recovery codes are left. */
export type TakenCode = { kind: 'app' } | { kind: 'recovery'; left: number }

const sealedFor = (userId: string): string => `second factor of ${userId}`

/** Encrypts a secret for storage. */
export async function sealFactorSecret(db: Db, userId: string, secret: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(seal(await appSecret(db, 'second-factor'), sealedFor(userId), secret))
}

/** @throws Error if it was sealed for another account or with another key */
export async function unsealSecret(db: Db, userId: string, sealed: Uint8Array): Promise<string> {
  const secret = unseal(await appSecret(db, 'second-factor'), sealedFor(userId), sealed)
  if (secret === null) throw new Error("A second factor does not open with this database's key")
  return secret
}

/** Whether signing in to an account needs a second factor. */
export async function hasSecondFactor(db: Prisma.TransactionClient, userId: string): Promise<boolean> {
  return (await db.secondFactor.count({ where: { userId, secret: { not: null } } })) > 0
}

const isOfApp = (code: string) => code.length === 6
// Counts recovery codes separately, by address, since they cannot be guessed. A thief who uses up the attempts does not
// block the owner's recovery codes.
const countedAs = (visit: Visit, userId: string, code: string) =>
  isOfApp(code) ? userId : `recovery codes of ${userId} from ${visit.address}`

/**
 * Counts a code before it is checked.
 * @param device number of a browser that the account knows (known-device.ts), which is counted separately. Pass it only
 *   where getting a new number requires passing the second factor: each number brings its own attempts
 * @throws AppError too_many
 */
export const countCode = (visit: Visit, userId: string, code: string, device: string | null = null): Promise<void> =>
  countAttempt('secondFactor', visit, countedAs(visit, userId, code), device)

/** Resets the count after a right code. */
export const forgiveCodes = (visit: Visit, userId: string, code: string, device: string | null = null): Promise<void> =>
  forgiveAttempts('secondFactor', visit, countedAs(visit, userId, code), device)

/**
 * Uses up a code of an account's second factor. Of several simultaneous attempts with the same one, one succeeds. A
 * code of the app works once, and ends every older one.
 * @param code as parsed by `secondFactorInput`, already counted
 * @param device as in countCode
 * @returns null if the code is wrong, used or old
 */
export async function takeCode(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  userId: string,
  code: string,
  now: Date,
  device: string | null = null,
): Promise<TakenCode | null> {
  const taken = isOfApp(code)
    ? await takeAppCode(db, userId, code, now)
    : await spendRecoveryCode(db, userId, code, now)
  if (taken) await forgiveCodes(visit, userId, code, device)
  return taken
}

/** @returns the number of wrong codes in the account's sign-ins, except those that ended with a right code */
export async function countWrongCode(db: Db, userId: string): Promise<number> {
  const [factor] = await db.secondFactor.updateManyAndReturn({
    where: { userId },
    data: { wrongCodes: { increment: 1 } },
    select: { wrongCodes: true },
  })
  return factor?.wrongCodes ?? 0
}

export async function forgiveWrongCodes(db: Db, userId: string, count: number): Promise<void> {
  if (count > 0) await db.secondFactor.updateMany({ where: { userId }, data: { wrongCodes: { decrement: count } } })
}

async function takeAppCode(db: Db, userId: string, code: string, now: Date): Promise<TakenCode | null> {
  const factor = await db.secondFactor.findUnique({ where: { userId }, select: { secret: true } })
  if (!factor?.secret) return null
  const step = stepOfCode(await unsealSecret(db, userId, factor.secret), code, now)
  if (step === null) return null
  const { count } = await db.secondFactor.updateMany({
    where: { userId, secret: factor.secret, lastStep: { lt: step } },
    data: { lastStep: step },
  })
  return count === 0 ? null : { kind: 'app' }
}

async function spendRecoveryCode(db: Db, userId: string, code: string, now: Date): Promise<TakenCode | null> {
  const left = await takeRecoveryCode(db, userId, code, now)
  return left === null ? null : { kind: 'recovery', left }
}
