import { z } from 'zod'
import { oneLine, paragraphs } from '#server/platform/texts.schema.ts'
import { FEEDBACK_CATEGORIES, FEEDBACK_LENGTHS, MIN_COMMENT_CHARACTERS } from './store-feedback-values.schema.ts'

/** The id comes from a URL, so a malformed one counts as not found. */
export const feedbackStoreInput = z.object({ partnerId: z.string() })

/** A shopper's message to a store. */
export const sendFeedbackInput = feedbackStoreInput.extend({
  category: z.enum(FEEDBACK_CATEGORIES, { error: 'Please choose what it is about' }),
  rating: z.coerce
    .number({ error: 'Please choose one to five stars' })
    .int('Please choose one to five stars')
    .min(1, 'Please choose one to five stars')
    .max(5, 'Please choose one to five stars'),
  title: oneLine(null, FEEDBACK_LENGTHS.title).default(''),
  comment: paragraphs('Please write your message', FEEDBACK_LENGTHS.comment).pipe(
    z.string().min(MIN_COMMENT_CHARACTERS, `Please write at least ${MIN_COMMENT_CHARACTERS} characters`),
  ),
  orderId: oneLine(null, FEEDBACK_LENGTHS.orderId).default(''),
})
export type SendFeedbackInput = z.output<typeof sendFeedbackInput>
