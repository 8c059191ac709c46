import { catalogueRouter } from '#server/catalogue/catalogue.router.ts'
import { outboundRouter } from '#server/outbound/outbound.router.ts'
import { partnerRouter } from '#server/partners/partners.router.ts'
import { searchRouter } from '#server/search/search.router.ts'
import { createCallerFactory, router } from './procedures.ts'

export const appRouter = router({
  catalogue: catalogueRouter,
  outbound: outboundRouter,
  partner: partnerRouter,
  search: searchRouter,
})
export type AppRouter = typeof appRouter

/** Calls procedures without HTTP; what pages' loaders use. */
export const createCaller = createCallerFactory(appRouter)
export type Caller = ReturnType<typeof createCaller>
