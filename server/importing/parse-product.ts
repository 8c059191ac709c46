import type { ProductStatus } from '#prisma/generated/enums.ts'
import { parseGender } from '#server/products/gender-words.ts'
import { MOST, type IncomingProduct, type IncomingVariant } from '#server/products/incoming-product.schema.ts'
import { optionKey } from '#server/products/option-key.ts'
import type { Note } from './row-note.ts'
import { NO_CATEGORY, NO_GENDER } from './own-columns.ts'
import type { FileRemarks } from './file-remarks.ts'
import type { Preset } from './presets/preset.ts'
import { parsePictureList } from './picture-list.ts'
import type { Cells, Columns, Field } from './product-columns.ts'
import { parsePlainBody } from './plain-body.ts'
import { hasMarkup, plainText } from '#server/products/plain-text.ts'
import { parseHtml } from '#server/products/parse-html.ts'
import { parseImages, type ImageRow } from './parse-images.ts'
import type { PriceRules } from '#server/products/parse-price.ts'
import { toOneLine } from './to-one-line.ts'
import { namesCurrency } from './parse-prices.ts'
import { hasVariant, parseOptionNames, parseVariant } from './parse-variant.ts'

/** Shopify's own limit. */
const MAX_BODY = 512 * 1024

/** Settings for reading a partner's file. */
export interface ProductRules extends PriceRules {
  /** The store's address without a trailing slash, if its product pages have Shopify's paths; otherwise null. */
  websiteUrl: string | null
  /** Returns the id of our category with that name or slug. Without this function, categories stay unknown. */
  categoryOf?: (said: string) => string | null
  /** The partner's verified hosts. Links to others get a warning. */
  verifiedHosts?: string[]
  /** The time for deciding whether a sale is active. */
  now?: Date
}

/** All rows of one handle. Without a product, the handle was skipped, or no row was readable. */
export interface ProductGroup {
  /** The line of its first row. */
  line: number
  product: IncomingProduct | null
  /** Whether every row with a price states its currency. */
  namesCurrency?: boolean
  isSkipped: boolean
  problems: Note[]
  warnings: Note[]
}

export interface Row {
  line: number
  cells: Cells
  /** Whether the row has the values that all variants share, and is not a variant itself. */
  isHead?: boolean
}

interface ReadingOf {
  rules: ProductRules
  remarks: FileRemarks
}

