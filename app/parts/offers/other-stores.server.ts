import type { apiFor } from '#app/lib/api.server.ts'
import { formatMoney } from '#app/lib/format.ts'

/**
 * The line that leads to the page of all stores, in words: most products are at one store, and neither their data nor the
 * script of their page has anything of it. The page works without.
 */
export async function otherStoresOf(
  api: ReturnType<typeof apiFor>,
  productId: string,
): Promise<{ others?: string; othersAbout?: string }> {
  const found = await api.offers.otherStores({ productId }).catch(() => null)
  if (!found) return {}
  const { stores, isSure, fromMinor, currency, productIds } = found
  const where = `${isSure ? 'Also' : 'Perhaps also'} at ${stores} other ${stores === 1 ? 'store' : 'stores'}`
  // A cached page expires when a product that it names changes (server/http/page-cache.ts).
  return { others: `${where} from ${formatMoney(fromMinor, currency)}`, othersAbout: productIds.join(' ') }
}
