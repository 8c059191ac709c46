import type { ProductStatus } from '#prisma/generated/enums.ts'
import { AppError } from '#server/platform/errors.ts'
import { refuseNonText, type CsvSource } from '#server/platform/csv-lines.ts'
import { readRecords } from '#server/platform/csv-records.ts'
import { readGender } from '#server/products/gender-words.ts'
import type { Note } from './import-note.ts'
import { MOST, type IncomingProduct, type IncomingVariant } from '#server/products/incoming-product.schema.ts'
import { optionKey } from '#server/products/option-key.ts'
import { readHtml } from '#server/products/read-html.ts'
import { pictureUrl, readImages, type ImageRow } from './read-images.ts'
import type { PriceRules } from '#server/products/read-price.ts'
import { hasVariant, oneLine, readOptionNames, readVariant } from './read-variant.ts'
import { readColumns, type Columns } from './shopify-columns.ts'

/** Shopify's own limit. */
const MAX_BODY = 512 * 1024

/** Settings for reading a partner's file. */
export interface ShopifyRules extends PriceRules {
  /** The store, without a trailing slash. Its products' pages are below it. */
  websiteUrl: string | null
}

/** All rows of one handle. Without a product it was skipped, or no row was readable. */
export interface ShopifyGroup {
  /** Of its first row. */
  line: number
  product: IncomingProduct | null
  isSkipped: boolean
  problems: Note[]
  warnings: Note[]
}

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
 * Checks that a file is a Shopify product CSV, without reading its products.
 * @throws AppError bad_input saying what is wrong with it.
 */
export async function checkShopifyCsv(source: CsvSource): Promise<void> {
  await refuseNonText(source)
  let columns = null as Columns | null
  for await (const records of readRecords(source)) {
    for (const { cells } of records) {
      if (columns) return
      columns = readColumns(cells ?? [])
    }
  }
  throw new AppError(
    'bad_input',
    columns ? 'There are no products in the file, only its first line.' : 'The file is empty.',
  )
}

/**
 * Reads a Shopify product CSV product by product. Keeps only the present product and the handles so far in memory.
 * Shopify writes the rows of one handle together, so a row that returns to an earlier handle is an error. Call
 * checkShopifyCsv first.
 */
export async function* readShopifyCsv(source: CsvSource, rules: ShopifyRules): AsyncGenerator<ShopifyGroup> {
  const seen = new Map<string, number>()
  let columns = null as Columns | null
  let current = null as Collected | null
  // An unreadable row may belong to the product before it or after it.
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
        const handle = record.cells ? columns.read(record.cells, 'handle').slice(0, MOST.handle) : ''
        yield {
          line: record.line,
          product: null,
          isSkipped: false,
          problems: [{ line: record.line, handle, reason: unreadable ?? '' }],
          warnings: [],
        }
        continue
      }
      const handle = columns.read(record.cells, 'handle')
      if (current?.handle !== handle) {
        if (current) yield readGroup(current, columns, rules)
        current = { handle, rows: [], problems: [], isIncomplete: lostRow }
        seen.set(handle, record.line)
      }
      lostRow = false
      collect(current, { line: record.line, cells: record.cells })
    }
  }
  if (current && columns) yield readGroup(current, columns, rules)
}

