import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'

/** The output type of each procedure: RouterOutputs['search']['products']. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
type FoundProducts = RouterOutputs['search']['products']
/**
 * A search result with only the fields that the list uses, because pages send their data twice: as HTML and for
 * hydration.
 */
export type SearchResult = Omit<FoundProducts, 'products' | 'facets' | 'nearly'> & {
  nearly: { products: CardProduct[]; without: string[] } | null
  products: Array<CardProduct & Partial<Pick<ProductCardData, 'category'>>>
  facets: Facets<FoundProducts['facets']>
}
/** Unselected filter values omit the flag, because most values are unselected. */
type Facets<T> = {
  [K in keyof T]: T[K] extends Array<infer V extends { isSelected: boolean }>
    ? Array<Omit<V, 'isSelected'> & { isSelected?: boolean }>
    : T[K] extends Array<infer Group extends { values: unknown }>
      ? Array<Facets<Group>>
      : T[K]
}
export type Suggestion = RouterOutputs['search']['suggest'][number]
export type ProductCardData = RouterOutputs['catalogue']['trending'][number]
/** The fields of a product that a card uses. */
export type CardProduct = Pick<ProductCardData, 'id' | 'name' | 'brand' | 'currency' | 'priceMinor'> &
  Partial<Pick<ProductCardData, 'priceMaxMinor' | 'originalPriceMinor' | 'stock'>> & {
    /** The second picture appears on hover. */
    pictures: Array<Pick<PictureData, 'name' | 'width'> & Partial<PictureData>>
    /** The colour that the visitor searched for. */
    colour?: string | null
    swatches?: string[]
    colourCount?: number
    /** How the product is similar to the picture or colours of the search. */
    alike?: string | null
  }
export type ProductDetail = RouterOutputs['catalogue']['get']
export type Partner = RouterOutputs['partner']['getStore']
export type LeftStoreData = RouterOutputs['outbound']['recentClicks'][number]
export type PictureData = ProductCardData['pictures'][number]
/** The reviews that a product page shows. */
export type ReviewsData = RouterOutputs['reviews']['list']
export type ReviewData = ReviewsData['reviews'][number]
export type WishlistData = RouterOutputs['wishlist']['list']
export type WishData = WishlistData['items'][number]