/** Builds the product from a handle's rows. */
export function parseProduct(
  { handle, rows, problems, isIncomplete }: { handle: string; rows: Row[]; problems: Note[]; isIncomplete: boolean },
  { columns, preset }: { columns: Columns; preset: Preset | null },
  { rules, remarks }: ReadingOf,
): ProductGroup {
  const [first] = rows
  const empty = { line: first?.line ?? 0, product: null, isSkipped: false, problems, warnings: [] }
  if (!first) return empty
  const read = (field: Field) => columns.read(first.cells, field)
  const text = (field: Field) => toOneLine(plainText(read(field)))
  const note = (reason: string, line = first.line): Note => ({ line, handle, reason })
  if (isTrue(read('giftCard')))
    return { ...empty, isSkipped: true, problems: [], warnings: [note('this is a gift card, so it was skipped')] }

  const title = text('title')
  if (title === '')
    return { ...empty, problems: [...problems, note('it has no title. The first row of a product must have one')] }
  if (title.length > MOST.name)
    return { ...empty, problems: [...problems, note(`its title is longer than ${MOST.name} characters`)] }

  const { variants, imageRows, warnings, problems: rowProblems } = parseRows(rows, columns, { rules, remarks }, handle)
  problems.push(...rowProblems)
  if (!variants.length) {
    if (!problems.length) problems.push(note('none of its rows has a price'))
    return { ...empty, warnings }
  }
  const pictures = parseImages(imageRows, variants, { handle, title })
  warnings.push(...pictures.warnings)
  const status = parseStatus(read('status'), read('published'))
  if (status.warning) warnings.push(note(status.warning))
  const tags = columns.has('tags') ? parseTags(read('tags')) : undefined
  const body = parseDescription(first, columns, preset)
  if (body === 'too long') warnings.push(note('its description is longer than 512 KB and was left out'))
  const description = body === 'too long' ? { text: '', html: null } : body
  const category = parseCategory(read('categorySaid'), rules)
  if (category === null)
    warnings.push(note(`'${read('categorySaid').slice(0, 40)}' is not one of our categories. We use a similar one`))
  const page = parseProductUrl(read('productUrl'), columns.has('productUrl'), handle, rules)
  if (page === null)
    warnings.push(note(`'${read('productUrl').slice(0, 80)}' is not the URL of a page, so it was left out`))
  const product: IncomingProduct = {
    handle,
    name: title,
    description: description?.text,
    descriptionHtml: description?.html,
    brand: columns.has('vendor') ? text('vendor').slice(0, MOST.name).toWellFormed() : undefined,
    type: text('type'),
    productCategory: text('productCategory') || (category ? '' : text('categorySaid')),
    ...(category?.id === undefined ? {} : { categoryId: category.id }),
    material: columns.has('material') ? text('material').slice(0, MOST.name).toWellFormed() : undefined,
    tags,
    status: status.status,
    gender:
      read('genderSaid').toLowerCase() === NO_GENDER
        ? ''
        : parseGender({
            said: [read('genderSaid'), read('gender')],
            ageGroup: read('ageGroup'),
            title: preset?.hasSearchWords ? title.replace(/\|.*/, '') : title,
            brand: text('vendor'),
            categories: [read('productCategory'), read('type')],
            tags: preset?.hasSearchWords ? [] : tags,
            sizes: variants.flatMap(({ size }) => size ?? []),
          }),
    productUrl: page ?? undefined,
    variants,
    images: PICTURE_FIELDS.some((field) => columns.has(field)) ? pictures.images : undefined,
    isIncomplete: isIncomplete || problems.length > 0,
  }
  const priced = rows.filter(({ cells }) => columns.read(cells, 'price') !== '')
  const isNamed = priced.every(({ cells }) => namesCurrency(cells, columns))
  return { ...empty, product, ...(isNamed && { namesCurrency: true }), problems, warnings }
}

interface ReadRows {
  variants: IncomingVariant[]
  imageRows: ImageRow[]
  problems: Note[]
  warnings: Note[]
}

function parseRows(rows: Row[], columns: Columns, { rules, remarks }: ReadingOf, handle: string): ReadRows {
  const first = rows[0]?.cells ?? []
  const names = parseOptionNames(first, columns)
  const page = columns.read(first, 'productUrl')
  const result: ReadRows = { variants: [], imageRows: [], problems: [], warnings: [] }
  const lineOf = new Map<string, number>()
  const now = rules.now ?? new Date()
  for (const { line, cells, isHead } of rows) {
    const pictures = picturesOf(cells, columns)
    const problem = (reason: string) => result.problems.push({ line, handle, reason })
    let colourName: string | null = null
    if (!isHead && hasVariant(cells, columns)) {
      const read = parseVariant(cells, columns, { names, prices: rules, page, remarks, now })
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
    } else if (!isHead && !pictures.length) problem('it has neither a price nor a picture')
    const variantImage = columns.read(cells, 'variantImage')
    for (const picture of pictures) result.imageRows.push({ line, ofColour: null, ...picture })
    if (variantImage !== '')
      result.imageRows.push({ line, url: variantImage, alt: '', position: null, ofColour: colourName })
  }
  return result
}

const NUMBERED = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `image${number}` as Field)
const LISTED: readonly Field[] = ['images', ...NUMBERED]
const PICTURE_FIELDS: readonly Field[] = ['imageUrl', ...LISTED]

