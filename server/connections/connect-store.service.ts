import type { PartnerAsk } from '#server/platform/ask.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import { AppError } from '#server/platform/errors.ts'
import { platformOf } from '#server/stores/platforms.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'
import type { ConnectStoreInput, ReconnectStoreInput } from './connections.schema.ts'
import { openConnection, refuseSecondStore, type Proof } from './open-connection.ts'
import { ofStore, storePatience } from './refused-store.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/** Each attempt sends requests to a store that the partner chose. */
const tries = new RateLimit('connected stores', 10, 10 * 60_000)

const NO_WEBHOOKS =
  "Failed to register webhooks. Please check your access token permissions and ensure it has 'write_products' scope."

/**
 * Connects the partner's Shopify store by an access token, or by a client id and secret.
 * @returns the topics that could not be subscribed to, and the product import
 * @throws AppError bad_input with the specification's texts, conflict, too_many
 */
export async function connectStore(ask: Ask, input: ConnectStoreInput) {
  countTry(ask.partner.id)
  await refuseSecondStore(ask)
  const proof = await proveAccess(platformOf({ platform: 'shopify' }), input.storeUrl, input)
  const secret = input.mode === 'token' ? input.apiSecret : input.clientSecret
  return openConnection(ask, proof, secret, (failed) => {
    if (failed.length === proof.platform.topics.length) throw new AppError('bad_input', NO_WEBHOOKS)
  })
}

/**
 * Checks the partner's credentials against the store.
 * @throws AppError with the specification's texts, naming missing scopes
 */
export async function proveAccess(
  platform: StorePlatform,
  shop: string,
  input: ReconnectStoreInput | ConnectStoreInput,
): Promise<Proof> {
  const given = await ofStore(async () => {
    if (input.mode === 'token') return { token: input.accessToken, expiresAt: null, clientId: null }
    const { clientId, clientSecret } = input
    if (!platform.exchangeCredentials) throw new AppError('bad_input', `${platform.label} has no client IDs.`)
    const { token, expiresAt } = await platform.exchangeCredentials(shop, clientId, clientSecret, {
      signal: storePatience(),
    })
    return { token, expiresAt, clientId }
  }, platform)
  const access = { shop, token: given.token }
  const found = await ofStore(() => platform.fetchShop(access, storePatience()), platform)
  // A write scope includes reading.
  const has = new Set(found.scopes.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  const missing = platform.neededScopes.filter((scope) => !has.has(scope))
  if (missing.length)
    throw new AppError(
      'bad_input',
      `Your ${platform.label} app does not have ${missing.length === 1 ? 'a scope' : 'scopes'} that we need: ${missing.join(', ')}. Add ${missing.length === 1 ? 'this scope' : 'these scopes'} to the app, install it again, then enter its new token.`,
      { reason: 'scopes' },
    )
  return {
    platform,
    access: { shop: found.domain, token: given.token },
    shop: found,
    tokenExpiresAt: given.expiresAt,
    clientId: given.clientId,
    takesCurrency: input.takesCurrency === 'on',
  }
}

/** @throws AppError too_many */
export function countTry(partnerId: string): void {
  if (!tries.allows(partnerId))
    throw new AppError(
      'too_many',
      'You have tried this too often in the last few minutes. Please wait ten minutes and try again.',
    )
}
