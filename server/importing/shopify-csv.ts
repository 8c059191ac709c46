import type { ProductStatus } from '#prisma/generated/enums.ts'
import { AppError } from '#server/platform/errors.ts'
import { refuseWhatIsNoText, type CsvSource } from './csv-lines.ts'
import { readRecords } from './csv-records.ts'
import { readGender } from './gender-words.ts'
import { readHtml } from './read-html.ts'
import { pictureUrl, readImages, type ImageRow } from './read-images.ts'
import type { PriceRules } from './read-price.ts'
import { hasVariant, oneLine, optionKey, readOptionNames, readVariant } from './read-variant.ts'
import { readColumns, type Columns } from './shopify-columns.ts'
import type { Note, ShopifyGroup, ShopifyProduct, ShopifyVariant } from './shopify-product.ts'

/** Shopify's own limits. */
const MAX_VARIANTS = 2_048
const MAX_TAGS = 250
const MAX_TITLE = 255
const MAX_BODY = 512 * 1024
const MAX_HANDLE = 255

interface Row {
  line: number
  cells: string[]
}

/** The rows of one handle while they are collected. */
interface Collected {
  handle: string
  rows: Row[]
  problems: Note[]
  isIncomplete: boolean
}

/**
 * Looks whether a file is a Shopify product CSV at all, without reading its products.
 * @throws AppError bad_input saying what is wrong with it.
 */
export async function checkShopifyCsv(source: CsvSource): Promise<void> {
  await refuseWhatIsNoText(source)
  let columns = null as Columns | null
  for await (const records of readRecords(source)) {
    for (const { cells } of records) {
      if (columns) return
      columns = readColumns(cells ?? [])
    }
  }
  throw new AppError('bad_input', columns ? 'There are no products in the file, only its first line.' : 'The file is empty.')
}

/**
 * Reads a Shopify product CSV product by product; nothing but the product at hand and the handles seen is kept in memory.
 * The rows of one handle follow each other, as Shopify writes them: a row that comes back to an earlier handle is a problem,
 * not a part of it. The file is taken to have passed checkShopifyCsv.
 */
export async function* readShopifyCsv(source: CsvSource, prices: PriceRules): AsyncGenerator<ShopifyGroup> {
  const seen = new Map<string, number>()
  let columns = null as Columns | null
  let current = null as Collected | null
  // A row that cannot be read may belong to the product before it or to the one after it.
  let lostRow = false
  for await (const records of readRecords(source)) {
    for (const record of records) {
      if (!columns) {
        columns = readColumns(record.cells ?? [])
        continue
      }
      if (record.cells?.every((cell) => cell.trim() === '')) continue
      const unreadable = record.cells ? whyUnreadable(record.cells, columns, seen, current) : record.reason
      if (unreadable || !record.cells) {
        lostRow = true
        if (current) current.isIncomplete = true
        const handle = record.cells ? columns.read(record.cells, 'handle').slice(0, MAX_HANDLE) : ''
        yield { product: null, isSkipped: false, problems: [{ line: record.line, handle, reason: unreadable ?? '' }], warnings: [] }
        continue
      }
      const handle = columns.read(record.cells, 'handle')
      if (current?.handle !== handle) {
        if (current) yield readGroup(current, columns, prices)
        current = { handle, rows: [], problems: [], isIncomplete: lostRow }
        seen.set(handle, record.line)
      }
      lostRow = false
      collect(current, { line: record.line, cells: record.cells })
    }
  }
  if (current && columns) yield readGroup(current, columns, prices)
}

/** Where the file names these pictures first; those that it does not name are not in the answer. */
export async function findPictures(source: CsvSource, urls: ReadonlySet<string>): Promise<Map<string, { line: number; handle: string }>> {
  const found = new Map<string, { line: number; handle: string }>()
  let columns = null as Columns | null
  for await (const records of readRecords(source)) {
    for (const { line, cells } of records) {
      if (!columns) columns = readColumns(cells ?? [])
      else if (cells) {
        for (const field of ['imageUrl', 'variantImage'] as const) {
          const url = pictureUrl(columns.read(cells, field))
          if (url && urls.has(url) && !found.has(url)) found.set(url, { line, handle: columns.read(cells, 'handle') })
        }
      }
    }
  }
  return found
}

function whyUnreadable(cells: string[], columns: Columns, seen: Map<string, number>, current: Collected | null): string | null {
  if (cells.length > columns.count && cells.slice(columns.count).some((cell) => cell.trim() !== '')) {
    return `it has ${cells.length} cells, and the first line only ${columns.count}`
  }
  const handle = columns.read(cells, 'handle')
  if (handle === '') return 'it has no handle'
  if (handle.length > MAX_HANDLE) return `its handle is longer than ${MAX_HANDLE} characters`
  if (oneLine(handle) !== handle) return 'its handle has line breaks or double spaces in it'
  const before = handle === current?.handle ? undefined : seen.get(handle)
  return before === undefined ? null : `the rows of a product must follow each other, and those of '${handle}' started on line ${before}`
}

function collect(group: Collected, row: Row): void {
  // Every variant and every picture has a row at most, so more rows than this are no product.
  if (group.rows.length < MAX_VARIANTS * 2) group.rows.push(row)
  else group.problems.push({ line: row.line, handle: group.handle, reason: `a product has at most ${MAX_VARIANTS * 2} rows` })
}

