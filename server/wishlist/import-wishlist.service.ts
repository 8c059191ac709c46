import type { SignedInAsk } from '#server/platform/ask.ts'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { hasMoreBreaks, refuseNonText, type CsvSource } from '#server/platform/csv-lines.ts'
import { readRecords } from '#server/platform/csv-records.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { addedText, addWishesWithin } from './change-wishlist.service.ts'
import { wishlistIsFull } from './kept-wish.ts'
import { productIdOf, writtenWish, type SaidWish } from './wishlist-file.ts'
import { fileIsTooLarge, MAX_FILE_BYTES } from './wishlist-values.schema.ts'
import { MAX_WISHES } from './wishlist.schema.ts'
import { listWishlistIds, lockWishlist } from './wishlist.service.ts'

/** Maximum rows of CSV or items of JSON. Our own files have at most one wishlist. Other files may contain junk. */
const MAX_READ = 5_000
/** Maximum unreadable rows. Our own files have none, and broken rows cost the most. */
const MAX_REPORTED = 20
/**
 * Maximum line breaks of CSV. Our own files have 2,000 and a few in names. Empty lines cost time before they are
 * counted.
 */
const MAX_LINE_BREAKS = 20_000
/**
 * Maximum commas of CSV or brackets of JSON, because each begins a value. Our own files have 10,000 and a few in texts.
 */
const MAX_BEGUN = 100_000

/** The place of something unreadable in the file, and the reason. */
interface SkippedItem {
  /** 'Line 7' of CSV, 'Item 7' of JSON, both counted from 1. */
  place: string
  reason: string
}

/** The result of an import. Duplicate products count once. */
interface WishlistImport {
  added: number
  /** Products already on the wishlist. They stay unchanged. */
  there: number
  /** The number of products that are unlisted or from another site. */
  notFound: number
  /** Products that did not fit on the wishlist. */
  leftOut: number
  /** Unreadable items. Reading ends after 20. */
  unreadable: SkippedItem[]
  /** Whether the file continues after the part that was read. */
  isCut: boolean
  message: string
}

/** The content of a file. */
interface Contents {
  products: Map<string, SaidWish>
  notFound: number
  unreadable: SkippedItem[]
  isCut: boolean
}

/**
 * Adds the products of an exported CSV or JSON file. JSON also restores the owner's notes and settings for added
 * products. Existing items stay unchanged. Everything is saved, or nothing.
 * @throws AppError bad_input for a file in another format, without products, or above the limits; conflict if the
 *   wishlist has no room for any of them
 */
