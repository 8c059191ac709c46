// The ranking weights. Changes affect the order of every list and the text of /ranking. Use integers only, because the
// index and plain SQL must compute the same points.
import { DAY_MS } from '#server/platform/durations.values.ts'

export const WEIGHTS = {
  /**
   * Points of a searched word, by the highest-ranked field that has it. Relevance is the average over all words, times
   * ten.
   */
  relevance: { name: 100, brand: 100, tags: 60, description: 20 },
  /** Percentage of a word's points by how it matched. */
  form: { exact: 100, synonym: 90, prefix: 70, typo: 60 },
  /** Points on the first day, minus one per day. */
  freshness: 100,
  /** Points deducted from products that their store has not confirmed for this many days. */
  stale: { days: 30, points: 60 },
  /** Points of the product with the most views and clicks. */
  popularity: 100,
  stock: { inStock: 60, unknown: 0, soldOut: -200 },
  /** The maximum number of points for a discount, with one point per percent off. */
  discount: 40,
  /** Editors' picks: first while browsing, a small bonus in searches. */
  picked: { browsing: 1_000, searching: 30 },
} as const

/** In searches these rank after everything else, whatever their points. */
export const CHILDREN: readonly string[] = ['girls', 'boys', 'kids']
/** A word with this many points or fewer is only a mention. Products with the word in a better field come first. */
export const MENTION_POINTS = WEIGHTS.relevance.description

/** The maximum of products.popularity; see popularity.ts. */
export const MAX_POPULARITY = 200

/** Returns the UTC days since 1970. Freshness counts whole days, so an order is stable until midnight. */
export const dayOf = (at: Date | number): number => Math.floor(Number(at) / DAY_MS)

/** The product facts that the ranking uses. They include nothing about our earnings from a sale. */
export interface Rankable {
  /** Milliseconds since 1970, UTC. */
  createdAt: number
  /** When the product's store last confirmed it. */
  confirmedAt: number
  /** 0 to MAX_POPULARITY */
  popularity: number
  isInStock: boolean
  isSoldOut: boolean
  /** Whole percent. */
  discountPercent: number
}

/** Returns the whole percent off, rounded half up; 0 without a higher original price. Amounts in minor units. */
export function percentOff(priceMinor: number, originalPriceMinor: number | null): number {
  if (originalPriceMinor === null || originalPriceMinor <= priceMinor) return 0
  return Math.floor((200 * (originalPriceMinor - priceMinor) + originalPriceMinor) / (2 * originalPriceMinor))
}

/** Returns a product's points on a day (see dayOf), without relevance and editors' picks, which depend on the search. */
export function qualityPoints(product: Rankable, day: number): number {
  const age = Math.floor((day * DAY_MS - product.createdAt) / DAY_MS)
  const silence = Math.floor((day * DAY_MS - product.confirmedAt) / DAY_MS)
  const freshness =
    Math.min(WEIGHTS.freshness, Math.max(0, WEIGHTS.freshness - age)) -
    (silence > WEIGHTS.stale.days ? WEIGHTS.stale.points : 0)
  const popularity = Math.floor((product.popularity * WEIGHTS.popularity) / MAX_POPULARITY)
  const { inStock, unknown, soldOut } = WEIGHTS.stock
  const stock = product.isInStock ? inStock : product.isSoldOut ? soldOut : unknown
  return freshness + popularity + stock + Math.min(WEIGHTS.discount, product.discountPercent)
}

/** Returns the relevance, 0 to 1000, from the points (0 to 100) of each searched word or idea. */
export const relevanceOf = (sumOfPoints: number, groups: number): number =>
  groups === 0 ? 0 : Math.floor((sumOfPoints * 10) / groups)

/** The sources of a product's points. Their sum decides the order. */
export type RankingKey = 'picked' | 'relevance' | 'freshness' | 'popularity' | 'stock' | 'discount'

export interface RankingFactor {
  key: RankingKey
  label: string
  minPoints: number
  maxPoints: number
  explanation: string
}

/** Describes the weights in words, for the page /ranking. */
export function describeRanking(): RankingFactor[] {
  const { relevance, form, freshness, stale, popularity, stock, discount, picked } = WEIGHTS
  return [
    {
      key: 'relevance',
      label: 'Relevance',
      minPoints: 0,
      maxPoints: relevanceOf(Math.max(...Object.values(relevance)), 1),
      explanation: `Each word in your search scores ${relevance.name} points if it is in the name, ${relevance.brand} in the brand, ${relevance.tags} in the category, tags, colours or material, and ${relevance.description} in the description. Synonyms score ${form.synonym}% of these points, the beginnings of words ${form.prefix}% and misspelt words ${form.typo}%. Relevance is the average score of all words, times ten.`,
    },
    {
      key: 'freshness',
      label: 'Freshness',
      minPoints: -stale.points,
      maxPoints: freshness,
      explanation: `A product gets ${freshness} points on the day it is listed, and one point less each day after that. It loses ${stale.points} points if its store has not sent us an update on it for more than ${stale.days} days.`,
    },
    {
      key: 'popularity',
      label: 'Popularity',
      minPoints: 0,
      maxPoints: popularity,
      explanation: `Up to ${popularity} points for views and store visits in the last 30 days, updated every night. Bots and repeat visits do not count.`,
    },
    {
      key: 'stock',
      label: 'Stock',
      minPoints: stock.soldOut,
      maxPoints: stock.inStock,
      explanation: `${stock.inStock} points if a size or colour is in stock, and none if the store does not report stock. Sold-out products lose ${-stock.soldOut} points and always come last, however you sort.`,
    },
    {
      key: 'discount',
      label: 'Discount',
      minPoints: 0,
      maxPoints: discount,
      explanation: `One point for each 1% off the original price, up to ${discount}.`,
    },
    {
      key: 'picked',
      label: 'Picked by our editors',
      minPoints: 0,
      maxPoints: picked.browsing,
      explanation: `Our editors' picks come first when you browse (${picked.browsing.toLocaleString('en')} points). In a search they get ${picked.searching} extra points. Nobody can pay to be picked.`,
    },
  ]
}
