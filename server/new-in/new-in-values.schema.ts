// Without zod, because browsers load this.

/** Saved searches and followed brands of one person. */
export const MOST_SEARCHES = 50
/** Characters of a name. */
export const MOST_NAME = 80
