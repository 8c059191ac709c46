import type { RouterOutputs } from '#app/lib/api-types.ts'

export type Offer = RouterOutputs['offers']['list']['offers'][number]

/** Describes how a match was found, and how certain it is. */
export function wayWords({ way, evidence }: NonNullable<Offer['match']>): string {
  // A 13-digit GTIN, as printed on labels, is stored with a leading 0.
  if (way === 'gtin') return `Same GTIN ${evidence.replace(/^0/, '')}`
  if (way === 'style') return `Same brand and style number ${evidence}`
  return 'Same brand, name and look (not certain)'
}

/** The text for a store's stock. */
export function stockWords({ stock, isInStock, sizes }: Pick<Offer, 'stock' | 'isInStock' | 'sizes'>): string {
  if (stock === null) return 'Unknown. Check at the store'
  if (!isInStock) return 'Sold out at the last update'
  return sizes.length ? `In stock: ${sizes.join(', ')}` : 'In stock'
}
