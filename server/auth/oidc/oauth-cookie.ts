import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Visit } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { Provider } from './oidc-config.ts'

/** One attempt at signing in with a provider, from leaving for it to coming back. */
export interface Attempt {
  provider: Provider
  state: string
  nonce: string
  /** PKCE's secret. */
  verifier: string
  accountType: 'customer' | 'partner'
  redirectTo: string
  startedAt: number
  /** Set: the provider is to be connected to that account, as long as that session lasts. */
  connect?: { userId: string; sessionId: string }
}

const LIFE_SECONDS = 600
/** Browsers drop cookies beyond 4 kB. */
const MAX_SEALED = 3_500
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = Buffer.from('oauth attempt, 1')

const spent = new LRUCache<string, true>({ max: 50_000, ttl: LIFE_SECONDS * 1000 })

const cookieName = (visit: Visit): string => (visit.siteIsHttps ? '__Host-wtf_oauth' : 'wtf_oauth')

// Apple answers by a POST from its own site, on which no cookie but one with SameSite=None comes along; browsers take such a cookie on https only.
const cookieHeader = (visit: Visit, provider: Provider, value: string, maxAge: number): string =>
  [
    `${cookieName(visit)}=${value}; Path=/; HttpOnly; Max-Age=${maxAge}`,
    `SameSite=${visit.siteIsHttps && provider === 'apple' ? 'None' : 'Lax'}`,
    ...(visit.siteIsHttps ? ['Secure'] : []),
  ].join('; ')

/** Keeps the attempt in the browser, sealed, for 10 minutes. An attempt takes the place of the one before. */
export async function keepAttempt(db: Db, visit: Visit, attempt: Attempt): Promise<void> {
  const key = await appSecret(db, 'oauth')
  const sealed = seal(key, attempt)
  const value = sealed.length > MAX_SEALED ? seal(key, { ...attempt, redirectTo: '/' }) : sealed
  visit.setCookie(cookieHeader(visit, attempt.provider, value, LIFE_SECONDS))
}

/** The browser's attempt of the last 10 minutes; null for none, and for anything that we did not seal ourselves. */
export async function readAttempt(db: Db, visit: Visit): Promise<Attempt | null> {
  const sealed = visit.cookie(cookieName(visit))
  if (!sealed) return null
  const attempt = unseal(await appSecret(db, 'oauth'), sealed)
  const age = attempt ? Date.now() - attempt.startedAt : Infinity
  return age < LIFE_SECONDS * 1000 ? attempt : null
}

/** Ends the attempt; false: it has been ended before, in this process. */
export function spendAttempt(visit: Visit, attempt: Attempt): boolean {
  visit.setCookie(cookieHeader(visit, attempt.provider, '', 0))
  if (spent.has(attempt.state)) return false
  spent.set(attempt.state, true)
  return true
}

function seal(key: Buffer, attempt: Attempt): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(PURPOSE)
  const text = Buffer.concat([cipher.update(JSON.stringify(attempt), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

function unseal(key: Buffer, sealed: string): Attempt | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES)).setAAD(PURPOSE).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return JSON.parse(decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')) as Attempt
  } catch {
    return null
  }
}
