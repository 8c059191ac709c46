import { createHash, createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'

const KEY = 'customer-hash'

/**
 * What is kept of a buyer's address, in hex: HMAC-SHA256, with a key of the shop's own, of the SHA-256 of it (trimmed, in lower case, as
 * hex). So a store may send the latter, and people are the same to us whoever tells of them.
 */
export async function hashEmail(db: Db, email: string): Promise<string> {
  return emailHasher(await appSecret(db, KEY))(email)
}

/** The same for many addresses. @param key `appSecret(db, 'customer-hash')` */
export const emailHasher = (key: Buffer) => (email: string) =>
  keyed(key, createHash('sha256').update(email.trim().toLowerCase()).digest('hex'))

/** The same for an address of which a store sends the SHA-256. */
export async function hashDigest(db: Db, digest: string): Promise<string> {
  return keyed(await appSecret(db, KEY), digest)
}

const keyed = (key: Buffer, digest: string): string => createHmac('sha256', key).update(digest).digest('hex')
