import type { ProductCard } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import { toSearchText } from '#server/catalogue/search-text.ts'
import type { PersonAsk, SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'
import { countRemoved } from './kept-wish.ts'
import { listWishes, type Wish } from './list-wishes.ts'
import type { WishlistFilter, WishlistQuery, WishlistSort } from './wishlist.schema.ts'

const PAGE_SIZE = 48
/** The maximum number of sizes read per product. */
const MAX_SIZES = 200
/** How long the page offers to undo a removal. */
const UNDO_OFFERED_MS = 10 * 60_000

export interface WishlistItem extends Wish {
  /** With pictures; null if the product is no longer listed. */
  card: ProductCard | null
  /** The names of the product's variants, in their order. */
  sizes: string[]
}

/** The value of a wishlist. Includes only products that can still be bought. */
interface WishlistSummary {
  /** Everything on the list. */
  items: number
  brands: number
  /** Minor units of `currency`. */
  totalMinor: number
  averageMinor: number
  currency: string
  /** Whether prices in other currencies were converted at our daily rates. */
  isConverted: boolean
}

export interface WishlistPage {
  items: WishlistItem[]
  page: number
  totalPages: number
  /** The number of matching items on all pages. */
  found: number
  summary: WishlistSummary
  /** The last removal, if it was in the last few minutes. */
  removal: { batchId: string; count: number } | null
}

/**
 * Returns one page of the viewer's wishlist, searched, filtered and sorted, with the value of the whole list. A page
 * number past the end gives the last page.
 */
export async function listWishlist(
  { db, viewer }: Pick<PersonAsk, 'db' | 'viewer'>,
  query: WishlistQuery,
  now = new Date(),
): Promise<WishlistPage> {
  const [wishes, removed] = await Promise.all([
    listWishes(db, viewer.userId),
    db.removedWish.findFirst({
      where: { userId: viewer.userId, removedAt: { gt: new Date(now.getTime() - UNDO_OFFERED_MS) } },
      orderBy: { removedAt: 'desc' },
      select: { batchId: true },
    }),
  ])
  const found = sortWishes(
    wishes.filter((wish) => passes(wish, query.filter) && saysAllOf(wish, query.q)),
    query.sort,
  )
  const totalPages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(query.page, totalPages)
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const [items, count] = await Promise.all([
    withPictures(db, shown),
    removed ? countRemoved(db, viewer, removed.batchId) : 0,
  ])
  return {
    items,
    page,
    totalPages,
    found: found.length,
    summary: summarise(wishes),
    removal: removed && count ? { batchId: removed.batchId, count } : null,
  }
}

/**
 * Returns one item of the viewer's wishlist.
 * @throws AppError not_found
 */
export async function getWish(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  itemId: string,
): Promise<WishlistItem> {
  const [item] = await withPictures(db, await listWishes(db, viewer.userId, itemId))
  if (!item) throw new AppError('not_found', 'Item not found in wishlist')
  return item
}

async function withPictures(db: SignedInAsk['db'], wishes: readonly Wish[]): Promise<WishlistItem[]> {
  const listedIds = wishes.flatMap(({ productId, isListed }) => (productId && isListed ? [productId] : []))
  const [cards, found] = await Promise.all([
    findCards(db, listedIds),
    // Lists each size once, because a product may have thousands of variants.
    db.$queryRaw<Array<{ productId: string; sizes: string[] }>>`
      SELECT wished.id AS "productId", ARRAY(
        SELECT size FROM product_variants v WHERE v.product_id = wished.id AND v.size IS NOT NULL
        GROUP BY size ORDER BY min(position) LIMIT ${MAX_SIZES}::int) AS sizes
      FROM unnest(${listedIds}::uuid[]) wished (id)`,
  ])
  const sizes = new Map(found.map((row) => [row.productId, row.sizes]))
  return wishes.map((wish) => ({
    ...wish,
    card: (wish.productId && cards.get(wish.productId)) || null,
    sizes: sizes.get(wish.productId ?? '') ?? [],
  }))
}

/** Returns the value of a list. Amounts in minor units of the common currency, or else of the base currency. */
export function summarise(wishes: readonly Wish[]): WishlistSummary {
  const listed = wishes.filter(({ isListed }) => isListed)
  const currencies = new Set(listed.map(({ currency }) => currency))
  const isConverted = currencies.size > 1
  const totalMinor = listed.reduce(
    (sum, { priceMinor, priceBaseMinor }) => sum + (isConverted ? (priceBaseMinor ?? 0) : priceMinor),
    0,
  )
  return {
    items: wishes.length,
    brands: new Set(wishes.map(({ brand }) => brand)).size,
    totalMinor,
    averageMinor: listed.length ? Math.round(totalMinor / listed.length) : 0,
    currency: isConverted ? BASE_CURRENCY : (listed[0]?.currency ?? BASE_CURRENCY),
    isConverted,
  }
}

/**
 * Whether an item passes the filters. Products that cannot be bought here any more count as out of stock. Unknown stock
 * counts as neither.
 */
function passes({ isListed, isInStock, stock, priceMinor, originalPriceMinor }: Wish, filter: WishlistFilter): boolean {
  if (filter === 'on_sale') return isListed && originalPriceMinor !== null && originalPriceMinor > priceMinor
  if (filter === 'in_stock') return isListed && isInStock
  if (filter === 'out_of_stock') return !isListed || (stock === 0 && !isInStock)
  return true
}

function saysAllOf({ name, brand, category, note }: Wish, q: string): boolean {
  const words = toSearchText(q).split(' ')
  const text = toSearchText(name, brand, category, note)
  return words.every((word) => text.includes(word))
}

const inOrder = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/**
 * Sorts the items. Equal ones stay newest first. When sorted by price, unlisted products come last, because they cannot
 * be bought.
 */
function sortWishes(wishes: Wish[], sort: WishlistSort): Wish[] {
  const price = ({ isListed, priceBaseMinor }: Wish, gone: number) => (isListed ? (priceBaseMinor ?? gone) : gone)
  const orders: Record<WishlistSort, ((a: Wish, b: Wish) => number) | null> = {
    added_date: null,
    price_low: (a, b) => compare(price(a, Infinity), price(b, Infinity)),
    price_high: (a, b) => compare(price(b, -1), price(a, -1)),
    name: (a, b) => inOrder.compare(a.name, b.name),
    brand: (a, b) => inOrder.compare(a.brand, b.brand) || inOrder.compare(a.name, b.name),
  }
  const order = orders[sort]
  return order ? wishes.toSorted(order) : wishes
}

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
