import { readHtml } from './read-html.ts'

const TAGS =
  'a|abbr|article|aside|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figure|font|footer|h[1-6]|header|hr|i|iframe|img|ins|label|li|link|main|mark|meta|ol|p|pre|q|s|script|section|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|u|ul|video'
const MARKUP = new RegExp(
  `</?(?:${TAGS})(?:\\s[^<>]*)?/?>|<!--|&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,30});`,
  'i',
)
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const

/** Whether a text has tags or entities of HTML: 'Fits < 60 cm & > 52 cm' has none. */
export const hasMarkup = (text: string): boolean => MARKUP.test(text)

/** A text of one line, without the HTML that it may have. */
export const plainText = (text: string): string => (hasMarkup(text) ? readHtml(text).text.replaceAll('\n', ' ') : text)

/** A text that `plainText` reads as it is: escaped only if it would be taken for HTML. */
export const escapeMarkup = (text: string): string =>
  hasMarkup(text) ? text.replace(/[&<>]/g, (sign) => ENTITIES[sign as '&']) : text
