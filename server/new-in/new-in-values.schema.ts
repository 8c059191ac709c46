// Without zod, because browsers load this.

/** Saved searches and followed brands of one person. */
export const MAX_SEARCHES = 50
/** Characters of a name. */
export const MAX_NAME = 80
