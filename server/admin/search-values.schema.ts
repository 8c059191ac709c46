/** Characters of a search over everything; what is longer is cut. */
export const MOST_TEXT = 100
