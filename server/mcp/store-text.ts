import { cleanText } from '#server/platform/clean-text.ts'

/**
 * Matches an address in a word, because an assistant must not send people past our tracked link, or load pictures from
 * elsewhere. A bare host ('moss.com') does not match, because stores and brands have such names. Every repetition is
 * bounded, so that the time is linear.
 */
const ADDRESS = new RegExp(
  [
    // A scheme that needs no slashes.
    String.raw`(?<![\p{L}\p{N}])(?:https?|ftp|file|blob|data|javascript|vbscript|mailto|tel|sms):\S`,
    // Any other scheme. Browsers accept one slash, forward or backward.
    String.raw`[a-z\d+.\-]:[\/\\]`,
    String.raw`[\/\\]{2}[^\s\/\\]`,
    String.raw`www[.。．｡]\S`,
    // A host with a port, a path or a query.
    String.raw`[.。．｡](?:[\p{L}\p{M}]{2,24}|xn--[a-z\d\-]{1,59})[.。．｡]?(?:[\/\\]|:\d|[?#]\S)`,
    String.raw`(?:\d{1,3}\.){3}\d{1,3}(?:[\/\\]|:\d)`,
  ].join('|'),
  'iu',
)
/** Characters that may precede an address within a word. */
const BEFORE_ADDRESS = /["'`()<>[\]{}|,;=*、。，；：！？「」『』（）【】]/u

/**
 * Prepares a text by a store or a shopper for an assistant: removes invisible characters, web addresses and Markdown
 * links, joins lines, and cuts after `most` characters.
 */
export function storeText(text: string | null, most: number): string {
  const plain = cleanText((text ?? '').slice(0, most * 4))
    .replace(/\S+/gu, withoutAddress)
    .replaceAll('](', '] (')
    .replace(/\s+/gu, ' ')
    .trim()
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Cuts a word where its first address begins. */
function withoutAddress(word: string): string {
  let start = word.search(ADDRESS)
  if (start === -1) return word
  while (start > 0 && !BEFORE_ADDRESS.test(word.charAt(start - 1))) start--
  return `${word.slice(0, start)}[link removed]`
}
