/** Characters of a way back. */
export const MAX_PATH = 2_000
