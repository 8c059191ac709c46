// Without zod, because browsers load this.

export const PRIORITIES = [1, 2, 3, 4, 5] as const
/** In characters. */
export const MOST_NOTE = 500
/** In characters. */
export const MOST_SHARE_TITLE = 60
/** Of a file to import. */
export const MOST_FILE_BYTES = 2 * 1024 * 1024
