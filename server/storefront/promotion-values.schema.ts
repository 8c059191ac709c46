/** Of one partner. */
export const MOST_PROMOTIONS = 40
export const MOST_ALT_CHARACTERS = 200
export const MOST_REVIEW_REASON_CHARACTERS = 1_000

export const REVIEWS = ['pending', 'approved', 'rejected'] as const
