/**
 * Lower case without accents, words separated by single spaces. Products are stored for search in this form, and
 * queries are read in it.
 */
export function toSearchText(...parts: Array<string | null | undefined>): string {
  return parts
    .filter(Boolean)
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
