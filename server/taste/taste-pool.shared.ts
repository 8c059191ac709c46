import { tasteFacts } from './taste-facts.shared.ts'
import type { RankedProduct } from './rank-taste.shared.ts'

/** Products that every browser ranks itself. The same for everyone. */
export interface TastePool {
  categories: Array<{ slug: string; name: string }>
  brands: Array<{ slug: string; name: string }>
  stores: Array<{ id: string; name: string }>
  products: PooledProduct[]
}

/** `category`, `brand` and `store` are positions in the adjacent lists. Empty values are omitted. Amounts in minor units of `currency`. */
interface PooledProduct {
  id: string
  name: string
  category?: number
  brand: number
  store: number
  colours?: string[]
  materials?: string[]
  styles?: string[]
  audience?: string
  /** Index of its price band. */
  band: number
  currency: string
  priceMinor: number
  priceMaxMinor?: number
  originalPriceMinor?: number
  /** 0 to 200. */
  popularity?: number
  picture?: { name: string; width: number; colour: string }
}

const MAX_POPULARITY = 200

/** A product with the data for its card and its rank. */
export interface PoolProduct extends RankedProduct {
  name: string
  card: {
    id: string
    name: string
    brand: string
    currency: string
    priceMinor: number
    priceMaxMinor?: number
    originalPriceMinor?: number
    pictures: Array<NonNullable<PooledProduct['picture']>>
  }
}

/** Returns the pool with complete products; leaves out those with an unknown brand or store. */
export function parsePool({ categories, brands, stores, products }: TastePool): PoolProduct[] {
  return products.flatMap((pooled): PoolProduct[] => {
    const { id, name, currency, priceMinor, priceMaxMinor, originalPriceMinor, popularity = 0, picture } = pooled
    const [brand, store] = [brands[pooled.brand], stores[pooled.store]]
    if (!brand || !store) return []
    const { colours = [], materials = [], styles = [], audience = '', band } = pooled
    const category = pooled.category === undefined ? null : (categories[pooled.category] ?? null)
    return [
      {
        id,
        name,
        facts: tasteFacts({ category, brand, store, colours, materials, styles, audience, band }),
        popularity: popularity / MAX_POPULARITY,
        card: {
          id,
          name,
          brand: brand.name,
          currency,
          priceMinor,
          ...(priceMaxMinor !== undefined && { priceMaxMinor }),
          ...(originalPriceMinor !== undefined && { originalPriceMinor }),
          pictures: picture ? [picture] : [],
        },
      },
    ]
  })
}
