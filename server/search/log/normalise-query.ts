import { readWords } from '../read-words.ts'

/** What makes two searches the same: the analysed words, at most 100 characters. '' where there are none. */
export const normaliseQuery = (query: string): string =>
  readWords(query)
    .join(' ')
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
