import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { productIdInput } from './outbound.schema.ts'
import { getDeadEnd } from './outbound.service.ts'

export const outboundRouter = router({
  deadEnd: publicProcedure.input(productIdInput).query(({ ctx, input }) => getDeadEnd(ctx.db, input.productId)),
})
