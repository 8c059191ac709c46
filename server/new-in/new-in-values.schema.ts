// Without zod, because browsers load this.

/** Saved searches and followed brands of one person. */
export const MAX_SEARCHES = 50
/** The most characters of a name. */
export const MAX_NAME = 80