/** The lines on which the file first names these pictures; others are missing in the answer. */
export async function findPictures(
  source: CsvSource,
  urls: ReadonlySet<string>,
): Promise<Map<string, { line: number; handle: string }>> {
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

function whyUnreadable(
  cells: string[],
  columns: Columns,
  seen: Map<string, number>,
  current: Collected | null,
): string | null {
  if (cells.length > columns.count && cells.slice(columns.count).some((cell) => cell.trim() !== '')) {
    return `it has ${cells.length} cells, and the first line only ${columns.count}`
  }
  const handle = columns.read(cells, 'handle')
  if (handle === '') return 'it has no handle'
  if (handle.length > MOST.handle) return `its handle is longer than ${MOST.handle} characters`
  if (oneLine(handle) !== handle) return 'its handle has line breaks or double spaces in it'
  const before = handle === current?.handle ? undefined : seen.get(handle)
  return before === undefined
    ? null
    : `the rows of a product must follow each other, and those of '${handle}' started on line ${before}`
}

function collect(group: Collected, row: Row): void {
  // Every variant and picture has at most one row, so more rows than this are no product.
  if (group.rows.length < MOST.variants * 2) group.rows.push(row)
  else
    group.problems.push({
      line: row.line,
      handle: group.handle,
      reason: `a product has at most ${MOST.variants * 2} rows`,
    })
}

function readGroup(
  { handle, rows, problems, isIncomplete }: Collected,
  columns: Columns,
  rules: ShopifyRules,
): ShopifyGroup {
  const [first] = rows
  const unread = { line: first?.line ?? 0, product: null, isSkipped: false, problems, warnings: [] }
  if (!first) return unread
  const read = (field: Parameters<Columns['read']>[1]) => columns.read(first.cells, field)
  const note = (reason: string, line = first.line): Note => ({ line, handle, reason })
  if (isTrue(read('giftCard')))
    return { ...unread, isSkipped: true, problems: [], warnings: [note('a gift card; it was skipped')] }

  const title = oneLine(read('title'))
  if (title === '')
    return { ...unread, problems: [...problems, note('it has no title; the first row of a product must have one')] }
  if (title.length > MOST.name)
    return { ...unread, problems: [...problems, note(`its title is longer than ${MOST.name} characters`)] }

  const { variants, imageRows, warnings, problems: rowProblems } = readRows(rows, columns, rules, handle)
  problems.push(...rowProblems)
  if (!variants.length) {
    if (!problems.length) problems.push(note('none of its rows has a price'))
    return { ...unread, warnings }
  }
  const pictures = readImages(imageRows, variants, { handle, title })
  warnings.push(...pictures.warnings)
  const status = readStatus(read('status'), read('published'))
  if (status.warning) warnings.push(note(status.warning))
  const tags = columns.has('tags') ? readTags(read('tags')) : undefined
  const isTooLong = read('body').length > MAX_BODY
  if (isTooLong) warnings.push(note('its description is longer than 512 KB and was left out'))
  const body = columns.has('body') ? readHtml(isTooLong ? '' : read('body')) : undefined
  const product: IncomingProduct = {
    handle,
    name: title,
    description: body?.text,
    descriptionHtml: body?.html,
    brand: columns.has('vendor') ? oneLine(read('vendor')).slice(0, MOST.name).toWellFormed() : undefined,
    type: oneLine(read('type')),
    productCategory: oneLine(read('productCategory')),
    tags,
    status: status.status,
    gender: readGender([
      `${read('gender')} ${read('ageGroup')}`,
      (tags ?? []).join(' '),
      `${read('type')} ${read('productCategory')}`,
      title,
    ]),
    productUrl: rules.websiteUrl === null ? undefined : `${rules.websiteUrl}/products/${encodeURIComponent(handle)}`,
    variants,
    images: columns.has('imageUrl') ? pictures.images : undefined,
    isIncomplete: isIncomplete || problems.length > 0,
  }
  return { ...unread, product, problems, warnings }
}

interface ReadRows {
  variants: IncomingVariant[]
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
      const read = readVariant(cells, columns, { names, prices })
      if ('reason' in read) problem(read.reason)
      else {
        const key = optionKey(read.variant)
        const same = lineOf.get(key)
        if (same !== undefined) problem(`it has the same options as line ${same}`)
        else if (result.variants.length === MOST.variants) problem(`a product has at most ${MOST.variants} variants`)
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
    if (url !== '')
      result.imageRows.push({
        line,
        url,
        alt: oneLine(columns.read(cells, 'imageAlt')),
        position: position > 0 ? position : null,
        ofColour: null,
      })
    if (variantImage !== '')
      result.imageRows.push({ line, url: variantImage, alt: '', position: null, ofColour: colourName })
  }
  return result
}

/**
 * Shopify publishes everything that is not marked as hidden. A product that is active but hidden has no page to link
 * to.
 */
function readStatus(status: string, published: string): { status: ProductStatus; warning?: string } {
  const said = status.toLowerCase()
  const isPublished = published === '' || isTrue(published)
  if (!isPublished && !/^(false|no|0)$/i.test(published))
    return {
      status: 'draft',
      warning: `'${published.slice(0, 40)}' says not whether it is published; it stays a draft`,
    }
  if (said === 'archived') return { status: 'archived' }
  if (said === '' || said === 'active') return { status: isPublished ? 'active' : 'draft' }
  return said === 'draft' || said === 'unlisted'
    ? { status: 'draft' }
    : { status: 'draft', warning: `the status '${status.slice(0, 40)}' is unknown; it stays a draft` }
}

function readTags(text: string): string[] {
  const tags = new Map<string, string>()
  for (const part of text.split(',')) {
    const tag = oneLine(part).slice(0, MOST.name).toWellFormed()
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, MOST.tags)
}

const isTrue = (text: string) => /^(true|yes|1|active)$/i.test(text)
