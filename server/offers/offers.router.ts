import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { findOtherStores, listOffers } from './list-offers.service.ts'
import { itemInput, matchInput, reportMatchInput } from './offers.schema.ts'
import { getMatch, reportMatch } from './report-match.service.ts'

export const offersRouter = router({
  list: publicProcedure.input(itemInput).query(({ ctx, input }) => listOffers(ctx.db, input.productId)),
  otherStores: publicProcedure.input(itemInput).query(({ ctx, input }) => findOtherStores(ctx.db, input.productId)),
  match: publicProcedure.input(matchInput).query(({ ctx, input }) => getMatch(ctx.db, input)),
  report: publicProcedure.input(reportMatchInput).mutation(({ ctx, input }) => reportMatch(ctx, input)),
})
