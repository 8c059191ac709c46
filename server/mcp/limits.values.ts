/** Maximum bytes of an assistant's message. The longest valid one is a search with 40 values. */
export const MAX_MESSAGE_BYTES = 64 * 1024
/** Maximum bytes of an answer's JSON, which is sent twice: as text and as structured content. */
export const MAX_ANSWER_BYTES = 64 * 1024
/** Maximum products of a search in one answer. */
export const MAX_FOUND = 20
/** Maximum products in one comparison. */
export const MAX_COMPARED = 5
/** Maximum similar products in one answer. */
export const MAX_SIMILAR = 12
/** Maximum variants of a product in one answer, those in stock first. */
export const MAX_VARIANTS = 60
