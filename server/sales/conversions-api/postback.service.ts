import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { openSecret } from '#server/platform/sealed-secrets.ts'
import { POSTBACK_HOURS, signedText } from './postback.schema.ts'
import { HOLD, isOnHold, isShutOut, noteUse, postbackPurpose, type KeyHolder } from './store-keys.service.ts'

const PAST_MS = POSTBACK_HOURS * 3_600_000
const AHEAD_MS = 15 * 60_000

/** Returns the HMAC-SHA256 of a postback's parameters, as hex in lower case. */
export const signPostback = (secret: string, parameters: Readonly<Record<string, string>>): string =>
  createHmac('sha256', secret).update(signedText(parameters)).digest('hex')

/** The key's owner, and the secret that signed the postback. A key's secret never changes. */
export interface PostbackHolder extends Pick<KeyHolder, 'keyId' | 'partnerId'> {
  secret: string
}

/**
 * @param parameters as received, with `ts` (seconds since 1970)
 * @returns false if `ts` is more than a day ago, or more than a quarter of an hour in the future
 */
export function isInTime(parameters: Readonly<Record<string, string>>, now: Date): boolean {
  const age = now.getTime() - Number(parameters.ts) * 1000
  return age <= PAST_MS && age >= -AHEAD_MS
}

/** @param parameters as received, with `sig` */
export function isSigned(secret: string, parameters: Readonly<Record<string, string>>): boolean {
  const right = Buffer.from(signPostback(secret, parameters))
  const given = Buffer.from(parameters.sig ?? '')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** @returns null if the key is unknown or revoked, its partner is not approved, or the signature is wrong */
export async function openPostback(
  db: Db,
  keyId: string,
  parameters: Readonly<Record<string, string>>,
  now: Date,
): Promise<PostbackHolder | null> {
  if (!isId(keyId)) return null
  const found = await db.storeKey.findFirst({
    where: { id: keyId, kind: 'postback', revokedAt: null },
    select: {
      id: true,
      sealed: true,
      keyId: true,
      lastUsedAt: true,
      ...HOLD,
      partner: { select: { id: true, verificationStatus: true } },
    },
  })
  if (!found?.sealed || !found.keyId || isOnHold(found, now) || isShutOut(found.partner)) return null
  const secret = openSecret(postbackPurpose(found.id), { keyId: found.keyId, sealed: found.sealed })
  if (!isSigned(secret, parameters)) return null
  await noteUse(db, found, now)
  return { keyId: found.id, partnerId: found.partner.id, secret }
}
