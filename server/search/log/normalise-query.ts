import { parseWords } from '../parse-words.ts'

/** Returns the key that equal searches share: the analysed words, at most 100 characters. Empty if there are none. */
export const normaliseQuery = (query: string): string =>
  parseWords(query)
    .join(' ')
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
