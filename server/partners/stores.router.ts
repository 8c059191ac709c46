import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { favouriteStore, unfavouriteStore } from './favourite-stores.service.ts'
import { partnerIdInput } from './partners.schema.ts'
import { listStoresInput } from './stores.schema.ts'
import { listStores } from './stores.service.ts'

export const storesRouter = router({
  list: publicProcedure.input(listStoresInput).query(({ ctx, input }) => listStores(ctx, input)),
  favourite: signedInProcedure.input(partnerIdInput).mutation(({ ctx, input }) => favouriteStore(ctx, input.partnerId)),
  unfavourite: signedInProcedure
    .input(partnerIdInput)
    .mutation(({ ctx, input }) => unfavouriteStore(ctx, input.partnerId)),
})
