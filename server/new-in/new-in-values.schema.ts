// Without zod, because browsers load this.

/** Saved searches and followed brands of one person. */
export const MAX_SEARCHES = 50
/** The maximum length of a name in characters. */
export const MAX_NAME = 80
