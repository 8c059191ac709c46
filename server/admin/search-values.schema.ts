/** Maximum length of a search text in characters. Longer texts are cut. */
export const MAX_TEXT = 100
