import type { Sale } from './sale.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** How the text refers to the store, depending on the reader. */
export type Whose = 'your' | "the partner's"

const SOURCES: Record<Sale['order']['source'], (whose: string) => string> = {
  shopify: (whose) => `${whose} Shopify store`,
  woocommerce: (whose) => `${whose} WooCommerce store`,
  api: (whose) => `${whose} system (conversions API)`,
  postback: (whose) => `${whose} store (signed URL)`,
  csv: () => 'An order file that we approved',
}

/** Returns who reported an order, at the start of a sentence. */
export const sourceOf = (source: Sale['order']['source'], whose: Whose): string => {
  const words = SOURCES[source](whose)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The names of the places that show links: pages of our site, and assistants. */
const SURFACES = lookup({
  home: 'on our home page',
  discover: 'in Discover',
  product: 'on its product page',
  partner: 'on the store’s page',
  wishlist: 'on a wishlist',
  search: 'in search results',
  features: 'in our demo',
  orders: 'in their past purchases',
  stores: 'in the list of other stores',
  agent: 'through an assistant',
})

/** Returns where the shopper saw the product: 'in search results', 'through an assistant (Claude)'. */
export const whereOn = (surface: string, agent: string | null): string =>
  `${SURFACES[surface] ?? surface}${agent === null ? '' : ` (${agent})`}`

/** Formats a field name: 'orderedAt' -> 'Ordered at'. */
export function sentence(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats basis points: 1000 -> '10%'. */
export const percent = (bps: number): string => `${bps / 100}%`
