import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { AskOptions, StoreAccess, StoreShop } from '#server/stores/store-platform.ts'
import { shopOf } from './deliveries.ts'
import { API_VERSION, askWoo } from './rest-api.ts'

const site = z.object({
  name: z.string(),
  url: z.string().max(500),
  home: z.string().max(500).optional(),
  namespaces: z.array(z.string()),
})
const currency = z.object({ code: z.string().regex(/^[A-Z]{3}$/) })

/**
 * Reads a store's name and currency. WooCommerce does not report a key's permissions. Only using the key shows them.
 * @throws StoreError
 */
export async function fetchWooShop(access: StoreAccess, signal?: AbortSignal): Promise<StoreShop> {
  const code = await fetchWooCurrency(access, signal)
  const { name, domain } = await fetchSite(access.shop, signal ? { signal } : {})
  return { id: domain, name, domain, currency: code, primaryHost: new URL(`https://${domain}`).host, scopes: [] }
}

/** Returns the currency of a store's prices. @throws StoreError */
export async function fetchWooCurrency(access: StoreAccess, signal?: AbortSignal): Promise<string> {
  const answer = await askWoo(access, `${API_VERSION}/data/currencies/current`, signal ? { signal } : {})
  return parseAnswer(currency, answer, 'its currency').code
}

/** Finds a WooCommerce store without a key. @returns its own address, without a scheme @throws StoreError */
export async function findWooStore(shop: string, options: AskOptions = {}): Promise<string> {
  const { domain, namespaces } = await fetchSite(shop, options)
  if (!namespaces.includes(API_VERSION)) throw new StoreError('not_found', `WooCommerce is not installed on ${shop}.`)
  return domain
}

/** Reads the index of a site's REST API, which is public. */
async function fetchSite(shop: string, options: AskOptions) {
  const query = { _fields: 'name,url,home,namespaces' }
  const answer = await askWoo({ shop, token: '' }, '', { ...options, query })
  const { home, url, ...rest } = parseAnswer(site, answer, 'store details')
  return { ...rest, domain: shopOf(home ?? url) || shop }
}
