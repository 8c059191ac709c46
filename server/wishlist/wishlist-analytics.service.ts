import type { ProductCard } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import { LOW_STOCK } from '#server/catalogue/stock.values.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { BASE_CURRENCY, toBaseMinor } from '#server/platform/money.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { summarise } from './list-wishlist.service.ts'
import { listWishes, type Wish } from './list-wishes.ts'

/** Starts of price ranges, in units of the base currency. Each range includes its start. */
const RANGE_STARTS = [0, 25, 50, 100, 250]
const SHOWN = 5

interface Count {
  name: string
  count: number
}

interface PriceRange {
  /** Minor units of `currency`. */
  fromMinor: number
  /** The range ends before this price; null if it is open. */
  toMinor: number | null
  currency: string
  count: number
}

interface PriceDrop {
  card: ProductCard
  /** The price when it was saved. Minor units of the card's currency. */
  fromMinor: number
  toMinor: number
}

interface StockAlert {
  card: ProductCard
  /** The chosen size; null for any. */
  size: string | null
  /** The stock of that size, 1 to 4. */
  stock: number
}

/** Figures of a wishlist. Amounts in minor units of the currency beside them. */
interface WishlistAnalytics {
  summary: ReturnType<typeof summarise>
  /** Counts all items, including deleted products; the most frequent first. */
  categories: Count[]
  brands: Count[]
  /** Counts listed products, in the base currency. */
  priceRanges: PriceRange[]
  /** The listed products on the list with the most views and clicks now. At most 5. */
  trending: ProductCard[]
  /** The products that this account viewed most recently. At most 5. */
  recentlyViewed: ProductCard[]
  /** Products cheaper than when they were saved, the 5 biggest drops first. */
  priceDrops: { count: number; savedMinor: number; currency: string; isConverted: boolean; biggest: PriceDrop[] }
  /** Products that are almost sold out, in the chosen size if there is one; the 5 with the fewest left. */
  stockAlerts: { lowCount: number; outOfStock: number; low: StockAlert[] }
}

