import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { countAttempt, forgiveAttempts } from '#server/auth/attempt-limits.ts'
import { JOINING_PAGE, safePath } from '#server/auth/auth.schema.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { lockOwnAccount } from '#server/auth/lock-account.ts'
import { assertRecentProof } from '#server/auth/recent-proof.ts'
import { startSession } from '#server/auth/start-session.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { enterAccount } from './enter-account.ts'
import { keepAttempt, findOidcAttempt, spendAttempt, type Attempt } from './oauth-cookie.ts'
import { oidcCallbackUrl, configuredProviders, providerConfiguration, PROVIDERS, type Provider } from './oidc-config.ts'
import { authenticationFailed, proveIdentity } from './prove-identity.ts'
import { SUSPENDED } from '#server/auth/suspension.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'

export { configuredProviders }

const SCOPES: Record<Provider, string> = { google: 'openid email profile', apple: 'openid email name' }

export interface StartOAuthInput {
  provider: Provider
  accountType?: 'customer' | 'partner' | undefined
  redirectTo?: string | undefined
}

/**
 * Starts signing in with a provider. Its secrets stay in a cookie for 10 minutes.
 * @param viewer if signed in, the provider is connected to their account
 * @returns the provider's URL to redirect the visitor to
 * @throws AppError bad_input if the provider is not configured, unavailable if its response is missing or invalid;
 *   forbidden to a viewer as `assertRecentProof`
 */
export async function startOAuth(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { provider, accountType = 'customer', redirectTo }: StartOAuthInput,
  viewer: Viewer | null = null,
): Promise<{ url: string }> {
  if (viewer) assertRecentProof(viewer)
  const configuration = await providerConfiguration(provider).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    noteFailure(provider, error)
    throw authenticationFailed(provider, 'unavailable')
  })
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  await keepAttempt(
    { db, visit },
    {
      provider,
      state,
      nonce,
      verifier,
      accountType,
      redirectTo: safePath(redirectTo),
      startedAt: Date.now(),
      ...(viewer && { connect: { userId: viewer.userId, sessionId: viewer.sessionId } }),
    },
  )
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: oidcCallbackUrl(),
    scope: SCOPES[provider],
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider === 'google' && { access_type: 'offline', prompt: 'consent' }),
    // Apple sends the name and address only by POST. Over http (on this machine) browsers would not send our cookie
    // with the POST, so we use the query.
    ...(provider === 'apple' && { response_mode: visit.siteIsHttps ? 'form_post' : 'query' }),
  })
  return { url: url.href }
}

/**
 * Handles the return from a provider: signs in, or connects the provider to the account that started the attempt.
 * @param params of the callback's query, or of its body if the provider posts
 * @returns one of our own paths to redirect to, and a message to show there, or null
 * @throws AppError (with the reason 'joining' if onboarding started it) unauthorized if this browser has no attempt or
 * the response is not valid; too_many; forbidden and conflict as enterAccount
 */
export async function finishOAuth(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { provider, params }: { provider?: Provider | undefined; params: Record<string, string> },
): Promise<{ redirectTo: string; isNew: boolean; notice: string | null }> {
  const attempt = await findOidcAttempt({ db, visit })
  if (!attempt) throw new AppError('unauthorized', 'No session found')
  try {
    return await finishAttempt({ db, visit }, attempt, { provider, params })
  } catch (error) {
    if (!(error instanceof AppError) || error.reason === SUSPENDED || attempt.redirectTo !== JOINING_PAGE) throw error
    throw new AppError(error.code, error.message, { reason: 'joining', cause: error })
  }
}

async function finishAttempt(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  attempt: Attempt,
  { provider, params }: { provider?: Provider | undefined; params: Record<string, string> },
): Promise<{ redirectTo: string; isNew: boolean; notice: string | null }> {
  // A forged callback must not end the attempt.
  if (params.state !== attempt.state || (provider && provider !== attempt.provider))
    throw authenticationFailed(attempt.provider)
  // Each attempt can be completed only once. This limits the requests that one address causes at the provider.
  const counted = `oauth ${attempt.state}`
  await countAttempt('signIn', visit, counted)
  if (!(await spendAttempt(visit, attempt))) throw authenticationFailed(attempt.provider)

  const identity = await proveIdentity(attempt, params).catch((error: unknown) => {
    noteFailure(attempt.provider, error)
    throw authenticationFailed(attempt.provider)
  })
  await forgiveAttempts('signIn', visit, counted)
  const { userId, isNew, change } = await enterAccount(db, visit, attempt, identity)
  if (change)
    await writeAudit(db, visit, {
      actorId: userId,
      action: change,
      subjectId: userId,
      data: { provider: attempt.provider },
    })
  const { redirectTo } = attempt
  if (attempt.connect) return { redirectTo, isNew, notice: null }
  return {
    isNew,
    ...(await startSession({ db, visit }, userId, { remember: true, method: attempt.provider, redirectTo })),
  }
}

/** Lists the providers that are or can be connected to the viewer's account, with the viewer's address at each. */
export async function listProviders({
  db,
  viewer,
}: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<
  Array<{ provider: Provider; isAvailable: boolean; isConnected: boolean; email: string | null }>
> {
  const available = configuredProviders()
  const accounts = await db.oAuthAccount.findMany({
    where: { userId: viewer.userId },
    select: { provider: true, email: true },
    orderBy: { createdAt: 'asc' },
  })
  const emailOf = new Map(accounts.toReversed().map(({ provider, email }) => [provider, email]))
  return PROVIDERS.map((provider) => ({
    provider,
    isAvailable: available.includes(provider),
    isConnected: emailOf.has(provider),
    email: emailOf.get(provider) || null,
  })).filter(({ isAvailable, isConnected }) => isAvailable || isConnected)
}

/**
 * Disconnects a provider, so that the viewer can no longer sign in with it.
 * @throws AppError not_found if it is not connected, bad_input if it is the account's last sign-in method
 */
export async function disconnectProvider(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  provider: Provider,
): Promise<void> {
  const { userId } = viewer
  await db.$transaction(async (tx) => {
    // Without the lock, two providers disconnected at the same time would each count as the remaining sign-in method.
    await lockOwnAccount(tx, viewer)
    const { count } = await tx.oAuthAccount.deleteMany({ where: { userId, provider } })
    if (count === 0) throw new AppError('not_found', 'This account is not connected.')
    const [password, others] = [
      await tx.password.count({ where: { userId } }),
      await tx.oAuthAccount.count({ where: { userId, provider: { in: configuredProviders() } } }),
    ]
    if (password + others === 0)
      throw new AppError('bad_input', 'This is the only way to sign in to your account. Please set a password first.')
  })
  await writeAudit(db, visit, { actorId: userId, action: 'provider_unlinked', subjectId: userId, data: { provider } })
}

/** Logs a failed sign-in, but never codes, tokens or personal data. */
function noteFailure(provider: Provider, error: unknown): void {
  const { code, message } =
    error instanceof Error ? (error as Error & { code?: string }) : { code: undefined, message: '' }
  log.warn({ provider, code, reason: message.slice(0, 200) }, 'signing in with a provider failed')
}
