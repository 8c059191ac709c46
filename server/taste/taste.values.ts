// The inputs of a device's beliefs about its owner's taste. Browsers load this file in full.

/** The kinds of facts about a product, in display order. */
export const TASTE_KINDS = ['category', 'brand', 'store', 'colour', 'material', 'style', 'price', 'audience'] as const
export type TasteKind = (typeof TASTE_KINDS)[number]

/** Points by action: leaving for the store counts more than a save, and a save more than a view. */
export const SAYS = { looked: 1, saved: 3, left: 5 } as const
/** Points of the second and third view, in addition to the first. Later views add nothing. */
export const SAYS_AGAIN = 0.5
export const MAX_LOOKS = 3
/** Views within this many ms of the last one count as the same. */
export const SAME_LOOK_MS = 10 * 60_000
/** After this many days, an action counts half. */
export const HALF_LIFE_DAYS = 30
/** After this many days, an action is deleted. */
export const FORGET_DAYS = 180
/** Maximum stored products; those without an action for the longest time are dropped first. */
export const MAX_PIECES = 150
export const MAX_FACTS = 24
/** Values kept per kind with several values. */
export const MAX_VALUES = 4
export const MAX_TEXT = 80
export const MAX_NOT = 100
export const MAX_PASSED = 1_000

/** Upper ends of the price bands in US dollars. */
export const PRICE_BANDS = [25, 50, 100, 200, 400, 800] as const
