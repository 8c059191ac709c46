import { allowInsecureRequests, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks, type ClientAuth, type Configuration } from 'openid-client'
import { AppError } from '#server/platform/errors.ts'
import { appleSecret, type AppleKey } from './apple-secret.ts'
import { fetchShort } from './fetch-short.ts'

export const PROVIDERS = ['google', 'apple'] as const
export type Provider = (typeof PROVIDERS)[number]

export interface ProviderSettings {
  /** https, or http on this very machine. */
  issuer: string
  clientId: string
  clientSecret: string
}

export interface OidcSettings {
  google?: ProviderSettings | undefined
  /** Apple has no lasting secret: it takes tokens that the team's key has signed. */
  apple?: ProviderSettings | (Omit<ProviderSettings, 'clientSecret'> & AppleKey) | undefined
  /** Without a trailing slash. `${siteUrl}/auth/callback` is what the providers must know. */
  siteUrl: string
  /** What one answer of a provider may take; 5 unless told otherwise. */
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
 * Which providers people may sign in with, for the whole process; asks nobody yet.
 * @throws Error when an issuer or a key is not usable.
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
    if (issuer.protocol !== 'https:' && !(isLoopback && issuer.protocol === 'http:')) throw new Error(`The issuer of ${provider} must be an https address: ${settings.issuer}`)
    const auth = 'clientSecret' in settings ? ClientSecretPost(settings.clientSecret) : appleSecret(settings)
    known.set(provider, { issuer, isLoopback, clientId: settings.clientId, auth })
  }
}

/** Those that people can choose from, Google first. */
export const configuredProviders = (): Provider[] => PROVIDERS.filter((provider) => known.has(provider))

/** Where every provider sends people back to. */
export const callbackUrl = (): string => redirectUri

/**
 * How to speak with a provider, as it describes itself; remembered for an hour, failures not at all.
 * @throws AppError bad_input when it is not configured; whatever openid-client says when it does not answer or answers nonsense.
 */
export async function providerConfiguration(provider: Provider): Promise<Configuration> {
  const entry = known.get(provider)
  if (!entry) throw new AppError('bad_input', 'This way of signing in is not available.')
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
    // Without the non-repudiation checks the signature of an id token that came straight from the provider is not looked at.
    execute: [enableNonRepudiationChecks, ...(isLoopback ? [allowInsecureRequests] : [])],
  })
  const page = new URL(configuration.serverMetadata().authorization_endpoint ?? '')
  if (page.protocol !== 'https:' && !(isLoopback && page.protocol === 'http:')) throw new Error('The provider has no page to sign in at')
  return configuration
}
