/* eslint-disable house/floors -- the only list of platforms; all other code uses their interface */
import { addressesFrom, addressTemplate, configureShopify } from '#server/shopify/admin-api.ts'
import { shopify } from '#server/shopify/shopify.ts'
import { woocommerce } from '#server/woocommerce/woocommerce.ts'
import type { StorePlatform as Platform } from '#prisma/generated/enums.ts'
import type { PlatformName, StorePlatform } from './store-platform.ts'

const PLATFORMS: Readonly<Record<PlatformName, StorePlatform>> = { shopify, woocommerce }

/** Returns all platforms whose stores can be connected. */
export const platforms = (): StorePlatform[] => Object.values(PLATFORMS)

/** Returns the names of the platforms whose stores may have no webhooks. */
export const platformsWithoutWebhooks = (): PlatformName[] =>
  platforms().flatMap(({ name, worksWithoutWebhooks }) => (worksWithoutWebhooks ? name : []))

/** Returns the names of the platforms that do not send a message again that we did not accept. */
export const platformsWithoutRetries = (): PlatformName[] =>
  platforms().flatMap(({ name, resendsMessages }) => (resendsMessages ? [] : name))

/** Returns the platform of this name; null if its stores cannot be connected. */
export const platformNamed = (name: string): StorePlatform | null =>
  Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name as PlatformName] : null

/** Returns the platform of a connected store. */
export function platformOf({ platform }: { platform: Platform }): StorePlatform {
  const found = platformNamed(platform)
  if (!found) throw new Error(`${platform} stores cannot be connected.`)
  return found
}

/**
 * Sets an address for requests to all stores, instead of their own.
 * @param template as returned by `storeAddresses`
 */
export const configureStores = (template: string): void => configureShopify({ addressOf: addressesFrom(template) })

/** Returns the address for requests to stores, to pass on to a child process. */
export const storeAddresses = (): string => addressTemplate()
