// What a device believes of its owner's taste is made of these. Browsers get them whole.

/** What a fact of a product is about. In the order in which people are shown them. */
export const TASTE_KINDS = ['category', 'brand', 'store', 'colour', 'material', 'style', 'price', 'audience'] as const
export type TasteKind = (typeof TASTE_KINDS)[number]

/** A product that was left for says more than one that was saved, and that more than one that was looked at. */
export const SAYS = { looked: 1, saved: 3, left: 5 } as const
/** Of the second and third look, beside the first. Later ones say nothing more. */
export const SAYS_AGAIN = 0.5
export const MOST_LOOKS = 3
/** A look within so many ms of the last is the same one. */
export const SAME_LOOK_MS = 10 * 60_000
/** After so many days what was done says half. */
export const HALF_LIFE_DAYS = 30
/** After so many it is forgotten. */
export const FORGET_DAYS = 180
/** Products that are remembered; the ones not met for longest go first. */
export const MOST_PIECES = 150
export const MOST_FACTS = 24
/** Of each kind with several values. */
export const MOST_VALUES = 4
export const MOST_TEXT = 80
export const MOST_NOT = 100
export const MOST_PASSED = 1_000

/** Upper ends of the price bands in US dollars. */
export const PRICE_BANDS = [25, 50, 100, 200, 400, 800] as const
