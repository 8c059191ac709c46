import { z } from 'zod'
import { askShopify, ShopifyError, type StoreAccess } from './admin-api.ts'
import { DOCUMENTS } from './documents.values.ts'

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

/** A store as it names itself. */
export interface Shop {
  /** 'gid://shopify/Shop/1': stays when the store moves its domain. */
  id: string
  name: string
  /** 'name.myshopify.com' */
  domain: string
  currency: string
  /** Where its shoppers see it: 'brand.example'. */
  primaryHost: string
  /** What our key may do. */
  scopes: string[]
}

/** @throws ShopifyError */
export async function readShop(access: StoreAccess, signal?: AbortSignal): Promise<Shop> {
  const given = answer.safeParse(await askShopify(access, DOCUMENTS.shop, {}, signal ? { signal } : {}))
  if (!given.success) throw new ShopifyError('bad_answer', `${access.shop} sent store details that we cannot read.`)
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
