import type { SignedInAsk } from '#server/platform/ask.ts'
import { refuseNonText, type CsvSource } from '#server/platform/csv-lines.ts'
import { readRecords } from '#server/platform/csv-records.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { addWishes } from './change-wishlist.service.ts'
import { productIdOf, writtenWish, type SaidWish } from './wishlist-file.ts'
import { MOST_FILE_BYTES } from './wishlist-values.schema.ts'
import { MOST_WISHES } from './wishlist.schema.ts'
import { listWishlistIds } from './wishlist.service.ts'

/** Rows of CSV, or items of JSON. A file of ours has no more than a wishlist; some of another may be junk. */
const MOST_READ = 5_000
/** A file with more of them is none of ours. Broken rows cost most: these are a tenth of a second. */
const MOST_UNREAD = 500
const MOST_NAMED = 20

/** Where something stands that could not be read, and why. */
interface Unread {
  /** 'Line 7' of CSV, 'Item 7' of JSON; both from 1. */
  place: string
  reason: string
}

/** What became of a file. Products that stand in it twice count once. */
interface WishlistImport {
  added: number
  /** They stay as they are. */
  there: number
  /** Not listed, or of another site. */
  notFound: number
  /** The wishlist had no room for them. */
  leftOut: number
  /** The first 20 are named. */
  unread: { count: number; named: Unread[] }
  /** The file goes on beyond what is read. */
  isCut: boolean
  message: string
}

/** What a file says. */
interface Contents {
  products: Map<string, SaidWish>
  notFound: number
  unread: { count: number; named: Unread[] }
  isCut: boolean
}

/**
 * Adds the products of a file that was exported here, CSV or JSON. JSON also restores what its owner had said about
 * what is added. What is on the list already stays as it is.
 * @throws AppError bad_input for a file that is neither, has no products or more than 2 MB; conflict if the wishlist has
 * no room for any of them.
 */
