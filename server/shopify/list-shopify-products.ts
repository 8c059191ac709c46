import { AppError } from '#server/platform/errors.ts'
import { pause } from '#server/platform/pause.ts'
import type { ProductListing, StoreAccess } from '#server/stores/store-platform.ts'
import { lookAtBulk, saveBulkFile, startProductBulk } from './bulk-products.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Asks Shopify to export all products, and downloads the export file. A later run continues the same export. */
export async function listShopifyProducts(
  access: StoreAccess,
  { remembered, remember, tell, reserve, until, signal }: ProductListing,
): Promise<number | null> {
  let operationId = remembered
  for (let wait = FIRST_PAUSE_MS; Date.now() < until; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (operationId === null) {
      operationId = await startProductBulk(access, { signal })
      await remember(operationId)
    }
    const now = await lookAtBulk(access, operationId, { signal })
    if (now.state === 'ended')
      throw new AppError('unavailable', `Shopify could not list your products (${now.how}). Please try again later.`)
    if (now.state === 'done') {
      const { url, byteSize } = now
      if (url === null) throw new AppError('bad_input', 'Your store has no products yet. Nothing was changed.')
      const { save, maxBytes, timeoutMs } = await reserve(byteSize)
      return saveBulkFile(access.shop, { url, byteSize }, save, { maxBytes, timeoutMs })
    }
    // Shopify deletes the export after a week. If it is gone, request a new one.
    if (now.state === 'gone') operationId = null
    else await tell(now.products)
    await pause(wait, signal)
  }
  return null
}