function readGroup({ handle, rows, problems, isIncomplete }: Collected, columns: Columns, prices: PriceRules): ShopifyGroup {
  const [first] = rows
  if (!first) return { product: null, isSkipped: false, problems, warnings: [] }
  const read = (field: Parameters<Columns['read']>[1]) => columns.read(first.cells, field)
  const note = (reason: string, line = first.line): Note => ({ line, handle, reason })
  if (isTrue(read('giftCard'))) return { product: null, isSkipped: true, problems: [], warnings: [note('a gift card; it was skipped')] }

  const title = oneLine(read('title'))
  if (title === '') return { product: null, isSkipped: false, problems: [...problems, note('it has no title; the first row of a product must have one')], warnings: [] }
  if (title.length > MAX_TITLE) return { product: null, isSkipped: false, problems: [...problems, note(`its title is longer than ${MAX_TITLE} characters`)], warnings: [] }

  const { variants, imageRows, warnings, problems: rowProblems } = readRows(rows, columns, prices, handle)
  problems.push(...rowProblems)
  if (!variants.length) {
    if (!problems.length) problems.push(note('none of its rows has a price'))
    return { product: null, isSkipped: false, problems, warnings }
  }
  const pictures = readImages(imageRows, variants, { handle, title })
  warnings.push(...pictures.warnings)
  const status = readStatus(read('status'), read('published'))
  if (status.warning) warnings.push(note(status.warning))
  const tags = columns.has('tags') ? readTags(read('tags')) : undefined
  const isTooLong = read('body').length > MAX_BODY
  if (isTooLong) warnings.push(note('its description is longer than 512 KB and was left out'))
  const body = columns.has('body') ? readHtml(isTooLong ? '' : read('body')) : undefined
  const product: ShopifyProduct = {
    line: first.line,
    handle,
    title,
    description: body?.text,
    descriptionHtml: body?.html,
    vendor: columns.has('vendor') ? oneLine(read('vendor')).slice(0, MAX_TITLE).toWellFormed() : undefined,
    type: oneLine(read('type')),
    productCategory: oneLine(read('productCategory')),
    tags,
    status: status.status,
    gender: readGender([`${read('gender')} ${read('ageGroup')}`, (tags ?? []).join(' '), `${read('type')} ${read('productCategory')}`, title]),
    variants,
    images: columns.has('imageUrl') ? pictures.images : undefined,
    isIncomplete: isIncomplete || problems.length > 0,
  }
  return { product, isSkipped: false, problems, warnings }
}

interface ReadRows {
  variants: ShopifyVariant[]
  imageRows: ImageRow[]
  problems: Note[]
  warnings: Note[]
}

function readRows(rows: Row[], columns: Columns, prices: PriceRules, handle: string): ReadRows {
  const names = readOptionNames(rows[0]?.cells ?? [], columns)
  const result: ReadRows = { variants: [], imageRows: [], problems: [], warnings: [] }
  const lineOf = new Map<string, number>()
  for (const { line, cells } of rows) {
    const url = columns.read(cells, 'imageUrl')
    const problem = (reason: string) => result.problems.push({ line, handle, reason })
    let colourName: string | null = null
    if (hasVariant(cells, columns)) {
      const read = readVariant(cells, columns, { line, names, prices })
      if ('reason' in read) problem(read.reason)
      else {
        const key = optionKey(read.variant)
        const same = lineOf.get(key)
        if (same !== undefined) problem(`it has the same options as line ${same}`)
        else if (result.variants.length === MAX_VARIANTS) problem(`a product has at most ${MAX_VARIANTS} variants`)
        else {
          lineOf.set(key, line)
          result.variants.push(read.variant)
          colourName = read.variant.colourName
          result.warnings.push(...read.warnings.map((reason) => ({ line, handle, reason })))
        }
      }
    } else if (url === '') problem('it has neither a price nor a picture')
    const variantImage = columns.read(cells, 'variantImage')
    const position = Number(columns.read(cells, 'imagePosition'))
    if (url !== '') result.imageRows.push({ line, url, alt: oneLine(columns.read(cells, 'imageAlt')), position: position > 0 ? position : null, ofColour: null })
    if (variantImage !== '') result.imageRows.push({ line, url: variantImage, alt: '', position: null, ofColour: colourName })
  }
  return result
}

/** Shopify publishes what is not said to be hidden; a product that is active but hidden from the online store has no page to go to. */
function readStatus(status: string, published: string): { status: ProductStatus; warning?: string } {
  const said = status.toLowerCase()
  const isPublished = published === '' || isTrue(published)
  if (!isPublished && !/^(false|no|0)$/i.test(published)) return { status: 'draft', warning: `'${published.slice(0, 40)}' says not whether it is published; it stays a draft` }
  if (said === 'archived') return { status: 'archived' }
  if (said === '' || said === 'active') return { status: isPublished ? 'active' : 'draft' }
  return said === 'draft' || said === 'unlisted' ? { status: 'draft' } : { status: 'draft', warning: `the status '${status.slice(0, 40)}' is unknown; it stays a draft` }
}

function readTags(text: string): string[] {
  const tags = new Map<string, string>()
  for (const part of text.split(',')) {
    const tag = oneLine(part).slice(0, MAX_TITLE).toWellFormed()
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, MAX_TAGS)
}

const isTrue = (text: string) => /^(true|yes|1|active)$/i.test(text)
