/**
 * The maximum that one address adds to a product's counts in a day (UTC): by new visitors, with a cookie younger than
 * 10 minutes, and by all. More than a household or an office needs, and too little to change a figure. Visitors beyond
 * it are still redirected (docs/decisions/2026-11-22-forged-clicks.md).
 */
export const COUNTED_A_DAY = { young: 10, all: 300 } as const
/**
 * The maximum number of counted clicks of one address a day, on all products. Beyond it, clicks of new visitors are not
 * counted.
 */
export const YOUNG_CLICKS_A_DAY = 500
/** The maximum number of clicks of one address a minute. Beyond it, clicks of new visitors are not counted. */
export const YOUNG_CLICKS_A_MINUTE = 60
