import { authorizationCodeGrant, type IDToken } from 'openid-client'
import { z } from 'zod'
import { cleanText } from '#server/platform/clean-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { oidcCallbackUrl, providerConfiguration, type Provider } from './oidc-config.ts'
import type { Attempt } from './oauth-cookie.ts'

export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', apple: 'Apple' }

/** Returns the only error that visitors see when a provider fails. Details are in the log. */
export const authenticationFailed = (
  provider: Provider,
  code: 'unauthorized' | 'unavailable' = 'unauthorized',
): AppError => new AppError(code, `Failed to authenticate with ${PROVIDER_NAMES[provider]}. Please try again.`)

/** The person identified by a provider. */
export interface Identity {
  subject: string
  /** In lower case; null if the provider has not verified it. */
  email: string | null
  name: string
}

const MAX_NAME = 100
/** Callback parameters that the library receives; all others are dropped. */
const CALLBACK_PARAMS = ['code', 'state', 'iss', 'error', 'error_description']
/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/
const EMAIL = z.email().max(254)

/**
 * Exchanges the callback's code for an id token and checks it: state, nonce, PKCE, issuer, audience, authorised party,
 * time and signature.
 * @throws many kinds of errors; never show them to visitors
 */
export async function proveIdentity(attempt: Attempt, params: Record<string, string>): Promise<Identity> {
  const configuration = await providerConfiguration(attempt.provider)
  const url = new URL(oidcCallbackUrl())
  for (const name of CALLBACK_PARAMS) if (params[name] !== undefined) url.searchParams.set(name, params[name])
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !SUBJECT.test(claims.sub)) throw new Error('The ID token has no valid subject')
  // The library checks azp only if there are several audiences.
  if (claims.azp !== undefined && claims.azp !== configuration.clientMetadata().client_id)
    throw new Error('The ID token is for another client')
  return {
    subject: claims.sub,
    email: verifiedEmail(claims),
    name: nameOf(claims) || (attempt.provider === 'apple' ? appleName(params.user) : ''),
  }
}

/** Returns the verified address; null without one. Apple sometimes sends email_verified as a string. */
function verifiedEmail({ email, email_verified }: IDToken): string | null {
  if (email_verified !== true && (email_verified as unknown) !== 'true') return null
  const parsed = EMAIL.safeParse(typeof email === 'string' ? email.trim().toLowerCase() : null)
  return parsed.success ? parsed.data : null
}

const nameOf = ({ name }: IDToken): string => readable(name)

/**
 * Returns the name that Apple sends once, unsigned beside the code. Trust it no more than a name that someone typed.
 */
function appleName(user: string | undefined): string {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    return readable([name?.firstName, name?.lastName].filter((part) => typeof part === 'string').join(' '))
  } catch {
    return ''
  }
}

const readable = (text: unknown): string =>
  typeof text === 'string' ? cleanText(text).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME).toWellFormed() : ''
