import type { Surface } from '#server/outbound/outbound.schema.ts'

/** Every address of the shop, in one place. */
export const paths = {
  home: () => '/',
  about: () => '/about-wtf',
  ranking: () => '/ranking',
  discover: (query: DiscoverQuery = {}) => `/discover${toSearch(query)}`,
  allProducts: () => '/discover?all=true',
  product: (productId: string) => `/product/${productId}`,
  partner: (partnerId: string) => `/partner/${partnerId}`,
  brand: (partnerId: string) => `/brand/${partnerId}`,
  go: (productId: string, from: { surface: Surface; variantId?: string | null; position?: number }) =>
    `/go/${productId}${toSearch({ v: from.variantId ?? undefined, src: from.surface, pos: from.position })}`,
  seen: (productId: string) => `/seen/${productId}`,
  /** Takes reports of searches; with a token it is the picture that reports without JavaScript. */
  searched: (token?: string) => (token === undefined ? '/searched' : `/searched/${token}`),
  image: (name: string, width: number, format: string) => `/img/${name}/${width}.${format}`,
}

export type DiscoverQuery = Partial<Record<
  | 'all' | 'q' | 'mode' | 'rest' | 'category' | 'categories' | 'brand' | 'brands' | 'sizes' | 'colours' | 'materials' | 'genders' | 'tags' | 'not' | 'currency'
  | 'priceMin' | 'priceMax' | 'discountMin' | 'onSale' | 'inStock' | 'sort' | 'page' | 'view', string>>

function toSearch(query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `?${text}` : ''
}
