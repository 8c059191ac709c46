import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type sax from 'sax'
import { cleanText } from '#server/platform/clean-text.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { CsvRecord } from '#server/platform/csv-records.ts'
import { AppError } from '#server/platform/errors.ts'
import { decodeXml, guardedParser } from './guarded-xml.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The attributes of Google's product data that become columns. */
export const XML_COLUMNS = [
  'id',
  'item_group_id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'brand',
  'gtin',
  'mpn',
  'condition',
  'google_product_category',
  'product_type',
  'color',
  'size',
  'size_system',
  'gender',
  'age_group',
  'material',
  'pattern',
  'quantity',
] as const
type XmlColumn = (typeof XML_COLUMNS)[number]

const GOOGLE = /base\.google\.com\/(?:ns|cns)\//
/** Names of these attributes in RSS and Atom. */
const PLAIN_NAMES = lookup<XmlColumn>({
  title: 'title',
  link: 'link',
  description: 'description',
  summary: 'description',
  content: 'description',
})
const MAX_DEPTH = 64
const MAX_ITEM = 2 * 1024 * 1024
const MAX_VALUES = 200
const ROWS_AT_ONCE = 250

/**
 * Reads the items of a Google Merchant feed (RSS 2.0 or Atom) as table rows without a header, in bounded memory.
 * Refuses document type definitions, and with them custom entities.
 * @throws AppError bad_input for broken XML, saying where, and for XML that is not such a feed
 */
export async function* readXmlRows(source: CsvSource): AsyncGenerator<CsvRecord[]> {
  const reader = new FeedReader()
  for await (const text of decodeXml(source, 'feed')) {
    reader.write(text)
    for (let rows = reader.take(); rows.length; rows = reader.take()) {
      yield rows
      await turnOfOthers()
    }
  }
  reader.end()
  for (let rows = reader.take(); rows.length; rows = reader.take()) yield rows
}

class FeedReader {
  readonly #parser = guardedParser('feed')
  #rows: CsvRecord[] = []
  #depth = 0
  /** Google's namespace prefixes. */
  readonly #prefixes = new Set(['g', 'c'])
  #root: 'rss' | 'feed' | null = null
  #itemDepth = 0
  #line = 0
  #size = 0
  #values = new Map<XmlColumn, { texts: string[]; isPlain: boolean }>()
  #open: { column: XmlColumn; isPlain: boolean } | null = null
  #text = ''

  constructor() {
    const parser = this.#parser
    parser.onopentag = (tag) => this.#openTag(tag as sax.Tag)
    parser.onclosetag = () => this.#closeTag()
    parser.ontext = (text) => this.#addText(text)
    parser.oncdata = (text) => this.#addText(text)
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  end(): void {
    this.#parser.close()
    if (this.#root === null) throw notAFeed()
  }

  take(): CsvRecord[] {
    return this.#rows.splice(0, ROWS_AT_ONCE)
  }

  #refusal(message: string): AppError {
    return new AppError('bad_input', message)
  }

  #openTag({ name, attributes }: sax.Tag): void {
    if (++this.#depth > MAX_DEPTH) throw this.#refusal(`The XML is nested more than ${MAX_DEPTH} levels deep.`)
    for (const [key, value] of Object.entries(attributes))
      if (key.startsWith('xmlns:') && GOOGLE.test(value)) this.#prefixes.add(key.slice(6))
    if (this.#depth === 1) {
      const root = name.replace(/^.*:/, '').toLowerCase()
      if (root !== 'rss' && root !== 'feed') throw notAFeed()
      this.#root = root
    }
    if (this.#itemDepth === 0) {
      if (name !== (this.#root === 'rss' ? 'item' : 'entry')) return
      this.#itemDepth = this.#depth
      this.#line = this.#parser.line + 1
      this.#size = 0
      this.#values = new Map()
      return
    }
    if (this.#depth !== this.#itemDepth + 1) return
    this.#open = this.#columnOf(name)
    this.#text = ''
    const { href, rel } = attributes
    if (this.#open?.column === 'link' && href !== undefined && (rel === undefined || rel === 'alternate'))
      this.#text = href
  }

  #columnOf(name: string): { column: XmlColumn; isPlain: boolean } | null {
    const [, prefix = '', local = ''] = /^(?:(.*):)?([^:]*)$/.exec(name) ?? []
    if (prefix === '') {
      const plain = PLAIN_NAMES[local]
      if (plain) return { column: plain, isPlain: true }
      // An Atom entry's id is not the product's. A feed without namespaces uses Google's names without a prefix.
      if (this.#root === 'feed' && local === 'id') return null
    } else if (!this.#prefixes.has(prefix)) return null
    const column = XML_COLUMNS.find((one) => one === local)
    return column ? { column, isPlain: prefix === '' } : null
  }

  #addText(text: string): void {
    if (this.#itemDepth === 0) return
    this.#size += text.length
    if (this.#size > MAX_ITEM) throw this.#refusal(`The item at line ${this.#line} is larger than 2 MB.`)
    // Text inside nested elements, such as a shipping price, does not belong to the item.
    if (this.#open && this.#depth === this.#itemDepth + 1) this.#text += text
  }

  #closeTag(): void {
    if (this.#itemDepth > 0 && this.#depth === this.#itemDepth + 1) this.#closeValue()
    else if (this.#depth === this.#itemDepth) this.#closeItem()
    this.#depth--
  }

  #closeValue(): void {
    const open = this.#open
    this.#open = null
    const text = ownCopy(cleanText(this.#text).trim())
    if (!open || text === '') return
    const known = this.#values.get(open.column)
    // Google's element takes precedence over one of RSS or Atom.
    if (!known || (known.isPlain && !open.isPlain))
      this.#values.set(open.column, { texts: [text], isPlain: open.isPlain })
    else if (open.column === 'additional_image_link' && known.texts.length < MAX_VALUES) known.texts.push(text)
  }

  #closeItem(): void {
    const cells = XML_COLUMNS.map((column) => this.#values.get(column)?.texts.join('\n') ?? '')
    this.#rows.push({ line: this.#line, cells })
    this.#itemDepth = 0
  }
}

/** Copies the string: a slice of the parser's text would keep all of that text in memory. */
const ownCopy = (text: string) => Buffer.from(text).toString()

const notAFeed = () =>
  new AppError(
    'bad_input',
    'This XML is not a Google Merchant feed (RSS 2.0 or Atom). Please use such a feed, a CSV file or tab-separated text.',
  )
