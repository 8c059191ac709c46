import { parseHtml, type ReadHtml } from './parse-html.ts'

const TAG = /<\/?[a-z][^<>]*>/i
/** Markup with only paragraphs and line breaks, which people can type without tags. */
const PARAGRAPHS = /^(?:<p>(?:[^<]|<br ?\/?>)*<\/p>\s*)+$/
const BLOCK_END = /\s*(<\/(?:p|div|ul|ol|li|h[3-6]|blockquote|table|thead|tbody|tr)>|<(?:ul|ol|table|tbody)>)\s*/g
const ENTITIES = { lt: '<', gt: '>', quot: '"', amp: '&' } as const

/** Parses a typed description: plain text with empty lines between paragraphs, or HTML. */
export function parseDescription(typed: string): ReadHtml {
  if (TAG.test(typed)) return parseHtml(typed)
  const paragraphs = typed
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean)
  return parseHtml(paragraphs.map((text) => `<p>${text.split('\n').map(escape).join('<br>')}</p>`).join(''))
}

/** Returns the text for editing: plain text if that is enough, otherwise HTML, one line per block. */
export function typedDescription({ text, html }: ReadHtml): string {
  if (html === null) return TAG.test(text) ? escape(text) : text
  if (PARAGRAPHS.test(html)) {
    const plain = html
      .replace(/\s*<br ?\/?>\s*/g, '\n')
      .replace(/\s*<\/p>\s*/g, '\n\n')
      .replace(/<p>\s*/g, '')
      .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
      .trim()
    if (!TAG.test(plain)) return plain
  }
  return html.replace(BLOCK_END, '$1\n').trim()
}

const escape = (text: string) =>
  text.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? '')
