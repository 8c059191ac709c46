import { randomBytes } from 'node:crypto'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { countTry } from './connect-store.service.ts'
import type { ConnectByKeyInput } from './connections.schema.ts'
import { openConnection, refuseSecondStore } from './open-connection.ts'
import { ofStore, storePatience } from './refused-store.ts'

/**
 * Connects the partner's WooCommerce store by a key of its REST API. We choose the secret for its signatures. With a
 * read-only key there are no webhooks, so the store is compared every few minutes.
 * @returns the topics that could not be subscribed to, and the product import
 * @throws AppError bad_input, conflict, too_many
 */
export async function connectByKey(
  ask: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  { storeUrl, consumerKey, consumerSecret }: ConnectByKeyInput,
) {
  countTry(ask.partner.id)
  await refuseSecondStore(ask)
  const platform = platformOf({ platform: 'woocommerce' })
  const asked = { shop: storeUrl, token: `${consumerKey}:${consumerSecret}` }
  const shop = await ofStore(() => platform.fetchShop(asked, storePatience()), platform)
  // The address must match, because it identifies the store's messages and its host is verified for the partner.
  if (shop.domain !== storeUrl)
    throw new AppError('bad_input', `Your store’s address is ${shop.domain}. Please enter it instead.`)
  const proof = { platform, access: asked, shop, tokenExpiresAt: null, clientId: null }
  return openConnection(ask, proof, randomBytes(32).toString('base64url'), () => undefined)
}
