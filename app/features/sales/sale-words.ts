import type { Sale } from './sale.ts'

/** Who told us of an order. */
export const SOURCES: Record<Sale['order']['source'], string> = {
  shopify: 'Your Shopify store',
  api: 'Your system, through the conversions API,',
  postback: 'Your store, by a signed address,',
  csv: 'A file that we have approved',
}

/** Where on our site somebody left. */
export const SURFACES: Record<NonNullable<Sale['click']>['surface'], string> = {
  home: 'on our home page',
  discover: 'in Discover',
  product: 'on its own page',
  partner: 'on the page of your store',
  wishlist: 'on a wishlist',
  search: 'in a search',
  features: 'in our demo',
  orders: 'among earlier purchases',
}

/** 'orderedAt' -> 'Ordered at' */
export function sentence(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 1000 -> '10 %' */
export const percent = (bps: number): string => `${bps / 100} %`
