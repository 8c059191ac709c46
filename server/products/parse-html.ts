import sanitizeHtml from 'sanitize-html'
import { cleanText } from '#server/platform/clean-text.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Below this depth of tags only the text is kept. */
const MAX_DEPTH = 24

/** Elements that separate texts. Other layout elements become div. */
const BLOCKS = [
  'p',
  'div',
  'ul',
  'ol',
  'li',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'br',
  'hr',
]
const INLINE = ['strong', 'em', 'sub', 'sup', 'td', 'th']
/** The store's headings must not outrank ours. Bold and italic get one tag each. */
const RENAMED = lookup({
  h1: 'h3',
  h2: 'h3',
  b: 'strong',
  i: 'em',
  section: 'div',
  article: 'div',
  main: 'div',
  header: 'div',
  footer: 'div',
  aside: 'div',
  figure: 'div',
  figcaption: 'div',
  address: 'div',
  details: 'div',
  summary: 'div',
  fieldset: 'div',
  center: 'div',
  dl: 'div',
  dt: 'div',
  dd: 'div',
  pre: 'div',
  tfoot: 'tbody',
  caption: 'tr',
})
/** Elements with content that is not readable text. */
const DROPPED_WITH_CONTENT = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'title',
  'head',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'xmp',
  'noembed',
  'noframes',
  'button',
  'select',
]
const EMPTY_ALLOWED = new Set(['br', 'hr', 'td', 'th'])

export interface ReadHtml {
  /** Plain text: entities decoded, whitespace collapsed, one line per block. */
  text: string
  /** The safe markup, without attributes; null if it adds nothing to the text. */
  html: string | null
}

/**
 * Parses a store's HTML description. The returned `html` is safe to show: it has only allowed tags, and no attributes,
 * scripts, styles, links or pictures. Everything else is escaped text.
 */
export function parseHtml(body: string): ReadHtml {
  // Cleans the text after sanitizing, because entities may decode to characters that must be removed.
  const sanitized = sanitizeHtml(body, {
    allowedTags: [...BLOCKS, ...INLINE],
    allowedAttributes: {},
    nonTextTags: DROPPED_WITH_CONTENT,
    nestingLimit: MAX_DEPTH,
    transformTags: Object.fromEntries(
      Object.entries(RENAMED).map(([from, to]) => [from, sanitizeHtml.simpleTransform(to, {}, false)]),
    ),
    exclusiveFilter: ({ tag, text }) => !EMPTY_ALLOWED.has(tag) && text.trim() === '',
  })
  const html = cleanText(sanitized).replace(/\s+/g, ' ').trim()
  const text = toText(html)
  return { text, html: text !== '' && hasFormatting(html) ? html : null }
}

/** Converts sanitised HTML to text: every < starts a tag without attributes, and these four are the only entities. */
function toText(html: string): string {
  const blocks = new Set(BLOCKS)
  return html
    .replace(/<\/?([a-z0-9]+)(?: \/)?>/g, (_, tag: string) =>
      blocks.has(tag) ? '\n' : tag === 'td' || tag === 'th' ? ' ' : '',
    )
    .replace(
      /&(lt|gt|quot|amp);/g,
      (_, name: 'lt' | 'gt' | 'quot' | 'amp') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name],
    )
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

/** Whether there are lists, emphasis, headings, tables, line breaks, or more than one paragraph. */
function hasFormatting(html: string): boolean {
  return (
    /<(?:li|strong|em|h[3-6]|blockquote|td|th|br|sub|sup)[ >]/.test(html) ||
    (html.match(/<(?:p|div)>/g) ?? []).length > 1
  )
}
