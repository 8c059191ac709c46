/**
 * What one address adds to a product's counts in a day (UTC): so much with young visitors, so much with all. Above a household
 * and an office, below what would move a figure; what is more is sent on all the same (docs/decisions/2026-11-22-interest.md).
 */
export const COUNTED_A_DAY = { young: 10, all: 300 } as const
/** Counted clicks of one address a day, on whatever products, before its young visitors' are no longer counted. */
export const YOUNG_CLICKS_A_DAY = 500
/** Clicks of one address a minute before its young visitors' are no longer counted. */
export const YOUNG_CLICKS_A_MINUTE = 60