/** Returns figures of the viewer's wishlist. Unknown stock never counts as low. */
export async function analyseWishlist({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<WishlistAnalytics> {
  const wishes = await listWishes(db, viewer.userId)
  const listed = wishes.filter(isHere)
  const ids = listed.map(({ productId }) => productId)
  const drops = dropsOf(listed)
  const low = listed
    .flatMap((wish) =>
      wish.stock !== null && wish.stock > 0 && wish.stock < LOW_STOCK ? [{ ...wish, stock: wish.stock }] : [],
    )
    .toSorted((a, b) => a.stock - b.stock)
  const [trendingIds, viewedIds, saved] = await Promise.all([
    findTrending(db, ids),
    findViewed(db, viewer.userId, ids),
    sumSaved(db, drops),
  ])
  const shownDrops = drops.slice(0, SHOWN)
  const shownLow = low.slice(0, SHOWN)
  const cards = await findCards(db, [
    ...new Set([...trendingIds, ...viewedIds, ...[...shownDrops, ...shownLow].map(({ productId }) => productId)]),
  ])
  const cardsOf = (productIds: readonly string[]) => productIds.flatMap((id) => cards.get(id) ?? [])
  return {
    summary: summarise(wishes),
    categories: countBy(wishes, ({ category }) => category ?? 'Uncategorized'),
    brands: countBy(wishes, ({ brand }) => brand || 'Brand'),
    priceRanges: rangesOf(listed),
    trending: cardsOf(trendingIds),
    recentlyViewed: cardsOf(viewedIds),
    priceDrops: {
      count: drops.length,
      ...saved,
      biggest: shownDrops.flatMap(({ productId, addedPriceMinor, priceMinor }) =>
        cardsOf([productId]).map((card) => ({ card, fromMinor: addedPriceMinor, toMinor: priceMinor })),
      ),
    },
    stockAlerts: {
      lowCount: low.length,
      outOfStock: listed.filter(({ stock, isInStock }) => stock === 0 && !isInStock).length,
      low: shownLow.flatMap(({ productId, size, stock }) =>
        cardsOf([productId]).map((card) => ({ card, size, stock })),
      ),
    },
  }
}

type ListedWish = Wish & { productId: string; priceBaseMinor: number }

const isHere = (wish: Wish): wish is ListedWish =>
  wish.isListed && wish.productId !== null && wish.priceBaseMinor !== null

/** Counts by name. Sorted by frequency, then by name. */
function countBy(wishes: readonly Wish[], nameOf: (wish: Wish) => string): Count[] {
  return [...Map.groupBy(wishes, nameOf)]
    .map(([name, { length: count }]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

function rangesOf(wishes: readonly ListedWish[]): PriceRange[] {
  const starts = RANGE_STARTS.map((units) => units * unitOf(BASE_CURRENCY))
  return starts.map((fromMinor, index) => {
    const toMinor = starts[index + 1] ?? null
    const count = wishes.filter(
      ({ priceBaseMinor }) => priceBaseMinor >= fromMinor && (toMinor === null || priceBaseMinor < toMinor),
    ).length
    return { fromMinor, toMinor, currency: BASE_CURRENCY, count }
  })
}

/** Returns the price drops, largest relative drop first. If the currency has changed since, there is no drop. */
function dropsOf(wishes: readonly ListedWish[]): ListedWish[] {
  const partLeft = ({ priceMinor, addedPriceMinor }: Wish) => priceMinor / addedPriceMinor
  return wishes
    .filter(
      ({ currency, addedCurrency, priceMinor, addedPriceMinor }) =>
        currency === addedCurrency && priceMinor < addedPriceMinor,
    )
    .toSorted((a, b) => partLeft(a) - partLeft(b))
}

/** Returns the total amount saved, in the common currency or else in the base currency. */
async function sumSaved(
  db: Db,
  drops: readonly ListedWish[],
): Promise<{ savedMinor: number; currency: string; isConverted: boolean }> {
  const currencies = new Set(drops.map(({ currency }) => currency))
  const [first = BASE_CURRENCY] = currencies
  const saved = drops.map(({ currency, priceMinor, addedPriceMinor }) => ({
    currency,
    minor: BigInt(addedPriceMinor - priceMinor),
  }))
  if (currencies.size < 2)
    return {
      savedMinor: Number(saved.reduce((sum, { minor }) => sum + minor, 0n)),
      currency: first,
      isConverted: false,
    }
  const rates = await db.exchangeRate.findMany({ where: { currency: { in: [...currencies] } } })
  const rateOf = new Map(rates.map(({ currency, toBase }) => [currency, Number(toBase)]))
  const inBase = saved.map(({ currency, minor }) => toBaseMinor(minor, currency, rateOf.get(currency) ?? 0))
  return {
    savedMinor: Number(inBase.reduce((sum, minor) => sum + minor, 0n)),
    currency: BASE_CURRENCY,
    isConverted: true,
  }
}

async function findTrending(db: Db, productIds: string[]): Promise<string[]> {
  // eslint-disable-next-line house/listed-products -- the ids are those of listed products
  const products = await db.product.findMany({
    where: { id: { in: productIds }, popularity: { gt: 0 } },
    orderBy: [{ popularity: 'desc' }, { id: 'asc' }],
    take: SHOWN,
    select: { id: true },
  })
  return products.map(({ id }) => id)
}

async function findViewed(db: Db, userId: string, productIds: string[]): Promise<string[]> {
  const views = await db.productView.groupBy({
    by: ['productId'],
    where: { userId, productId: { in: productIds } },
    _max: { viewedAt: true },
    orderBy: [{ _max: { viewedAt: 'desc' } }, { productId: 'asc' }],
    take: SHOWN,
  })
  return views.map(({ productId }) => productId)
}
