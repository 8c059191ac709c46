export const FEEDBACK_CATEGORIES = ['service', 'shipping', 'quality', 'communication', 'overall'] as const
export type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number]

export const MIN_COMMENT_CHARACTERS = 10
/** In characters. */
export const FEEDBACK_LENGTHS = { title: 120, comment: 5_000, orderId: 64 } as const
