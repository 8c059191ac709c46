// Without zod, because browsers load this.

export const STARS = [5, 4, 3, 2, 1] as const
/** In characters. */
export const MAX_RESPONSE = 2_000
/** In characters. */
export const MAX_FLAG_REASON = 500
/** Rows per page. */
export const FEEDBACK_PAGE = 25

const FEEDBACK_STATES = ['pending', 'investigating', 'resolved', 'closed'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]
/** 'urgent': high or urgent priority, and neither answered nor closed. */
export const FEEDBACK_FILTERS = ['urgent', ...FEEDBACK_STATES] as const
export const ANSWER_FILTERS = ['waiting', 'answered'] as const

/** The kinds of messages that shoppers write: reviews appear on product pages, feedback is private to the store. */
export const FEEDBACK_KINDS = ['review', 'feedback'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]
export const FEEDBACK_TABS = ['reviews', 'feedback'] as const
