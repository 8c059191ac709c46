import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { partnerIdInput } from './partners.schema.ts'
import { getStore, listFeaturedStores } from './partners.service.ts'

export const partnerRouter = router({
  featuredStores: publicProcedure.query(({ ctx }) => listFeaturedStores(ctx.db)),
  getStore: publicProcedure.input(partnerIdInput).query(({ ctx, input }) => getStore(ctx.db, input.partnerId)),
})
