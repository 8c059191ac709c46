import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { countAttempt, forgiveAttempts } from '#server/auth/attempt-limits.ts'
import { safePath } from '#server/auth/auth.schema.ts'
import { writeAudit } from '#server/auth/audit.service.ts'
import { lockOwnAccount } from '#server/auth/lock-account.ts'
import { assertRecentProof } from '#server/auth/recent-proof.ts'
import { startSession } from '#server/auth/session.service.ts'
import type { Viewer, Visit } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { enterAccount } from './enter-account.ts'
import { keepAttempt, readAttempt, spendAttempt } from './oauth-cookie.ts'
import { callbackUrl, configuredProviders, providerConfiguration, PROVIDERS, type Provider } from './oidc-config.ts'
import { authenticationFailed, proveIdentity } from './prove-identity.ts'

export { configuredProviders }

const SCOPES: Record<Provider, string> = { google: 'openid email profile', apple: 'openid email name' }

export interface StartOAuthInput {
  provider: Provider
  accountType?: 'customer' | 'partner' | undefined
  redirectTo?: string | undefined
}

/**
 * Where to send the visitor so that the provider tells us who he is; its secrets stay in a cookie for 10 minutes.
 * @param viewer signed in already: the provider is connected to his account, instead of opening one.
 * @throws AppError bad_input when the provider is not configured, unavailable when it does not answer sensibly; forbidden to a viewer as `assertRecentProof`
 */
export async function startOAuth(
  db: Db, visit: Visit, { provider, accountType = 'customer', redirectTo }: StartOAuthInput, viewer: Viewer | null = null,
): Promise<{ url: string }> {
  if (viewer) assertRecentProof(viewer)
  const configuration = await providerConfiguration(provider).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    noteFailure(provider, error)
    throw authenticationFailed(provider, 'unavailable')
  })
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  await keepAttempt(db, visit, {
    provider, state, nonce, verifier, accountType, redirectTo: safePath(redirectTo), startedAt: Date.now(),
    ...(viewer && { connect: { userId: viewer.userId, sessionId: viewer.sessionId } }),
  })
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(), scope: SCOPES[provider], state, nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    ...(provider === 'google' && { access_type: 'offline', prompt: 'consent' }),
    // Apple gives name and address by POST only; over http (this very machine) its cookie could not come along.
    ...(provider === 'apple' && { response_mode: visit.siteIsHttps ? 'form_post' : 'query' }),
  })
  return { url: url.href }
}

/**
 * Signs in whoever comes back from a provider, or connects it to the account that asked.
 * @param params of the callback's query, or of its body when the provider posts.
 * @returns where to go on, one of our own paths, and what to say there; null for nothing.
 * @throws AppError unauthorized without an attempt of this browser or with an answer that proves nothing; too_many; forbidden and conflict as enterAccount
 */
export async function finishOAuth(
  db: Db, visit: Visit, { provider, params }: { provider?: Provider | undefined; params: Record<string, string> },
): Promise<{ redirectTo: string; isNew: boolean; notice: string | null }> {
  const attempt = await readAttempt(db, visit)
  if (!attempt) throw new AppError('unauthorized', 'No session found')
  // A callback that somebody else made up does not end the attempt.
  if (params.state !== attempt.state || (provider && provider !== attempt.provider)) throw authenticationFailed(attempt.provider)
  // By itself every attempt is tried once; what is limited is how many one address may send to the provider.
  const counted = `oauth ${attempt.state}`
  await countAttempt('signIn', visit, counted)
  if (!spendAttempt(visit, attempt)) throw authenticationFailed(attempt.provider)

  const identity = await proveIdentity(attempt, params).catch((error: unknown) => {
    noteFailure(attempt.provider, error)
    throw authenticationFailed(attempt.provider)
  })
  await forgiveAttempts('signIn', visit, counted)
  const { userId, isNew, change } = await enterAccount(db, visit.siteUrl, attempt, identity)
  if (change) await writeAudit(db, visit, { actorId: userId, action: change, subjectId: userId, data: { provider: attempt.provider } })
  const { redirectTo } = attempt
  if (attempt.connect) return { redirectTo, isNew, notice: null }
  return { isNew, ...(await startSession(db, visit, userId, { remember: true, method: attempt.provider, redirectTo })) }
}

/** Every provider that can be or is connected to the viewer's account, with the address that it knows him by. */
export async function listProviders(db: Db, viewer: Viewer): Promise<Array<{ provider: Provider; isAvailable: boolean; isConnected: boolean; email: string | null }>> {
  const available = configuredProviders()
  const accounts = await db.oAuthAccount.findMany({ where: { userId: viewer.userId }, select: { provider: true, email: true }, orderBy: { createdAt: 'asc' } })
  const emailOf = new Map(accounts.toReversed().map(({ provider, email }) => [provider, email]))
  return PROVIDERS
    .map((provider) => ({ provider, isAvailable: available.includes(provider), isConnected: emailOf.has(provider), email: emailOf.get(provider) || null }))
    .filter(({ isAvailable, isConnected }) => isAvailable || isConnected)
}

/**
 * Forgets what the provider calls the viewer: he can no longer sign in with it.
 * @throws AppError not_found when it is not connected, bad_input when it is the last way into the account
 */
export async function disconnectProvider(db: Db, visit: Visit, viewer: Viewer, provider: Provider): Promise<void> {
  const { userId } = viewer
  await db.$transaction(async (tx) => {
    // Two providers that are disconnected at once would each be the other's excuse.
    await lockOwnAccount(tx, viewer)
    const { count } = await tx.oAuthAccount.deleteMany({ where: { userId, provider } })
    if (count === 0) throw new AppError('not_found', 'This account is not connected.')
    const [password, others] = [await tx.password.count({ where: { userId } }), await tx.oAuthAccount.count({ where: { userId, provider: { in: configuredProviders() } } })]
    if (password + others === 0) throw new AppError('bad_input', 'This is the only way into your account. Please set a password first.')
  })
  await writeAudit(db, visit, { actorId: userId, action: 'provider_unlinked', subjectId: userId, data: { provider } })
}

/** Neither codes nor tokens nor what they say of a person reach the log. */
function noteFailure(provider: Provider, error: unknown): void {
  const { code, message } = error instanceof Error ? (error as Error & { code?: string }) : { code: undefined, message: '' }
  log.warn({ provider, code, reason: message.slice(0, 200) }, 'signing in with a provider failed')
}
