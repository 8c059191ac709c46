import { lookup } from '#server/platform/lookup.schema.ts'

/** Letters that are not formed with an accent, so Unicode does not decompose them. In lower case. */
const FOLDED = lookup({
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
})
const LETTERS = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'gu')
const ASCII = /^\p{ASCII}*$/u
/** Apostrophes that Unicode counts as letters. */
const LETTERLIKE_APOSTROPHES = /[\u02b9-\u02bf\u02c8\ua78c]/gu

/**
 * Converts to lower case without accents, 'Straße' to 'strasse', words separated by single spaces. Products are stored
 * for search in this form, and queries are read in it.
 */
export function toSearchText(...parts: Array<string | null | undefined>): string {
  const text = parts.filter(Boolean).join(' ')
  // A fast path for most texts, and for the SKUs of a product with thousands of variants.
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => FOLDED[letter] ?? letter)
    .replace(LETTERLIKE_APOSTROPHES, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
