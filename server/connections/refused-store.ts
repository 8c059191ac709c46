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

/** Of a question that somebody waits for; a store that does not answer in time counts as one that cannot be reached. */
export const storePatience = (): AbortSignal => AbortSignal.timeout(20_000)

/** What people read of a store that did not answer as it should. Anything that is not the store's is thrown on. */
export function refusedStore(error: unknown): AppError {
  if (error instanceof ShopifyError)
    return new AppError('bad_input', WORDS[error.kind] ?? OTHERWISE, { reason: error.kind })
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new AppError('unavailable', WORDS.unreachable ?? OTHERWISE, { reason: 'unreachable' })
  if (error instanceof AppError) return error
  log.error({ err: error }, 'a store was not connected')
  return new AppError('unavailable', OTHERWISE)
}
