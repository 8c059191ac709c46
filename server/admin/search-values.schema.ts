/** The longest search text, in characters; longer texts are cut. */
export const MAX_TEXT = 100
