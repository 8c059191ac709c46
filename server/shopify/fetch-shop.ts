import { z } from 'zod'
import { askShopify } from './admin-api.ts'
import { DOCUMENTS } from './documents.values.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreAccess, StoreShop } from '#server/stores/store-platform.ts'

const answer = z.object({
  shop: z.object({
    id: z.string().min(1).max(100),
    name: z.string().max(255),
    myshopifyDomain: z.string().min(1).max(255),
    currencyCode: z.string().regex(/^[A-Z]{3}$/),
    primaryDomain: z.object({ host: z.string().min(1).max(255) }),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string().max(100) })).max(500) }),
})

/** @throws StoreError */
export async function fetchShopifyShop(access: StoreAccess, signal?: AbortSignal): Promise<StoreShop> {
  const given = answer.safeParse(await askShopify(access, DOCUMENTS.shop, {}, signal ? { signal } : {}))
  if (!given.success) throw new StoreError('bad_answer', `${access.shop} sent store details that we cannot read.`)
  const { shop, currentAppInstallation } = given.data
  return {
    id: shop.id,
    name: shop.name,
    domain: shop.myshopifyDomain,
    currency: shop.currencyCode,
    primaryHost: shop.primaryDomain.host,
    scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
  }
}
