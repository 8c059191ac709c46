import { z } from 'zod'
import { PERIODS } from '#server/platform/period.schema.ts'
import { revision } from '#server/platform/revision.schema.ts'
import { paragraphs, searchedText } from '#server/platform/texts.schema.ts'
import {
  ANSWER_FILTERS,
  FEEDBACK_FILTERS,
  FEEDBACK_KINDS,
  FEEDBACK_TABS,
  MAX_FLAG_REASON,
  MAX_RESPONSE,
} from './customer-feedback-values.schema.ts'

/** Creates a filter in an address. Unknown values mean no filter. */
const filter = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).optional().catch(undefined)

const period = z.enum(PERIODS).catch('month').default('month')

export const feedbackFiguresQuery = z.object({ period })

/** A filter of a partner's reviews and feedback. Bad values in an address fall back. */
export const feedbackFilter = z.object({
  tab: z.enum(FEEDBACK_TABS).catch('reviews').default('reviews'),
  /** Part of the title, the text, the product's name or the order number. */
  q: searchedText,
  /** Reviews only. */
  rating: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
  /** Reviews only. */
  answer: filter(ANSWER_FILTERS),
  /** Feedback only. */
  status: filter(FEEDBACK_FILTERS),
})

/** The page's query from its address. */
export const customerFeedbackQuery = feedbackFilter.extend({
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  period,
})

/** A review or a piece of feedback. */
export const feedbackItemInput = z.object({ kind: z.enum(FEEDBACK_KINDS), id: z.uuid('Not found.') })

export const respondInput = feedbackItemInput.extend({
  response: paragraphs('Please write a response', MAX_RESPONSE),
  /** When the answer shown in the form was written (ISO 8601), or ''. Without it, any existing answer is replaced. */
  seen: z.string().max(40).optional(),
  /** For a review: the revision on the page. Feedback has none, because nobody changes it. */
  revision: revision.optional().catch(undefined),
})

export const reviewInput = z.object({ reviewId: z.uuid() })

export const flagInput = feedbackItemInput.extend({
  reason: paragraphs('Please enter a reason', MAX_FLAG_REASON),
})

/** The status 'resolved' comes only from a response. */
export const feedbackStatusInput = z.object({
  feedbackId: z.uuid(),
  status: z.enum(['investigating', 'closed'], 'Please choose a status'),
})

/** The token of an emailed link. Anything else counts as an unknown token. */
export const stopReviewRequestsInput = z.object({ token: z.string().max(200).catch('') })

export type FeedbackFilter = z.output<typeof feedbackFilter>
export type CustomerFeedbackQuery = z.output<typeof customerFeedbackQuery>
export type FeedbackItemInput = z.output<typeof feedbackItemInput>
export type RespondInput = z.output<typeof respondInput>
export type FlagInput = z.output<typeof flagInput>
export type FeedbackStatusInput = z.output<typeof feedbackStatusInput>
