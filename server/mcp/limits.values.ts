/** The maximum number of bytes of an assistant's message. The longest valid one is a search with 40 values. */
export const MAX_MESSAGE_BYTES = 64 * 1024
/** The maximum number of bytes of an answer's JSON. It is sent twice: as text and as structured content. */
export const MAX_ANSWER_BYTES = 64 * 1024
/** The maximum number of products of a search that one answer lists. */
export const MAX_FOUND = 20
/** The maximum number of products in one comparison. */
export const MAX_COMPARED = 5
/** The maximum number of similar products in one answer. */
export const MAX_SIMILAR = 12
/** The maximum number of variants of a product that one answer lists, those in stock first. */
export const MAX_VARIANTS = 60
