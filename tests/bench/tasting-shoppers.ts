import { performance } from 'node:perf_hooks'
import { Random } from '#demo/catalogue/random.ts'
import { factKey } from '#server/taste/believe.shared.ts'
import { noTaste, noteLeft, noteLook, noteSaved } from '#server/taste/note-signals.shared.ts'
import { rankTaste, SEEN_TOGETHER } from '#server/taste/rank-taste.shared.ts'
import type { PoolProduct } from '#server/taste/taste-pool.shared.ts'
import { TASTE_KINDS, type TasteKind } from '#server/taste/taste.values.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 26)

/** Parameters of the simulated shoppers. */
export interface TasteWorld {
  looks: number
  /** Share of views that follow no taste. */
  wandering: number
  /** Share of views that follow another taste: for a present, or the shopper's taste two months ago. */
  other: number
  isOtherLongAgo: boolean
}

export interface TasteOutcome {
  /** By list: how often the next view is among the first 10 and 12, and its rank. */
  lists: Record<'taste' | 'popularity' | 'chance', { hit10: number; hit12: number; mrr: number; ndcg12: number }>
  /** The number of different brands among the first twelve. */
  brands: number
  categories: number
  mostOfBrand: number
  msToRank: number
}

/** The average importance of each kind for a taste. It differs from the ranking's assumptions. */
const CARES: Partial<Record<TasteKind, number>> = {
  category: 1.6,
  brand: 1.2,
  colour: 1,
  material: 0.8,
  style: 0.8,
  price: 0.8,
  audience: 1.6,
}
/** Multiplied by standard Gumbel noise. The higher it is, the more views are random. */
const NOISE = 0.5
const POPULARITY_CARES = 2

/** Draws popularities, because a demo has had no visitors. The nth of N products has the square root of 1 / n. */
export function drawPopularity(products: readonly PoolProduct[], seed = 1): PoolProduct[] {
  const random = new Random(seed)
  const order = products.map(({ id }) => ({ id, at: random.next() })).toSorted((a, b) => a.at - b.at)
  const place = new Map(order.map(({ id }, n) => [id, n + 1]))
  return products.map((product) => ({ ...product, popularity: 1 / Math.sqrt(place.get(product.id) ?? Infinity) }))
}

/**
 * Simulates shoppers with a hidden taste who view products. Their next product is withheld, and its place in the lists
 * is measured.
 */
export function simulateTastes(
  products: readonly PoolProduct[],
  world: TasteWorld,
  shoppers: number,
  seed = 1,
): TasteOutcome {
  const random = new Random(seed)
  const gumbel = () => -Math.log(-Math.log(1 - random.next() * 0.999_999) + 1e-12)
  const any = () => products[Math.floor(random.next() * products.length)] as PoolProduct
  /** The values of two products, with random importance per kind. */
  const drawTaste = () => {
    const models = [any(), any()]
    const cares = new Map(TASTE_KINDS.map((kind) => [kind, -Math.log(1 - random.next()) * (CARES[kind] ?? 0)]))
    const liked = new Set(models.flatMap(({ facts }) => facts.map(factKey)))
    return ({ facts, popularity }: PoolProduct): number => {
      const kinds = new Set(facts.filter((fact) => liked.has(factKey(fact))).map(({ kind }) => kind))
      return [...kinds].reduce((sum, kind) => sum + (cares.get(kind) ?? 0), POPULARITY_CARES * popularity)
    }
  }
  type Like = ReturnType<typeof drawTaste>
  const draw = (like: Like, among: readonly PoolProduct[]) => {
    let best = among[0] as PoolProduct
    let most = -Infinity
    for (const product of among) {
      const worth = like(product) + NOISE * gumbel()
      if (worth > most) [best, most] = [product, worth]
    }
    return best
  }
  const byPopularity = products.toSorted((a, b) => b.popularity - a.popularity)
  const places: Record<keyof TasteOutcome['lists'], number[]> = { taste: [], popularity: [], chance: [] }
  const seen = { brands: 0, categories: 0, mostOfBrand: 0, ms: 0 }

  for (let nth = 0; nth < shoppers; nth++) {
    const [liking, other] = [drawTaste(), drawTaste()]
    let taste = noTaste()
    const met = new Map<string, PoolProduct>()
    const left = () => products.filter(({ id }) => !met.has(id))
    const looks = Array.from({ length: world.looks }, (_, n) => {
      const chance = random.next()
      const isOther = chance < world.other
      const like: Like = isOther ? other : chance < world.other + world.wandering ? () => 0 : liking
      const product = draw(like, left())
      met.set(product.id, product)
      return {
        product,
        worth: liking(product),
        at: NOW - (isOther && world.isOtherLongAgo ? 60 : world.looks - n) * DAY,
      }
    })
    // The best-liked tenth gets a click each, and the next fifth is saved.
    const best = looks.toSorted((a, b) => b.worth - a.worth).map(({ product: { id } }) => id)
    const [leftFor, saved] = [Math.round(best.length * 0.1), Math.round(best.length * 0.3)]
    for (const { product, at } of looks) {
      const piece = { id: product.id, name: product.name, facts: [...product.facts] }
      taste = noteLook(taste, piece, at)
      const place = best.indexOf(product.id)
      if (place < leftFor) taste = noteLeft(taste, piece, at)
      else if (place < saved) taste = noteSaved(taste, piece, true, at)
    }
    const next = draw(liking, left())
    const started = performance.now()
    const ranked = rankTaste(taste, products, NOW)
    seen.ms += performance.now() - started
    const first = ranked.slice(0, SEEN_TOGETHER).map(({ product }) => product)
    const brands = Map.groupBy(first, (product) => keyOf(product, 'brand'))
    seen.brands += brands.size
    seen.mostOfBrand += Math.max(0, ...[...brands.values()].map(({ length }) => length))
    seen.categories += new Set(first.map((product) => keyOf(product, 'category'))).size
    // Only new views count, so recorded products are removed from each list.
    const placeIn = (list: ReadonlyArray<{ id: string }>) => {
      const at = list.filter(({ id }) => !met.has(id)).findIndex(({ id }) => id === next.id)
      return at < 0 ? Infinity : at + 1
    }
    places.taste.push(placeIn(ranked.map(({ product }) => product)))
    places.popularity.push(placeIn(byPopularity))
    places.chance.push(1 + Math.floor(random.next() * (products.length - met.size)))
  }
  const of = (list: number[]) => ({
    hit10: list.filter((place) => place <= 10).length / shoppers,
    hit12: list.filter((place) => place <= 12).length / shoppers,
    mrr: list.reduce((sum, place) => sum + 1 / place, 0) / shoppers,
    ndcg12: list.reduce((sum, place) => sum + (place <= 12 ? 1 / Math.log2(1 + place) : 0), 0) / shoppers,
  })
  return {
    lists: { taste: of(places.taste), popularity: of(places.popularity), chance: of(places.chance) },
    brands: seen.brands / shoppers,
    categories: seen.categories / shoppers,
    mostOfBrand: seen.mostOfBrand / shoppers,
    msToRank: seen.ms / shoppers,
  }
}

const keyOf = ({ facts }: PoolProduct, kind: TasteKind): string => facts.find((fact) => fact.kind === kind)?.key ?? ''
