import { LRUCache } from 'lru-cache'
import type { Visit } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { seal, unseal } from '#server/platform/seal.ts'
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
const PURPOSE = 'oauth attempt, 1'

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
  const sealed = sealAttempt(key, attempt)
  const value = sealed.length > MAX_SEALED ? sealAttempt(key, { ...attempt, redirectTo: '/' }) : sealed
  visit.setCookie(cookieHeader(visit, attempt.provider, value, LIFE_SECONDS))
}

/** The browser's attempt of the last 10 minutes; null for none, and for anything that we did not seal ourselves. */
export async function readAttempt(db: Db, visit: Visit): Promise<Attempt | null> {
  const sealed = visit.cookie(cookieName(visit))
  if (!sealed) return null
  const opened = unseal(await appSecret(db, 'oauth'), PURPOSE, Buffer.from(sealed, 'base64url'))
  const attempt = opened === null ? null : (JSON.parse(opened) as Attempt)
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

const sealAttempt = (key: Buffer, attempt: Attempt): string => seal(key, PURPOSE, JSON.stringify(attempt)).toString('base64url')
