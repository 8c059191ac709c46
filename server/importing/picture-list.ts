/** Matches the start of the next address. Commas and semicolons within an address belong to it. */
const NEXT = /[\r\n]+|[,;]\s+|[,;](?=(?:https?:)?\/\/)/i
const BAR = /[\r\n]+|(?<!\\)\|/

/**
 * Returns the addresses of pictures in one cell, separated by line breaks, by bars, or else by commas or semicolons:
 * 'https://x.example/w_400,h_600/a.jpg, https://x.example/b.jpg' are two.
 */
export const parsePictureList = (text: string): string[] =>
  text === ''
    ? []
    : text
        .split(/(?<!\\)\|/.test(text) ? BAR : NEXT)
        .map((part) => withoutSeparators(part.replaceAll('\\|', '|')).trim())
        .filter(Boolean)

/** Does not use /[,;]+$/, which takes quadratic time for many commas before another character. */
function withoutSeparators(text: string): string {
  let end = text.length
  while (text[end - 1] === ',' || text[end - 1] === ';') end--
  return text.slice(0, end)
}
