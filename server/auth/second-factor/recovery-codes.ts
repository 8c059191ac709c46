import { createHmac, randomInt } from 'node:crypto'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'

const RECOVERY_CODES = 10
/** Crockford's alphabet has no letter that looks like another or like a digit. 10 of them are 50 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

/**
 * Creates new recovery codes, which replace all older ones. They can be shown only now, because only hashes are stored.
 * @returns ten, like 'k7f2q-9xm4p'
 */
export async function replaceRecoveryCodes(tx: Prisma.TransactionClient, db: Db, userId: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES)
    codes.add(Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''))
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({
    data: await Promise.all(
      [...codes].map(async (code) => ({ userId, codeHash: await hashRecoveryCode(db, userId, code) })),
    ),
  })
  return [...codes].map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`)
}

/**
 * Uses up a code. Of several simultaneous attempts, one succeeds.
 * @returns the number of remaining codes; null if the code is wrong or used
 */
export async function takeRecoveryCode(db: Db, userId: string, code: string, now: Date): Promise<number | null> {
  const codeHash = await hashRecoveryCode(db, userId, code)
  const { count } = await db.recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null },
    data: { usedAt: now },
  })
  return count === 0 ? null : countRecoveryCodes(db, userId)
}

/** Returns the number of unused codes. */
export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  db.recoveryCode.count({ where: { userId, usedAt: null } })

/** Hashes a code, given without its hyphen. */
export async function hashRecoveryCode(db: Db, userId: string, code: string): Promise<string> {
  return createHmac('sha256', await appSecret(db, 'recovery-code'))
    .update(`${userId}:${code}`)
    .digest('hex')
}
