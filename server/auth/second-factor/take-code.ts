import type { Prisma } from '#prisma/generated/client.ts'
import { countAttempt, forgiveAttempts } from '#server/auth/attempt-limits.ts'
import type { Visit } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { seal, unseal } from '#server/platform/seal.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** What a code was that has been taken; `left`: of the recovery codes. */
export type TakenCode = { kind: 'app' } | { kind: 'recovery'; left: number }

const sealedFor = (userId: string): string => `second factor of ${userId}`

/** A secret as it is stored. */
export async function sealSecret(db: Db, userId: string, secret: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(seal(await appSecret(db, 'second-factor'), sealedFor(userId), secret))
}

/** @throws Error for one that was not sealed for this account, or with another key */
export async function unsealSecret(db: Db, userId: string, sealed: Uint8Array): Promise<string> {
  const secret = unseal(await appSecret(db, 'second-factor'), sealedFor(userId), sealed)
  if (secret === null) throw new Error('A second factor does not open with this database\'s key')
  return secret
}

/** Whether signing in to an account takes a second step. */
export async function hasSecondFactor(db: Prisma.TransactionClient, userId: string): Promise<boolean> {
  return (await db.secondFactor.count({ where: { userId, secret: { not: null } } })) > 0
}

const isOfApp = (code: string) => code.length === 6
// Recovery codes cannot be guessed, so they are counted apart by where they come from: a thief who wears out his tries does not lock out the owner's paper.
const countedAs = (visit: Visit, userId: string, code: string) => (isOfApp(code) ? userId : `recovery codes of ${userId} from ${visit.address}`)

/**
 * Counts a code before it is tried.
 * @param device the number of a browser that the account knows (known-device.ts), which counts by itself. Only where nobody can get himself a new number
 * without having passed the second factor: each number would be tries of its own.
 * @throws AppError too_many
 */
export const countCode = (visit: Visit, userId: string, code: string, device: string | null = null): Promise<void> =>
  countAttempt('secondFactor', visit, countedAs(visit, userId, code), device)

/** The code was right. */
export const forgiveCodes = (visit: Visit, userId: string, code: string, device: string | null = null): Promise<void> =>
  forgiveAttempts('secondFactor', visit, countedAs(visit, userId, code), device)

/**
 * Uses a code of an account's second factor up: of any number that try at once with the same one, one gets it, and a code of the app
 * counts once, as does every older one from then on.
 * @param code as `secondFactorInput` has read it, counted
 * @param device as it was counted
 * @returns null for one that is wrong, used or old
 */
export async function takeCode(db: Db, visit: Visit, userId: string, code: string, now: Date, device: string | null = null): Promise<TakenCode | null> {
  const taken = isOfApp(code) ? await takeAppCode(db, userId, code, now) : await takePaperCode(db, userId, code, now)
  if (taken) await forgiveCodes(visit, userId, code, device)
  return taken
}

/** @returns how many wrong codes there were at the account's sign-ins, without those of sign-ins that ended with a right one. */
export async function countWrongCode(db: Db, userId: string): Promise<number> {
  const [factor] = await db.secondFactor.updateManyAndReturn({ where: { userId }, data: { wrongCodes: { increment: 1 } }, select: { wrongCodes: true } })
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
  const { count } = await db.secondFactor.updateMany({ where: { userId, secret: factor.secret, lastStep: { lt: step } }, data: { lastStep: step } })
  return count === 0 ? null : { kind: 'app' }
}

async function takePaperCode(db: Db, userId: string, code: string, now: Date): Promise<TakenCode | null> {
  const left = await takeRecoveryCode(db, userId, code, now)
  return left === null ? null : { kind: 'recovery', left }
}
