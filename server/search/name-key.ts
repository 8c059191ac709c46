import { toSearchText } from '#server/catalogue/search-text.ts'

const MAX_LENGTH = 200

/**
 * Returns the text for sorting and comparing product names: lower case, without accents and symbols, 200 characters at
 * most.
 */
export const nameKeyOf = (name: string): string => toSearchText(name).slice(0, MAX_LENGTH)
