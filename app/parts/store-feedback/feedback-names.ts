import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FeedbackCategory } from '#server/feedback/store-feedback-values.schema.ts'

export const FEEDBACK_CATEGORY_NAMES: Record<FeedbackCategory, string> = {
  service: 'Service',
  shipping: 'Shipping',
  quality: 'Quality',
  communication: 'Communication',
  overall: 'The store as a whole',
}

type FeedbackStatus = RouterOutputs['storeFeedback']['mine']['sent'][number]['status']

/** The status names for the shopper who wrote the feedback. */
export const OWN_FEEDBACK_STATUS_NAMES: Record<FeedbackStatus, string> = {
  pending: 'With the store',
  investigating: 'In progress',
  resolved: 'Answered',
  closed: 'Closed',
}
