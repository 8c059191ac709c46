import {
  allowInsecureRequests,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import { AppError } from '#server/platform/errors.ts'
import { appleSecret, type AppleKey } from './apple-secret.ts'
import { fetchShort } from './fetch-short.ts'

export const PROVIDERS = ['google', 'apple'] as const
export type Provider = (typeof PROVIDERS)[number]

interface ProviderSettings {
  /** https, or http on this machine. */
  issuer: string
  clientId: string
  clientSecret: string
}

export interface OidcSettings {
  google?: ProviderSettings | undefined
  /** Apple has no fixed secret: it accepts tokens signed with the team's key. */
  apple?: ProviderSettings | (Omit<ProviderSettings, 'clientSecret'> & AppleKey) | undefined
  /** Without a trailing slash. `${siteUrl}/auth/callback` must be registered with the providers. */
  siteUrl: string
  /** Timeout for a provider's response; 5 by default. */
  timeoutSeconds?: number | undefined
}

interface KnownProvider {
  issuer: URL
  isLoopback: boolean
  clientId: string
  auth: ClientAuth
  discovered?: { at: number; configuration: Promise<Configuration> }
}

const DISCOVERY_MS = 3600_000
const TIMEOUT_SECONDS = 5
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

const known = new Map<Provider, KnownProvider>()
let redirectUri = ''
let timeout = TIMEOUT_SECONDS

/**
 * Sets the providers for the whole process. Sends no requests yet.
 * @throws Error if an issuer or a key is invalid
 */
export function configureOidc({ siteUrl, timeoutSeconds = TIMEOUT_SECONDS, ...providers }: OidcSettings): void {
  known.clear()
  redirectUri = `${siteUrl}/auth/callback`
  timeout = timeoutSeconds
  for (const provider of PROVIDERS) {
    const settings = providers[provider]
    if (!settings) continue
    const issuer = new URL(settings.issuer)
    const isLoopback = LOOPBACK.has(issuer.hostname)
    if (issuer.protocol !== 'https:' && !(isLoopback && issuer.protocol === 'http:'))
      throw new Error(`The issuer of ${provider} must be an https address: ${settings.issuer}`)
    const auth = 'clientSecret' in settings ? ClientSecretPost(settings.clientSecret) : appleSecret(settings)
    known.set(provider, { issuer, isLoopback, clientId: settings.clientId, auth })
  }
}

/** Returns the available providers, Google first. */
export const configuredProviders = (): Provider[] => PROVIDERS.filter((provider) => known.has(provider))

/** Returns the URL that all providers redirect people to. */
export const oidcCallbackUrl = (): string => redirectUri

/**
 * Returns a provider's configuration from its discovery document. Caches it for an hour, but does not cache failures.
 * @throws AppError bad_input if the provider is not configured; an openid-client error if the provider's response is
 * missing or invalid
 */
export async function providerConfiguration(provider: Provider): Promise<Configuration> {
  const entry = known.get(provider)
  if (!entry) throw new AppError('bad_input', 'This sign-in method is not available.')
  if (entry.discovered && performance.now() - entry.discovered.at < DISCOVERY_MS) return entry.discovered.configuration
  const configuration = discover(entry)
  const discovered = { at: performance.now(), configuration }
  entry.discovered = discovered
  configuration.catch(() => {
    if (entry.discovered === discovered) delete entry.discovered
  })
  return configuration
}

async function discover({ issuer, isLoopback, clientId, auth }: KnownProvider): Promise<Configuration> {
  const configuration = await discovery(issuer, clientId, { id_token_signed_response_alg: 'RS256' }, auth, {
    timeout,
    [customFetch]: fetchShort,
    // Without the non-repudiation checks, openid-client does not verify the signature of an id token that came directly
    // from the provider.
    execute: [enableNonRepudiationChecks, ...(isLoopback ? [allowInsecureRequests] : [])],
  })
  const page = new URL(configuration.serverMetadata().authorization_endpoint ?? '')
  if (page.protocol !== 'https:' && !(isLoopback && page.protocol === 'http:'))
    throw new Error('The provider has no sign-in page')
  return configuration
}