/** Returns the pictures in a row's product columns, in order. */
function picturesOf(cells: Cells, columns: Columns): Array<Omit<ImageRow, 'line' | 'ofColour'>> {
  const read = (field: Field) => columns.read(cells, field)
  if (PICTURE_FIELDS.every((field) => read(field) === '')) return []
  const alts = parseList(read('imageAlts'))
  const colours = columns.has('imageColours') ? parseList(read('imageColours')) : null
  const listed = LISTED.flatMap((field) => parsePictureList(read(field)))
  const place = Number(read('imagePosition'))
  const shopifys = {
    url: read('imageUrl'),
    alt: toOneLine(plainText(read('imageAlt'))),
    position: place > 0 ? place : null,
    ...(columns.has('imageColour') ? { exactColour: toOneLine(plainText(read('imageColour'))) || null } : {}),
  }
  return [
    ...(shopifys.url === '' ? [] : [shopifys]),
    ...listed.map((url, index) => ({
      url,
      alt: toOneLine(plainText(alts[index] ?? '')),
      position: null,
      ...(colours ? { exactColour: toOneLine(plainText(colours[index] ?? '')) || null } : {}),
    })),
  ]
}

/** Splits a list: 'a | b' -> ['a', 'b']; a bar in a text is written '\\|'. */
const parseList = (text: string): string[] =>
  text === '' ? [] : text.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|').trim())

type ReadText = { text: string; html: string | null }

/** Returns the description; 'too long' above the limit, undefined without a column for it. */
function parseDescription({ cells }: Row, columns: Columns, preset: Preset | null): ReadText | 'too long' | undefined {
  const [body, text, markup] = [columns.read(cells, 'body'), columns.read(cells, 'text'), columns.read(cells, 'html')]
  if (body.length + text.length + markup.length > MAX_BODY) return 'too long'
  if (columns.has('body')) return parsePlainBody(body) ?? parseHtml(body)
  if (markup !== '') return parsePlainBody(markup) ?? parseHtml(markup)
  if (!columns.has('text')) return undefined
  if (!hasMarkup(text)) return { text, html: null }
  const read = parseHtml(text)
  // Some systems escape their HTML twice.
  return preset && !/<\w/.test(text) && hasMarkup(read.text) ? parseHtml(read.text) : read
}

/** Returns our category; undefined if the cell is empty, null if we do not know the category. */
function parseCategory(said: string, { categoryOf }: ProductRules): { id: string | null } | null | undefined {
  if (said === '') return undefined
  if (said.toLowerCase() === NO_CATEGORY) return { id: null }
  const id = categoryOf?.(said) ?? null
  return id === null ? null : { id }
}

/** Parses a product's address: undefined if there is none, null if it is invalid. */
function parseProductUrl(
  said: string,
  hasColumn: boolean,
  handle: string,
  { websiteUrl }: ProductRules,
): string | null | undefined {
  if (!hasColumn) return websiteUrl === null ? undefined : `${websiteUrl}/products/${encodeURIComponent(handle)}`
  if (said === '') return undefined
  return said.length <= MOST.url && /^https?:\/\//i.test(said) && URL.canParse(said) ? said : null
}

/**
 * Parses a status. Shopify publishes every product that is not marked as hidden. An active but hidden product has no
 * page to link to.
 */
function parseStatus(status: string, published: string): { status: ProductStatus; warning?: string } {
  const said = status.toLowerCase()
  if (published === '' && /^(?:true|yes|1|y|published|visible|enabled|on)$/.test(said)) return { status: 'active' }
  if (/^(?:false|no|0|n|unpublished|hidden|disabled|off)$/.test(said)) return { status: 'draft' }
  const isPublished = published === '' || isTrue(published)
  if (!isPublished && !/^(false|no|0)$/i.test(published))
    return {
      status: 'draft',
      warning: `'${published.slice(0, 40)}' does not say whether the product is published, so it stays a draft`,
    }
  if (said === 'archived') return { status: 'archived' }
  if (said === '' || said === 'active') return { status: isPublished ? 'active' : 'draft' }
  return said === 'draft' || said === 'unlisted'
    ? { status: 'draft' }
    : { status: 'draft', warning: `the status '${status.slice(0, 40)}' is unknown, so it stays a draft` }
}

function parseTags(text: string): string[] {
  const tags = new Map<string, string>()
  for (const part of text.split(',')) {
    const tag = toOneLine(plainText(part)).slice(0, MOST.name).toWellFormed()
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, MOST.tags)
}

const isTrue = (text: string) => /^(true|yes|1|active)$/i.test(text)
