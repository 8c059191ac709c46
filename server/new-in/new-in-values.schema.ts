// Without zod, because browsers load this.

/** Maximum saved searches and followed brands per person. */
export const MAX_SEARCHES = 50
/** Maximum characters of a name. */
export const MAX_NAME = 80
