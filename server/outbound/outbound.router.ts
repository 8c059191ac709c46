import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { getDeadEnd } from './outbound.service.ts'

export const outboundRouter = router({
  deadEnd: publicProcedure.input(productIdInput).query(({ ctx, input }) => getDeadEnd(ctx.db, input.productId)),
})
