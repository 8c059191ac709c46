// Does not use zod, because browsers load this file.

export const PRIORITIES = [1, 2, 3, 4, 5] as const
/** In characters. */
export const MAX_NOTE = 500
/** In characters. */
export const MAX_SHARE_TITLE = 60
/** The limit for an imported file. A full list with long notes has more than 2 MB as JSON. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
export const fileIsTooLarge = `This file is larger than ${MAX_FILE_BYTES / 2 ** 20} MB, which is the limit.`
