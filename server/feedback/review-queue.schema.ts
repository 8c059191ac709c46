import { z } from 'zod'
import { paragraphs } from '#server/platform/texts.schema.ts'

/** The state of a review. 'flagged': reviews in any state that a partner asks an administrator to check again. */
export const REVIEW_STATES = ['pending', 'flagged', 'approved', 'rejected', 'spam'] as const

const MAX_REASON_CHARACTERS = 1_000

export const reviewQueueQuery = z.object({
  state: z.enum(REVIEW_STATES).catch('pending').default('pending'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type ReviewQueueQuery = z.output<typeof reviewQueueQuery>

/**
 * The version that the administrator saw, so that no decision applies to an unseen version. The revision counts its
 * writer's changes; `judgedAt` is the last judgement in ISO 8601, '' before the first.
 */
const looked = {
  reviewId: z.uuid(),
  revision: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  judgedAt: z.union([z.literal(''), z.iso.datetime()]),
}
export const judgeReviewInput = z.discriminatedUnion('to', [
  z.object({ ...looked, to: z.literal('approved') }),
  z.object({
    ...looked,
    to: z.literal('rejected'),
    reason: paragraphs('Enter a reason. The author will see it', MAX_REASON_CHARACTERS),
  }),
  z.object({ ...looked, to: z.literal('spam') }),
])
export type JudgeReviewInput = z.output<typeof judgeReviewInput>

/** The decision on a shopper's message that a partner has flagged. */
export const judgeFeedbackInput = z.object({ feedbackId: z.uuid(), to: z.enum(['closed', 'given_back']) })
export type JudgeFeedbackInput = z.output<typeof judgeFeedbackInput>
