import type { Sale } from './sale.ts'

/** How the text refers to the store, for its reader. */
export type Whose = 'your' | "the partner's"

const SOURCES: Record<Sale['order']['source'], (whose: string) => string> = {
  shopify: (whose) => `${whose} Shopify store`,
  api: (whose) => `${whose} system, through the conversions API,`,
  postback: (whose) => `${whose} store, by a signed address,`,
  csv: () => 'A file that we have approved',
}

/** Who told us of an order, at the beginning of a sentence. */
export const sourceOf = (source: Sale['order']['source'], whose: Whose): string =>
  SOURCES[source](whose.charAt(0).toUpperCase() + whose.slice(1))

/** Where on our site somebody left. */
export const SURFACES: Record<NonNullable<Sale['click']>['surface'], string> = {
  home: 'on our home page',
  discover: 'in Discover',
  product: 'on its own page',
  partner: 'on the page of its store',
  wishlist: 'on a wishlist',
  search: 'in a search',
  features: 'in our demo',
  orders: 'among earlier purchases',
  stores: 'beside other stores',
}

/** 'orderedAt' -> 'Ordered at' */
export function sentence(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 1000 -> '10 %' */
export const percent = (bps: number): string => `${bps / 100} %`
