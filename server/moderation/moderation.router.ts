import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { decisionInput, raiseAppealInput } from './appeals.schema.ts'
import { reportedProductInput, reportProductInput } from './product-flags.schema.ts'
import { raiseAppeal, readDecision } from './raise-appeal.service.ts'
import { readReported, reportProduct } from './report-product.service.ts'

export const moderationRouter = router({
  reported: publicProcedure.input(reportedProductInput).query(({ ctx, input }) => readReported(ctx, input.productId)),
  report: publicProcedure.input(reportProductInput).mutation(({ ctx, input }) => reportProduct(ctx, input)),
  decision: signedInProcedure.input(decisionInput).query(({ ctx, input }) => readDecision(ctx, input)),
  appeal: signedInProcedure.input(raiseAppealInput).mutation(({ ctx, input }) => raiseAppeal(ctx, input)),
})
