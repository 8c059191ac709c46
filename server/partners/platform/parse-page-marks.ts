/**
 * Technical markers in a page's HTML, in lower case, one per line, with a line break before and after each. Visible
 * text is not included, because a shop that mentions Shopify may run on another platform.
 */
export interface PageMarks {
  /** Hosts of resources and form targets, with a leading dot: '.cdn.shopify.com'. */
  hosts: string
  /** Paths and queries of the same URLs, on any host: '/wp-content/themes/x.css'. */
  paths: string
  /** 'id=main', 'class=one' (one class per line), 'meta generator=wordpress 6'. */
  attributes: string
  /** Inline scripts, without white space. */
  scripts: string
}

interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
  /** The position after the tag. */
  end: number
}

/** Elements whose content is text up to their end tag. */
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])
/** Attributes that load resources. Links and embedded pages say nothing about the page itself. */
const LOADED = ['src', 'data-src', 'poster']
const LOADED_SETS = ['srcset', 'data-srcset']
const FRAMES = new Set(['iframe', 'frame', 'embed'])

export function parsePageMarks(html: string): PageMarks {
  const lines: Record<keyof PageMarks, string[]> = { hosts: [], paths: [], attributes: [], scripts: [] }
  for (const tag of parseTags(html)) {
    noteTag(tag, lines)
    if (tag.name === 'script' && isRun(tag)) lines.scripts.push(tag.text.replace(/\s+/g, ''))
  }
  const { hosts, paths, attributes, scripts } = lines
  return { hosts: asText(hosts), paths: asText(paths), attributes: asText(attributes), scripts: asText(scripts) }
}

/**
 * Iterates over a page's start tags in lower case. Like browsers, it finds no tags in comments, scripts or other text.
 * Reads the page in one pass and linear time, because a page may be malicious or cut off anywhere. Do not apply a
 * regular expression to more than one attribute's value.
 */
export function* parseTags(html: string): Generator<Tag & { text: string }> {
  const page = html.toLowerCase()
  for (let at = page.indexOf('<'); at >= 0; at = page.indexOf('<', at)) {
    if (page.startsWith('<!--', at)) {
      at = endOf(page, '-->', at + 4)
      continue
    }
    if (!isLetter(page.charCodeAt(at + 1))) {
      at++
      continue
    }
    const tag = parseTag(page, at + 1)
    // The page ends within this tag. Stop here, or we would read the rest again for every '<'.
    if (!tag) break
    const { name, end } = tag
    at = TEXT_ONLY.has(name) ? startOf(page, `</${name}`, end) : end
    yield { ...tag, text: page.slice(end, at) }
  }
}

const asText = (lines: readonly string[]) => `\n${lines.join('\n')}\n`

/** Whether browsers run the script. Data, and scripts that a library runs later, have other types. */
function isRun({ attributes }: Tag): boolean {
  const type = attributes.get('type') ?? ''
  return type === '' || type === 'module' || type.includes('javascript')
}

function noteTag({ name, attributes }: Tag, lines: Record<keyof PageMarks, string[]>): void {
  if (attributes.size === 0) return
  const valueOf = (attribute: string) => attributes.get(attribute) ?? ''
  if (!FRAMES.has(name)) {
    for (const attribute of LOADED) noteAddress(valueOf(attribute), lines)
    for (const attribute of LOADED_SETS) for (const one of words(valueOf(attribute))) noteAddress(one, lines)
  }
  if (name === 'link') noteAddress(valueOf('href'), lines)
  if (name === 'form') noteAddress(valueOf('action'), lines)
  if (attributes.has('id')) lines.attributes.push(`id=${words(valueOf('id')).join(' ')}`)
  for (const one of words(valueOf('class'))) lines.attributes.push(`class=${one}`)
  if (name === 'meta') {
    const key = attributes.get('name') ?? attributes.get('property') ?? valueOf('http-equiv')
    lines.attributes.push(`meta ${words(key).join(' ')}=${words(valueOf('content')).join(' ')}`)
  }
}

/** Splits a value at white space and commas, because `srcset` uses both. */
const words = (value: string): string[] => (value === '' ? [] : value.split(/[\s,]+/).filter(Boolean))

function noteAddress(address: string, { hosts, paths }: Record<keyof PageMarks, string[]>): void {
  const start = address.startsWith('//')
    ? 2
    : address.startsWith('https://')
      ? 8
      : address.startsWith('http://')
        ? 7
        : 0
  if (start === 0) {
    if (address !== '' && !address.startsWith('data:')) paths.push(address)
    return
  }
  let end = start
  while (end < address.length && !'/?#:'.includes(address.charAt(end))) end++
  hosts.push(`.${address.slice(start, end)}`)
  paths.push(address.slice(end))
}

/**
 * @param from where the tag's name begins
 * @returns null if the page ends within the tag
 */
function parseTag(page: string, from: number): Tag | null {
  let at = from
  while (at < page.length && !endsName(page.charCodeAt(at))) at++
  const name = page.slice(from, at)
  const attributes = new Map<string, string>()
  while (at < page.length) {
    const code = page.charCodeAt(at)
    if (code === GREATER) return { name, attributes, end: at + 1 }
    if (code === SLASH || isSpace(code)) {
      at++
      continue
    }
    const start = at++
    while (at < page.length && page.charCodeAt(at) !== EQUALS && !endsName(page.charCodeAt(at))) at++
    const attribute = page.slice(start, at)
    const [value, end] = parseValue(page, at)
    // Browsers also use the first one.
    if (!attributes.has(attribute)) attributes.set(attribute, value)
    at = end
  }
  return null
}

/** Returns an attribute's value, '' if it has none, and the position after it. */
function parseValue(page: string, from: number): [value: string, end: number] {
  let at = afterSpaces(page, from)
  if (page.charCodeAt(at) !== EQUALS) return ['', at]
  at = afterSpaces(page, at + 1)
  const quote = page.charAt(at)
  if (quote === '"' || quote === "'") {
    const end = startOf(page, quote, at + 1)
    return [page.slice(at + 1, end), end + 1]
  }
  const start = at
  while (at < page.length && page.charCodeAt(at) !== GREATER && !isSpace(page.charCodeAt(at))) at++
  return [page.slice(start, at), at]
}

const GREATER = 62
const EQUALS = 61
const SLASH = 47
/** Whether a character is a lower-case letter. */
const isLetter = (code: number) => code >= 97 && code <= 122
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)
const endsName = (code: number) => code === GREATER || code === SLASH || isSpace(code)

function afterSpaces(page: string, from: number): number {
  let at = from
  while (isSpace(page.charCodeAt(at))) at++
  return at
}

/** Returns the position where a text begins, or the page's end. */
function startOf(page: string, text: string, from: number): number {
  const at = page.indexOf(text, from)
  return at < 0 ? page.length : at
}

/** Returns the position where a text ends, or the page's end. */
const endOf = (page: string, text: string, from: number): number =>
  Math.min(startOf(page, text, from) + text.length, page.length)
