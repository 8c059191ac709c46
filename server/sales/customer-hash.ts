import { createHash, createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'

const KEY = 'customer-hash'

/**
 * Hashes a buyer's email address for storage, in hex. First takes the hex SHA-256 of the address (trimmed, in lower
 * case), then its HMAC-SHA256 with the shop's secret key. Stores may send that SHA-256 instead of the address, so the
 * same person gets the same hash from every source.
 */
export async function hashEmail(db: Db, email: string): Promise<string> {
  return emailHasher(await appSecret(db, KEY))(email)
}

/** Returns a function that hashes many addresses like `hashEmail`. @param key `appSecret(db, 'customer-hash')` */
export const emailHasher = (key: Buffer) => (email: string) =>
  keyed(key, createHash('sha256').update(email.trim().toLowerCase()).digest('hex'))

/** Does the same as `hashEmail` for the SHA-256 of an address, as sent by a store. */
export async function hashDigest(db: Db, digest: string): Promise<string> {
  return keyed(await appSecret(db, KEY), digest)
}

const keyed = (key: Buffer, digest: string): string => createHmac('sha256', key).update(digest).digest('hex')
