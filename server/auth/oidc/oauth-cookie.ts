import { useOnce } from '#server/auth/attempt-limits.ts'
import type { Visit } from '#server/platform/visit.ts'
import { seal, unseal } from '#server/platform/seal.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { Provider } from './oidc-config.ts'
import type { Ask } from '#server/platform/ask.ts'

/** One attempt to sign in with a provider, from the redirect to the return. */
export interface Attempt {
  provider: Provider
  state: string
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
  accountType: 'customer' | 'partner'
  redirectTo: string
  startedAt: number
  /** If set, connect the provider to this account, as long as this session exists. */
  connect?: { userId: string; sessionId: string }
}

const LIFE_SECONDS = 600
/** Browsers drop cookies beyond 4 kB. */
const MAX_SEALED = 3_500
const PURPOSE = 'oauth attempt, 1'

const cookieName = (visit: Visit): string => (visit.siteIsHttps ? '__Host-wtf_oauth' : 'wtf_oauth')

// Apple responds with a POST from its own site, and browsers then only send cookies with SameSite=None. They accept
// such cookies on https only.
const cookieHeader = (visit: Visit, provider: Provider, value: string, maxAge: number): string =>
  [
    `${cookieName(visit)}=${value}; Path=/; HttpOnly; Max-Age=${maxAge}`,
    `SameSite=${visit.siteIsHttps && provider === 'apple' ? 'None' : 'Lax'}`,
    ...(visit.siteIsHttps ? ['Secure'] : []),
  ].join('; ')

/** Stores the attempt in a sealed cookie for 10 minutes, replacing any earlier one. */
export async function keepAttempt({ db, visit }: Pick<Ask, 'db' | 'visit'>, attempt: Attempt): Promise<void> {
  const key = await appSecret(db, 'oauth')
  const sealed = sealAttempt(key, attempt)
  const value = sealed.length > MAX_SEALED ? sealAttempt(key, { ...attempt, redirectTo: '/' }) : sealed
  visit.setCookie(cookieHeader(visit, attempt.provider, value, LIFE_SECONDS))
}

/** Returns the browser's attempt of the last 10 minutes; null if there is none, or we did not seal it. */
export async function findOidcAttempt({ db, visit }: Pick<Ask, 'db' | 'visit'>): Promise<Attempt | null> {
  const sealed = visit.cookie(cookieName(visit))
  if (!sealed) return null
  const opened = unseal(await appSecret(db, 'oauth'), PURPOSE, Buffer.from(sealed, 'base64url'))
  const attempt = opened === null ? null : (JSON.parse(opened) as Attempt)
  const age = attempt ? Date.now() - attempt.startedAt : Infinity
  return age < LIFE_SECONDS * 1000 ? attempt : null
}

/** Marks the attempt as used, for all processes. Returns false if it was used before. */
export function spendAttempt(visit: Visit, attempt: Attempt): Promise<boolean> {
  visit.setCookie(cookieHeader(visit, attempt.provider, '', 0))
  return useOnce('oauth attempt', attempt.state, LIFE_SECONDS / 60)
}

const sealAttempt = (key: Buffer, attempt: Attempt): string =>
  seal(key, PURPOSE, JSON.stringify(attempt)).toString('base64url')