export async function importWishlist(
  { db, viewer, visit }: Pick<SignedInAsk, 'db' | 'viewer' | 'visit'>,
  text: string,
): Promise<WishlistImport> {
  const bytes = Buffer.from(text)
  if (bytes.length > MAX_FILE_BYTES) throw refusal(fileIsTooLarge)
  const isJson = /^\s*[{[]/.test(text)
  const { products, ...rest } = isJson ? parseJson(bytes, visit.siteUrl) : await parseCsv(bytes, visit.siteUrl)
  if (!products.size && !rest.notFound && !rest.unreadable.length) throw refusal('There are no products in this file.')
  const counts = await db.$transaction(async (tx) => {
    await lockWishlist(tx, viewer)
    const listed = new Set(await listWishlistIds({ db: tx, viewer }))
    const wanted = [...products.keys()].filter((id) => !listed.has(id))
    // The first product in the file is the newest, so it is added last.
    const { added, notFound } = await addWishesWithin(tx, viewer, wanted.toReversed())
    const said = wanted.flatMap((id) => ({ id, ...products.get(id) }))
    if (isJson && added) await restore({ db: tx, viewer }, said)
    const there = products.size - wanted.length
    return { added, there, notFound: rest.notFound + notFound, leftOut: wanted.length - added - notFound }
  })
  return { ...rest, ...counts, message: messageOf(counts, rest.unreadable.length) }
}

type Counts = Pick<WishlistImport, 'added' | 'there' | 'notFound' | 'leftOut'>

function messageOf({ added, there, notFound, leftOut }: Counts, skipped: number): string {
  const missing = notFound === 1 ? '1 product not found' : `${notFound} products not found`
  if (added) return `${addedText(added)}${notFound ? `. ${missing}.` : ''}${leftOut ? ` ${wishlistIsFull}` : ''}`
  if (there && notFound) return `${missing}, others already in wishlist`
  if (there) return skipped ? 'All readable items are already in wishlist' : 'All items already in wishlist'
  return notFound ? `Nothing was added: ${missing}` : 'Nothing in this file could be read'
}

const refusal = (message: string) => new AppError('bad_input', message, { field: 'file' })
const tooMany = (most: number, what: string) =>
  refusal(`This file has more than ${most.toLocaleString('en-US')} ${what}, which is the limit.`)

/** Collects the content of a file up to the limits. */
class Collector {
  readonly contents: Contents = { products: new Map(), notFound: 0, unreadable: [], isCut: false }
  #read = 0

  /** Counts the next row, and returns whether to read it. If not, the file is cut off here. */
  readsNext(): boolean {
    const { products, unreadable: skipped } = this.contents
    const reads = this.#read < MAX_READ && products.size < MAX_WISHES && skipped.length < MAX_REPORTED
    this.contents.isCut ||= !reads
    this.#read++
    return reads
  }

  /**
   * @param productId null if it is not one of our products
   */
  found(productId: string | null, said: SaidWish): void {
    const { products } = this.contents
    if (productId === null) this.contents.notFound++
    else if (!products.has(productId)) products.set(productId, said)
  }

  notRead(place: string, reason: string): void {
    this.contents.unreadable.push({ place, reason })
  }
}

async function parseCsv(bytes: Buffer, siteUrl: string): Promise<Contents> {
  const source: CsvSource = async function* () {
    yield bytes
  }
  await refuseNonText(source)
  if (hasMoreBreaks(bytes, MAX_LINE_BREAKS)) throw tooMany(MAX_LINE_BREAKS, 'lines')
  if (hasMore(bytes, ',', MAX_BEGUN)) throw tooMany(MAX_BEGUN, 'commas')
  const collector = new Collector()
  let column: number | null = null
  for await (const records of readRecords(source)) {
    for (const record of records) {
      if (column === null) {
        column = (record.cells ?? []).findIndex((name) => name.trim().toLowerCase() === 'product url')
        if (column === -1)
          throw refusal('This file has no column "Product URL". Choose a file exported from a WTF wishlist.')
        continue
      }
      if (!collector.readsNext()) return collector.contents
      const place = `Line ${record.line}`
      if (!record.cells) {
        collector.notRead(place, record.reason)
        continue
      }
      // Removes the apostrophe that a spreadsheet, or our export, puts before a formula.
      const url = record.cells[column]?.trim().replace(/^'/, '')
      const productId = url ? productIdOf(siteUrl, url) : null
      if (url === undefined) collector.notRead(place, 'too few columns')
      else if (productId === undefined) collector.notRead(place, 'its Product URL is not a valid address')
      else collector.found(productId, {})
    }
  }
  return collector.contents
}

function hasMore(bytes: Buffer, character: string, most: number): boolean {
  const code = character.charCodeAt(0)
  let count = 0
  for (let at = bytes.indexOf(code); at !== -1; at = bytes.indexOf(code, at + 1)) if (++count > most) return true
  return false
}

function parseJson(bytes: Buffer, siteUrl: string): Contents {
  if (hasMore(bytes, '[', MAX_BEGUN) || hasMore(bytes, '{', MAX_BEGUN)) throw tooMany(MAX_BEGUN, 'brackets')
  let json: unknown
  try {
    json = cleanTexts(JSON.parse(bytes.toString().replace(/^\uFEFF/, '')) as unknown)
  } catch {
    throw refusal('This file is not valid JSON. Choose a file exported from a WTF wishlist.')
  }
  const items = Array.isArray(json) ? json : (json as { items?: unknown }).items
  if (!Array.isArray(items))
    throw refusal('This file has no list of items. Choose a file exported from a WTF wishlist.')
  const collector = new Collector()
  for (const [index, item] of items.entries()) {
    if (!collector.readsNext()) break
    const place = `Item ${index + 1}`
    const { data } = writtenWish.safeParse(item)
    if (!data) {
      collector.notRead(place, 'not a wishlist item')
      continue
    }
    const { productId, productUrl: url, ...said } = data
    if (productId) collector.found(isId(productId) ? productId.toLowerCase() : null, said)
    else collector.found((url && productIdOf(siteUrl, url)) || null, said)
  }
  return collector.contents
}

/**
 * Restores the owner's notes and settings. The file's values take precedence over those stored at removal, including
 * empty ones. Sizes that the product does not have, and targets in another currency, are left out.
 */
async function restore(
  { db, viewer }: Pick<SignedInAsk, 'viewer'> & { db: Pick<SignedInAsk['db'], '$executeRaw'> },
  said: ReadonlyArray<SaidWish & { id: string }>,
): Promise<void> {
  const column = <T>(read: (wish: SaidWish & { id: string }) => T) => said.map(read)
  // eslint-disable-next-line house/listed-products -- only what has just been added
  await db.$executeRaw`
    UPDATE wishlist_items w SET
      priority = coalesce(said.priority, w.priority), note = coalesce(said.note, w.note),
      size = CASE WHEN says.size THEN said.size ELSE w.size END,
      was_in_stock = CASE WHEN says.size AND w.size IS DISTINCT FROM said.size THEN NULL ELSE w.was_in_stock END,
      was_low_stock = w.was_low_stock AND NOT (says.size AND w.size IS DISTINCT FROM said.size),
      target_minor = CASE WHEN says.target THEN said.target_minor ELSE w.target_minor END,
      target_currency = CASE WHEN says.target THEN said.target_currency ELSE w.target_currency END,
      was_below_target = CASE WHEN says.target THEN coalesce(p.price_minor <= said.target_minor, false) ELSE w.was_below_target END,
      -- A price that has already fallen is not news.
      usual_price_minor = CASE WHEN says.drop_percent AND said.drop_percent IS DISTINCT FROM w.drop_percent AND coalesce(w.usual_currency, w.added_currency) = p.currency
        THEN least(coalesce(w.usual_price_minor, w.added_price_minor), p.price_minor) ELSE w.usual_price_minor END,
      drop_percent = CASE WHEN says.drop_percent THEN said.drop_percent ELSE w.drop_percent END, watches_stock = coalesce(said.watches_stock, w.watches_stock)
    FROM unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ priority }) => priority ?? null)}::int[], ${column(({ note }) => note ?? null)}::text[],
      ${column(({ size }) => size ?? null)}::text[], ${column(({ target }) => target?.minor ?? null)}::int[], ${column(({ target }) => target?.currency ?? null)}::text[],
      ${column(({ dropPercent }) => dropPercent ?? null)}::int[], ${column(({ watchesStock }) => watchesStock ?? null)}::bool[],
      ${column(({ size }) => size === null)}::bool[], ${column(({ target }) => target === null)}::bool[], ${column(({ dropPercent }) => dropPercent === null)}::bool[]
    ) said (product_id, priority, note, size, target_minor, target_currency, drop_percent, watches_stock, no_size, no_target, no_drop_percent)
    JOIN products p ON p.id = said.product_id
    CROSS JOIN LATERAL (
      SELECT said.no_size OR EXISTS (SELECT 1 FROM product_variants v WHERE v.product_id = p.id AND v.size = said.size) AS size,
        said.no_target OR coalesce(said.target_currency = p.currency, false) AS target, said.no_drop_percent OR said.drop_percent IS NOT NULL AS drop_percent
    ) says
    WHERE w.user_id = ${viewer.userId}::uuid AND w.product_id = said.product_id`
}
