import { partnerEditorProcedure, partnerProcedure, publicProcedure, router } from '#server/trpc/procedures.ts'
import {
  customerFeedbackQuery,
  feedbackFiguresQuery,
  feedbackFilter,
  feedbackItemInput,
  feedbackStatusInput,
  flagInput,
  respondInput,
  reviewInput,
  stopReviewRequestsInput,
} from './customer-feedback.schema.ts'
import { describeFeedbackFile } from './export-feedback.service.ts'
import { countWaitingReviews, getFeedbackFigures } from './feedback-figures.service.ts'
import { flag, unflag } from './flag.service.ts'
import { getCustomerFeedback, listCustomerFeedback, listUrgentFeedback } from './list-feedback.service.ts'
import { respond, setFeedbackStatus, withdrawResponse } from './respond.service.ts'
import { stopReviewRequests } from './stop-review-requests.service.ts'

export const customerFeedbackRouter = router({
  figures: partnerProcedure.input(feedbackFiguresQuery).query(({ ctx, input }) => getFeedbackFigures(ctx, input)),
  list: partnerProcedure.input(customerFeedbackQuery).query(({ ctx, input }) => listCustomerFeedback(ctx, input)),
  urgent: partnerProcedure.query(({ ctx }) => listUrgentFeedback(ctx)),
  waiting: partnerProcedure.query(({ ctx }) => countWaitingReviews(ctx)),
  get: partnerProcedure.input(feedbackItemInput).query(({ ctx, input }) => getCustomerFeedback(ctx, input)),
  /** server/http/csv-files.ts sends the file. */
  file: partnerProcedure.input(feedbackFilter).query(({ ctx, input }) => describeFeedbackFile(ctx, input)),
  respond: partnerEditorProcedure.input(respondInput).mutation(({ ctx, input }) => respond(ctx, input)),
  withdraw: partnerEditorProcedure.input(reviewInput).mutation(({ ctx, input }) => withdrawResponse(ctx, input)),
  setStatus: partnerEditorProcedure
    .input(feedbackStatusInput)
    .mutation(({ ctx, input }) => setFeedbackStatus(ctx, input)),
  flag: partnerEditorProcedure.input(flagInput).mutation(({ ctx, input }) => flag(ctx, input)),
  unflag: partnerEditorProcedure.input(feedbackItemInput).mutation(({ ctx, input }) => unflag(ctx, input)),
  /** Stops review requests, by the link in one of these emails. */
  stopRequests: publicProcedure
    .input(stopReviewRequestsInput)
    .mutation(({ ctx, input }) => stopReviewRequests(ctx.db, input.token)),
})
