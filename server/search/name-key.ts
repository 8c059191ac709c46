import { toSearchText } from '#server/catalogue/search-text.ts'

const MAX_LENGTH = 200

/** How a product's name is sorted and compared: in lower case, without accents and signs, its first 200 characters. */
export const nameKeyOf = (name: string): string => toSearchText(name).slice(0, MAX_LENGTH)
