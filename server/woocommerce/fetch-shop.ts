import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import type { StoreAccess, StoreShop } from '#server/stores/store-platform.ts'
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
 * Reads a store's name and currency. WooCommerce does not report a key's permissions: only using it shows them.
 * @throws StoreError
 */
export async function fetchWooShop(access: StoreAccess, signal?: AbortSignal): Promise<StoreShop> {
  const options = signal ? { signal } : {}
  const { code } = parseAnswer(
    currency,
    await askWoo(access, `${API_VERSION}/data/currencies/current`, options),
    'its currency',
  )
  const {
    name,
    url,
    home = url,
  } = parseAnswer(site, await askWoo({ ...access, token: '' }, '', options), 'store details')
  const domain = shopOf(home) || access.shop
  return { id: domain, name, domain, currency: code, primaryHost: new URL(`https://${domain}`).host, scopes: [] }
}
