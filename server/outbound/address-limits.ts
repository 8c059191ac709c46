/**
 * Maximum that one address adds to a product's counts per day (UTC), by young visitors and by all. More than a
 * household or an office needs, and too little to distort a figure. Visitors beyond it are still redirected
 * (docs/decisions/2026-11-22-forged-clicks.md).
 */
export const COUNTED_A_DAY = { young: 10, all: 300 } as const
/**
 * Maximum counted clicks of one address per day, on all products. Beyond it, clicks of its young visitors do not count.
 */
export const YOUNG_CLICKS_A_DAY = 500
/** Maximum clicks of one address per minute. Beyond it, clicks of its young visitors do not count. */
export const YOUNG_CLICKS_A_MINUTE = 60
