import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { listReviewable } from './list-reviewable.service.ts'
import { listReviews } from './list-reviews.service.ts'
import { listOwnReviews, getReviewState, removeReview } from './own-reviews.service.ts'
import {
  listReviewsInput,
  ownReviewsInput,
  reviewableInput,
  reviewIdInput,
  voteInput,
  writeReviewInput,
} from './reviews.schema.ts'
import { voteReview } from './vote-review.service.ts'
import { writeReview } from './write-review.service.ts'

export const reviewsRouter = router({
  list: publicProcedure.input(listReviewsInput).query(({ ctx, input }) => listReviews(ctx, input)),
  state: signedInProcedure.input(productIdInput).query(({ ctx, input }) => getReviewState(ctx, input)),
  reviewable: signedInProcedure.input(reviewableInput).query(({ ctx, input }) => listReviewable(ctx, input)),
  mine: signedInProcedure.input(ownReviewsInput).query(({ ctx, input }) => listOwnReviews(ctx, input)),
  write: signedInProcedure.input(writeReviewInput).mutation(({ ctx, input }) => writeReview(ctx, input)),
  remove: signedInProcedure.input(reviewIdInput).mutation(({ ctx, input }) => removeReview(ctx, input)),
  vote: signedInProcedure.input(voteInput).mutation(({ ctx, input }) => voteReview(ctx, input)),
})
