import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { getDeadEnd } from './dead-end.service.ts'
import { listRecentClicks } from './recent-clicks.service.ts'

export const outboundRouter = router({
  deadEnd: publicProcedure.input(productIdInput).query(({ ctx, input }) => getDeadEnd(ctx.db, input.productId)),
  recentClicks: signedInProcedure.query(({ ctx }) => listRecentClicks(ctx)),
})
