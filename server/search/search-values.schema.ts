/** The currencies that shoppers can choose for prices and for the price filter. */
export const PRICE_CURRENCIES = ['USD', 'GBP', 'EUR'] as const
export type PriceCurrency = (typeof PRICE_CURRENCIES)[number]

/** The longest search text that is read. The rest is cut off. */
export const MAX_QUERY = 200
/** The longest input of a search box, so that the page can say what it has not read. */
export const MAX_TYPED = 2_000
/**
 * The maximum number of values of all lists together. Each is in the link of every chip, so the cost grows with the
 * square.
 */
export const MAX_VALUES = 40
