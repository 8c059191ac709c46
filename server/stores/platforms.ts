/* eslint-disable house/floors -- the one list of platforms; everything else knows only their interface */
import { addressesFrom, addressTemplate, configureShopify } from '#server/shopify/admin-api.ts'
import { shopify } from '#server/shopify/shopify.ts'
import { woocommerce } from '#server/woocommerce/woocommerce.ts'
import type { StorePlatform as Platform } from '#prisma/generated/enums.ts'
import type { PlatformName, StorePlatform } from './store-platform.ts'

const PLATFORMS: Readonly<Record<PlatformName, StorePlatform>> = { shopify, woocommerce }

/** Returns all platforms whose stores can be connected. */
export const platforms = (): StorePlatform[] => Object.values(PLATFORMS)

/** Returns the names of the platforms whose stores may come without webhooks. */
export const platformsWithoutWebhooks = (): PlatformName[] =>
  platforms().flatMap(({ name, worksWithoutWebhooks }) => (worksWithoutWebhooks ? name : []))

/** Returns the platform of this name; null if its stores cannot be connected. */
export const platformNamed = (name: string): StorePlatform | null =>
  Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name as PlatformName] : null

/** Returns the platform of a connected store. */
export function platformOf({ platform }: { platform: Platform }): StorePlatform {
  const found = platformNamed(platform)
  if (!found) throw new Error(`Stores of ${platform} cannot be connected.`)
  return found
}

/** Sets where stores are asked, instead of at their own addresses. @param template as `storeAddresses` returns it */
export const configureStores = (template: string): void => configureShopify({ addressOf: addressesFrom(template) })

/** Returns where stores are asked, to pass on to a child process. */
export const storeAddresses = (): string => addressTemplate()
