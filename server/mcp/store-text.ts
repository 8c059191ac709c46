import { cleanText } from '#server/platform/clean-text.ts'

/** Addresses in texts: an assistant must not send people past our tracked link, or load pictures from elsewhere. */
const ADDRESS = /(?:\b[a-z][a-z\d+.-]*:\/\/|\b(?:data|javascript|mailto|tel):|\bwww\.)\S+/giu

/**
 * Prepares a text by a store or a shopper for an assistant: without invisible characters and web addresses, on one line
 * and at most `most` characters long.
 */
export function storeText(text: string | null, most: number): string {
  const plain = cleanText((text ?? '').slice(0, most * 4))
    .replace(ADDRESS, '[link removed]')
    .replace(/\s+/gu, ' ')
    .trim()
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
