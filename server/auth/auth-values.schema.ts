/** Maximum length of the path to return to. */
export const MAX_PATH = 2_000
