/** The most bytes of an assistant's message. The longest valid one is a search with 40 values. */
export const MAX_MESSAGE_BYTES = 64 * 1024
/** The most bytes of an answer's JSON. It is sent twice: as text and as structured content. */
export const MAX_ANSWER_BYTES = 64 * 1024
/** The most products of a search that one answer lists. */
export const MAX_FOUND = 20
/** The most products of one comparison. */
export const MAX_COMPARED = 5
/** The most similar products in one answer. */
export const MAX_SIMILAR = 12
/** The most variants of a product that one answer lists, those in stock first. */
export const MAX_VARIANTS = 60
