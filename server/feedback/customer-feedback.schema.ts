import { z } from 'zod'
import { PERIODS } from '#server/platform/period.schema.ts'
import { paragraphs, searchedText } from '#server/platform/texts.schema.ts'
import {
  ANSWER_FILTERS,
  FEEDBACK_FILTERS,
  FEEDBACK_KINDS,
  FEEDBACK_TABS,
  MOST_FLAG_REASON,
  MOST_RESPONSE,
} from './customer-feedback-values.schema.ts'

/** For strangers to read: without what cannot be seen, and what turns the direction of the text that follows. */
const shownText = (missing: string, limit: number) =>
  z
    .string({ error: missing })
    .transform((text) => text.replace(/[\u200B\u202A-\u202E\u2060-\u2069\uFEFF]/g, ''))
    .pipe(paragraphs(missing, limit))

/** Unknown values of an address mean no filter. */
const filter = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).optional().catch(undefined)

const period = z.enum(PERIODS).catch('month').default('month')

export const feedbackFiguresQuery = z.object({ period })

/** Which reviews and which feedback of a partner. Bad values of an address fall back. */
export const feedbackFilter = z.object({
  tab: z.enum(FEEDBACK_TABS).catch('reviews').default('reviews'),
  /** A part of the title, of the text, of the product's name or of the order's number. */
  q: searchedText,
  /** Of reviews. */
  rating: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
  /** Of reviews. */
  answer: filter(ANSWER_FILTERS),
  /** Of feedback. */
  status: filter(FEEDBACK_FILTERS),
})

/** The page, as its address says. */
export const customerFeedbackQuery = feedbackFilter.extend({
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  period,
})

/** One of them. */
export const feedbackItemInput = z.object({ kind: z.enum(FEEDBACK_KINDS), id: z.uuid('Not found.') })

export const respondInput = feedbackItemInput.extend({
  response: shownText('Please write a response', MOST_RESPONSE),
  /** When what stood in the form was answered, as ISO text, or ''; absent: whatever stands there is replaced. */
  seen: z.string().max(40).optional(),
  /** Of a review: which words were read, as its writer's changes count them. Feedback has none: nobody changes it. */
  revision: z.coerce.number().int().optional().catch(undefined),
})

export const reviewInput = z.object({ reviewId: z.uuid() })

export const flagInput = feedbackItemInput.extend({
  reason: shownText('Please enter a reason', MOST_FLAG_REASON),
})

/** Resolved it is by a response. */
export const feedbackStatusInput = z.object({
  feedbackId: z.uuid(),
  status: z.enum(['investigating', 'closed'], 'Please choose a status'),
})

/** From a mail's link. Anything else is treated as an unknown token. */
export const stopReviewRequestsInput = z.object({ token: z.string().max(200).catch('') })

export type FeedbackFilter = z.output<typeof feedbackFilter>
export type CustomerFeedbackQuery = z.output<typeof customerFeedbackQuery>
export type FeedbackItemInput = z.output<typeof feedbackItemInput>
export type RespondInput = z.output<typeof respondInput>
export type FlagInput = z.output<typeof flagInput>
export type FeedbackStatusInput = z.output<typeof feedbackStatusInput>
