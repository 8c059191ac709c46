import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'
import { StoreError, type StoreErrorKind } from '#server/stores/store-error.ts'

type Words = Partial<Record<StoreErrorKind, string>>

const OF_TOKENS: Words = {
  unauthorized: 'Authentication failed. Your access token may be invalid or expired.',
  not_found: 'Store not found. Please check your store URL.',
  forbidden: 'Could not access your Shopify store. Please check your store URL and access token.',
  unreachable: 'Could not access your Shopify store. Please check your store URL and access token.',
}
const OF_KEYS: Words = {
  unauthorized: 'Your store does not accept this key. Please check the consumer key and the consumer secret.',
  not_found: 'We found no WooCommerce store at this address. Please check it.',
  forbidden: 'Your store denied us access. A security plugin may block requests to its REST API.',
  unreachable: 'We could not reach your store. Please check its address, which must begin with https://.',
}
const otherwise = (label: string) => `Failed to connect to your ${label} store. Please try again.`

/**
 * Returns the timeout for requests that a person waits for. A store that does not respond in time counts as
 * unreachable.
 */
export const storePatience = (): AbortSignal => AbortSignal.timeout(20_000)

type Asked = Pick<StorePlatform, 'label' | 'exchangeCredentials'>

/** Converts a store's error to a readable one. Rethrows all other errors. */
export function refusedStore(error: unknown, { label, exchangeCredentials }: Asked): AppError {
  const words = exchangeCredentials ? OF_TOKENS : OF_KEYS
  if (error instanceof StoreError)
    return new AppError('bad_input', words[error.kind] ?? otherwise(label), { reason: error.kind })
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new AppError('unavailable', words.unreachable ?? otherwise(label), { reason: 'unreachable' })
  if (error instanceof AppError) return error
  log.error({ err: error }, 'a store was not connected')
  return new AppError('unavailable', otherwise(label))
}

/**
 * Sends a request to a store for a person who waits.
 * @throws AppError
 */
export async function ofStore<T>(ask: () => Promise<T>, platform: Asked): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw refusedStore(error, platform)
  }
}
