/** The longest search text, in characters; longer texts are cut. */
export const MOST_TEXT = 100
