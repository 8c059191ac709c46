import { randomBytes } from 'node:crypto'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { platformOf } from '#server/stores/platforms.ts'
import type { StoreAccess, StorePlatform } from '#server/stores/store-platform.ts'
import { renewAccess } from './change-store.service.ts'
import { countTry } from './connect-store.service.ts'
import type { ConnectByKeyInput } from './connections.schema.ts'
import { openConnection, SECOND_STORE } from './open-connection.ts'
import { ofStore, storePatience } from './refused-store.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/** Returns the platform whose stores give us a key. */
export const keyPlatform = (): StorePlatform => platformOf({ platform: 'woocommerce' })

/**
 * Connects the partner's WooCommerce store by a key of its REST API, or replaces the key of the connected store.
 * @throws AppError bad_input, conflict, too_many
 */
export async function connectByKey(
  ask: Ask,
  { storeUrl, consumerKey, consumerSecret, takesCurrency }: ConnectByKeyInput,
) {
  countTry(ask.partner.id)
  const access = { shop: storeUrl, token: `${consumerKey}:${consumerSecret}` }
  return connectOrRenew(ask, access, takesCurrency === 'on')
}

/**
 * Connects a store by its key. We choose the secret for its signatures. With a read-only key there are no webhooks, so
 * the store is compared every few minutes.
 * @returns the topics that could not be subscribed to, and whether the store was connected before
 * @throws AppError bad_input, conflict
 */
export async function connectOrRenew(
  ask: Ask,
  access: StoreAccess,
  takesCurrency: boolean,
): Promise<{ failed: string[]; isNew: boolean }> {
  const platform = keyPlatform()
  const connection = await refuseOtherStore(ask, access.shop)
  const shop = await ofStore(() => platform.fetchShop(access, storePatience()), platform)
  assertAddress(access.shop, shop.domain)
  const proof = { platform, access, shop, tokenExpiresAt: null, clientId: null, takesCurrency }
  if (connection) return { ...(await renewAccess(ask, connection, proof, { mode: 'token' })), isNew: false }
  const { failed } = await openConnection(ask, proof, randomBytes(32).toString('base64url'), () => undefined)
  return { failed: failed.map(({ topic }) => topic), isNew: true }
}

/** Refuses another address, because it identifies the store's messages and its host is verified for the partner. */
export function assertAddress(typed: string, actual: string): void {
  if (actual !== typed)
    throw new AppError('bad_input', `Your store’s address is ${actual}. Please enter it instead.`, {
      field: 'storeUrl',
    })
}

/** @returns the connected store if it has this address @throws AppError conflict if another store is connected */
export async function refuseOtherStore({ db, partner }: Pick<Ask, 'db' | 'partner'>, shop: string) {
  const connection = await db.shopifyConnection.findFirst({
    where: { partnerId: partner.id, status: { not: 'revoked' } },
  })
  if (connection && !(connection.platform === keyPlatform().name && connection.shop === shop))
    throw new AppError('conflict', SECOND_STORE)
  return connection
}
