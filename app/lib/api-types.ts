import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'

/** The output type of each procedure: RouterOutputs['search']['products']. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
type FoundProducts = RouterOutputs['search']['products']
/** Without what only the ranking's own tests and /ranking read: pages carry their data twice. */
export type SearchResult = Omit<FoundProducts, 'products'> & {
  products: Array<Omit<FoundProducts['products'][number], 'why'>>
}
export type Suggestion = RouterOutputs['search']['suggest'][number]
export type ProductCardData = RouterOutputs['catalogue']['trending'][number]
export type ProductDetail = RouterOutputs['catalogue']['get']
export type Partner = RouterOutputs['partner']['getStore']
export type LeftStoreData = RouterOutputs['outbound']['recentClicks'][number]
export type PictureData = ProductCardData['pictures'][number]
/** What is shown of a product's reviews. */
export type ReviewsData = RouterOutputs['reviews']['list']
export type ReviewData = ReviewsData['reviews'][number]
export type WishlistData = RouterOutputs['wishlist']['list']
export type WishData = WishlistData['items'][number]
