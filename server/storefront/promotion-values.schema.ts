export const MAX_PROMOTIONS = 40
export const MAX_ALT_CHARACTERS = 200
export const MAX_REVIEW_REASON_CHARACTERS = 1_000

export const REVIEWS = ['pending', 'approved', 'rejected'] as const
