import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'

/** What is kept of a buyer's address: HMAC-SHA256 of it (trimmed, in lower case) with a key of the shop's own, in hex. */
export async function hashEmail(db: Db, email: string): Promise<string> {
  return emailHasher(await appSecret(db, 'customer-hash'))(email)
}

/** The same for many addresses. @param key `appSecret(db, 'customer-hash')` */
export const emailHasher = (key: Buffer) => (email: string) =>
  createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex')
