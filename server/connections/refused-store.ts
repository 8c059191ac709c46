import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { ShopifyError } from '#server/shopify/admin-api.ts'

const WORDS: Partial<Record<ShopifyError['kind'], string>> = {
  unauthorized: 'Authentication failed. Your access token may be invalid or expired.',
  not_found: 'Store not found. Please check your store URL.',
  forbidden: 'Could not access your Shopify store. Please check your store URL and access token.',
  unreachable: 'Could not access your Shopify store. Please check your store URL and access token.',
}
const OTHERWISE = 'Failed to connect to your Shopify store. Please try again.'

/** For requests that a person waits for. A store that does not answer in time counts as unreachable. */
export const storePatience = (): AbortSignal => AbortSignal.timeout(20_000)

/** Converts a store's error to a readable one. Rethrows all other errors. */
export function refusedStore(error: unknown): AppError {
  if (error instanceof ShopifyError)
    return new AppError('bad_input', WORDS[error.kind] ?? OTHERWISE, { reason: error.kind })
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new AppError('unavailable', WORDS.unreachable ?? OTHERWISE, { reason: 'unreachable' })
  if (error instanceof AppError) return error
  log.error({ err: error }, 'a store was not connected')
  return new AppError('unavailable', OTHERWISE)
}
