import { router, signedInProcedure } from '#server/trpc/procedures.ts'
import { feedbackStoreInput, sendFeedbackInput } from './store-feedback.schema.ts'
import { listOwnFeedback, sendFeedback } from './store-feedback.service.ts'

export const storeFeedbackRouter = router({
  mine: signedInProcedure.input(feedbackStoreInput).query(({ ctx, input }) => listOwnFeedback(ctx, input)),
  send: signedInProcedure.input(sendFeedbackInput).mutation(({ ctx, input }) => sendFeedback(ctx, input)),
})
