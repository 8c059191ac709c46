import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { decisionInput, raiseAppealInput } from './appeals.schema.ts'
import { reportedProductInput, reportProductInput } from './product-flags.schema.ts'
import { raiseAppeal, getDecision } from './raise-appeal.service.ts'
import { getReportedProduct, reportProduct } from './report-product.service.ts'

export const moderationRouter = router({
  reported: publicProcedure
    .input(reportedProductInput)
    .query(({ ctx, input }) => getReportedProduct(ctx, input.productId)),
  report: publicProcedure.input(reportProductInput).mutation(({ ctx, input }) => reportProduct(ctx, input)),
  decision: signedInProcedure.input(decisionInput).query(({ ctx, input }) => getDecision(ctx, input)),
  appeal: signedInProcedure.input(raiseAppealInput).mutation(({ ctx, input }) => raiseAppeal(ctx, input)),
})
