/** Longest search text that is read; the rest is cut off. */
export const MAX_QUERY = 200
/** As much may be typed or pasted into a search box, so that the page can say what it has not read. */
export const MAX_TYPED = 2_000
/** So many values of all lists together are read. Each stands in the link of every chip: what n of them cost grows with n squared. */
export const MAX_VALUES = 40
