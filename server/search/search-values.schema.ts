/** Those in which a shopper may see and name prices, and in which the price filter counts. */
export const PRICE_CURRENCIES = ['USD', 'GBP', 'EUR'] as const
export type PriceCurrency = (typeof PRICE_CURRENCIES)[number]

/** Longest search text that is read; the rest is cut off. */
export const MAX_QUERY = 200
/** How much a search box takes, so that the page can say what it has not read. */
export const MAX_TYPED = 2_000
/** How many values of all lists together are read. Each is in the link of every chip, so the cost grows with the square. */
export const MAX_VALUES = 40
