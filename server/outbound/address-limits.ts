/**
 * How much one address adds to a product's counts in a day (UTC): by young visitors, and by all. More than a household
 * or an office needs, and too little to move a figure. Visitors beyond it are still redirected
 * (docs/decisions/2026-11-22-forged-clicks.md).
 */
export const COUNTED_A_DAY = { young: 10, all: 300 } as const
/** Counted clicks of one address a day, on all products. Beyond it, clicks of its young visitors are not counted. */
export const YOUNG_CLICKS_A_DAY = 500
/** Clicks of one address a minute. Beyond it, those of its young visitors are not counted. */
export const YOUNG_CLICKS_A_MINUTE = 60
