import { parseHtml } from './parse-html.ts'

const TAGS =
  'a|abbr|article|aside|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figure|font|footer|h[1-6]|header|hr|i|iframe|img|ins|label|li|link|main|mark|meta|ol|p|pre|q|s|script|section|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|u|ul|video'
const MARKUP = new RegExp(
  `</?(?:${TAGS})(?:\\s[^<>]*)?/?>|<!--|&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,30});`,
  'i',
)
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const

/** Whether a text contains HTML tags or entities: 'Fits < 60 cm & > 52 cm' does not. */
export const hasMarkup = (text: string): boolean => MARKUP.test(text)

/** Returns a text as one line, without any HTML. */
export const plainText = (text: string): string => (hasMarkup(text) ? parseHtml(text).text.replaceAll('\n', ' ') : text)

/** Escapes a text for `plainText`, but only if it would be taken for HTML. */
export const escapeMarkup = (text: string): string =>
  hasMarkup(text) ? text.replace(/[&<>]/g, (sign) => ENTITIES[sign as '&']) : text
