import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/trpc/router.ts'

/** What each procedure answers: RouterOutputs['catalogue']['list']. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
export type ProductCardData = RouterOutputs['catalogue']['list']['products'][number]
export type ProductDetail = RouterOutputs['catalogue']['get']
export type Store = RouterOutputs['partner']['getStore']
export type PictureData = ProductCardData['pictures'][number]
