import type { apiFor } from '#app/lib/api.server.ts'
import { formatMoney } from '#app/lib/format.ts'

/**
 * Returns the text of the link to all stores. Returns only a text, because most products have one store, and their
 * pages load no data or script for it. The page works without it.
 */
export async function otherStoresOf(
  api: ReturnType<typeof apiFor>,
  productId: string,
): Promise<{ others?: string; othersAbout?: string }> {
  const found = await api.offers.otherStores({ productId }).catch(() => null)
  if (!found) return {}
  const { stores, isSure, fromMinor, currency, productIds } = found
  const where = `${isSure ? 'Also' : 'Perhaps also'} at ${stores} other ${stores === 1 ? 'store' : 'stores'}`
  // A cached page expires when one of these products changes (server/http/page-cache.ts).
  return { others: `${where} from ${formatMoney(fromMinor, currency)}`, othersAbout: productIds.join(' ') }
}
