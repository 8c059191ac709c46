import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { countAttempt, forgiveAttempts } from '#server/auth/attempt-limits.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { subscriberOf } from '#server/platform/network.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { Ask } from '#server/platform/ask.ts'

const HOURS = 24

export const bypassCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_bypass' : 'wtf_bypass')

/**
 * Lets a visit pass the gate for 24 hours, and nothing else, if `given` is the secret. Returns false for a wrong secret,
 * and if the address has made too many attempts.
 */
export async function startBypass(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  secret: string,
  given: string,
): Promise<boolean> {
  try {
    await countAttempt('bypass', visit, subscriberOf(visit.address))
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false
    throw error
  }
  // Compares hashes, because timingSafeEqual needs equal lengths.
  if (!timingSafeEqual(sha256(given), sha256(secret))) return false
  await forgiveAttempts('bypass', visit, subscriberOf(visit.address))
  await writeAudit(db, visit, { actorId: null, action: 'gate_bypass_started', subjectId: 'site' })
  const expiresAt = Date.now() + HOURS * 3600_000
  setCookie(visit, `${expiresAt}.${(await sign(db, secret, expiresAt)).toString('base64url')}`, HOURS * 3600)
  return true
}

/** Whether the visit's cookie is signed by us, has not expired, and the secret is still the same. */
export async function hasBypass({ db, visit }: Pick<Ask, 'db' | 'visit'>, secret: string): Promise<boolean> {
  const [, expiresAt, signature] =
    /^(\d{13})\.([\w-]{43})$/.exec(visit.cookie(bypassCookieName(visit.siteIsHttps)) ?? '') ?? []
  if (!expiresAt || !signature || Number(expiresAt) <= Date.now()) return false
  return timingSafeEqual(Buffer.from(signature, 'base64url'), await sign(db, secret, Number(expiresAt)))
}

/** Deletes the bypass cookie from the browser. */
export async function endBypass(visit: Visit): Promise<void> {
  setCookie(visit, '', 0)
}

async function sign(db: Db, secret: string, expiresAt: number): Promise<Buffer> {
  return createHmac('sha256', await appSecret(db, 'admin-bypass'))
    .update(`${expiresAt} `)
    .update(sha256(secret))
    .digest()
}

function setCookie(visit: Visit, value: string, maxAge: number): void {
  visit.setCookie(
    `${bypassCookieName(visit.siteIsHttps)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`,
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