export async function importWishlist(
  { db, viewer, visit }: Pick<SignedInAsk, 'db' | 'viewer' | 'visit'>,
  text: string,
): Promise<WishlistImport> {
  const bytes = Buffer.from(text)
  if (bytes.length > MOST_FILE_BYTES) throw refusal('This file is larger than 2 MB, which is more than we take.')
  const isJson = /^\s*[{[]/.test(text)
  const { products, ...rest } = isJson ? readJson(text, visit.siteUrl) : await readCsv(bytes, visit.siteUrl)
  if (!products.size && !rest.notFound && !rest.unread.count) throw refusal('There are no products in this file.')
  const there = new Set(await listWishlistIds({ db, viewer }))
  const wanted = [...products.keys()].filter((id) => !there.has(id))
  // The first of the file is the newest, so it is added last.
  const { added, notFound, message } = await addWishes({ db, viewer }, wanted.toReversed())
  const said = wanted.flatMap((id) => ({ id, ...products.get(id) }))
  if (isJson && added) await restore({ db, viewer }, said)
  return {
    ...rest,
    added,
    there: products.size - wanted.length,
    notFound: rest.notFound + notFound,
    leftOut: wanted.length - added - notFound,
    message,
  }
}

const refusal = (message: string) => new AppError('bad_input', message, { field: 'file' })

/** Collects what a file says, up to what is read. */
class Collector {
  readonly contents: Contents = { products: new Map(), notFound: 0, unread: { count: 0, named: [] }, isCut: false }
  #read = 0

  /** Whether the next one is to be read. */
  get isOpen(): boolean {
    const { products, unread } = this.contents
    const isOpen = this.#read < MOST_READ && products.size < MOST_WISHES && unread.count < MOST_UNREAD
    this.contents.isCut ||= !isOpen
    this.#read++
    return isOpen
  }

  /** @param productId null if there is no such product here */
  found(productId: string | null, said: SaidWish): void {
    const { products } = this.contents
    if (productId === null) this.contents.notFound++
    else if (!products.has(productId)) products.set(productId, said)
  }

  notRead(place: string, reason: string): void {
    const { unread } = this.contents
    if (++unread.count <= MOST_NAMED) unread.named.push({ place, reason })
  }
}

async function readCsv(bytes: Buffer, siteUrl: string): Promise<Contents> {
  const source: CsvSource = async function* () {
    yield bytes
  }
  await refuseNonText(source)
  const collector = new Collector()
  let column: number | null = null
  for await (const records of readRecords(source)) {
    for (const record of records) {
      if (column === null) {
        column = (record.cells ?? []).findIndex((name) => name.trim().toLowerCase() === 'product url')
        if (column === -1)
          throw refusal('This file has no column "Product URL". Choose one that was exported from a wishlist here.')
        continue
      }
      if (!collector.isOpen) return collector.contents
      const place = `Line ${record.line}`
      if (!record.cells) {
        collector.notRead(place, record.reason)
        continue
      }
      // A spreadsheet's apostrophe, and ours before what would be computed.
      const url = record.cells[column]?.trim().replace(/^'/, '')
      const productId = url ? productIdOf(siteUrl, url) : null
      if (url === undefined) collector.notRead(place, 'it has too few columns')
      else if (productId === undefined) collector.notRead(place, 'its Product URL is no address')
      else collector.found(productId, {})
    }
  }
  return collector.contents
}

function readJson(text: string, siteUrl: string): Contents {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw refusal('This file is not valid JSON. Choose one that was exported from a wishlist here.')
  }
  const items = Array.isArray(json) ? json : (json as { items?: unknown }).items
  if (!Array.isArray(items))
    throw refusal('This file has no list of items. Choose one that was exported from a wishlist here.')
  const collector = new Collector()
  for (const [index, item] of items.entries()) {
    if (!collector.isOpen) break
    const place = `Item ${index + 1}`
    const { data } = writtenWish.safeParse(item)
    if (!data) {
      collector.notRead(place, 'it is no item of a wishlist')
      continue
    }
    const { productId, productUrl: url, ...said } = data
    if (productId) collector.found(isId(productId) ? productId.toLowerCase() : null, said)
    else collector.found((url && productIdOf(siteUrl, url)) || null, said)
  }
  return collector.contents
}

/** Sizes that the product does not come in, and targets in another currency, are left out. */
async function restore(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  said: ReadonlyArray<SaidWish & { id: string }>,
): Promise<void> {
  const column = <T>(read: (wish: SaidWish & { id: string }) => T) => said.map(read)
  // eslint-disable-next-line house/listed-products -- only what has just been added
  await db.$executeRaw`
    UPDATE wishlist_items w SET
      priority = coalesce(said.priority, w.priority), note = coalesce(said.note, w.note),
      size = CASE WHEN EXISTS (SELECT 1 FROM product_variants v WHERE v.product_id = p.id AND v.size = said.size) THEN said.size ELSE w.size END,
      target_minor = CASE WHEN said.target_currency = p.currency THEN said.target_minor ELSE w.target_minor END,
      was_below_target = CASE WHEN said.target_currency = p.currency THEN p.price_minor <= said.target_minor ELSE w.was_below_target END,
      drop_percent = coalesce(said.drop_percent, w.drop_percent), watches_stock = coalesce(said.watches_stock, w.watches_stock)
    FROM unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ priority }) => priority ?? null)}::int[], ${column(({ note }) => note ?? null)}::text[],
      ${column(({ size }) => size ?? null)}::text[], ${column(({ target }) => target?.minor ?? null)}::int[], ${column(({ target }) => target?.currency ?? null)}::text[],
      ${column(({ dropPercent }) => dropPercent ?? null)}::int[], ${column(({ watchesStock }) => watchesStock ?? null)}::bool[]
    ) said (product_id, priority, note, size, target_minor, target_currency, drop_percent, watches_stock)
    JOIN products p ON p.id = said.product_id
    WHERE w.user_id = ${viewer.userId}::uuid AND w.product_id = said.product_id`
}
