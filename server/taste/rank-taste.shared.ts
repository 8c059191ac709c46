import { tasteActOf, believe, factKey, type Belief, type Beliefs, type TasteAct } from './believe.shared.ts'
import type { Taste, TasteFact } from './taste.schema.ts'
import { MAX_LOOKS, type TasteKind } from './taste.values.ts'

/** A product of the pool with the data for ranking. */
export interface RankedProduct {
  id: string
  facts: readonly TasteFact[]
  /** 0 to 1. */
  popularity: number
}

/** Why a product is shown. */
export interface TasteReason {
  fact: TasteFact
  act: TasteAct
  /** A colour or material that such pieces share: 'linen' of linen dresses. */
  also: TasteFact | null
}

export interface TastePick<P extends RankedProduct = RankedProduct> {
  product: P
  score: number
  /** The strongest reason; the audience only if there is no other. */
  reason: TasteReason
  /** The kinds of all facts in its favour. */
  kinds: TasteKind[]
}

/**
 * Points that a full profile of one kind gives to a matching product. These are estimates; tests/bench/taste.ts shows
 * the results.
 */
const KIND_SAYS: Record<TasteKind, number> = {
  category: 3,
  brand: 2.5,
  store: 0.5,
  colour: 1.5,
  material: 1,
  style: 1,
  price: 1,
  audience: 1.5,
}
/** Points of the most popular product. */
const POPULARITY_SAYS = 0.3
/** How much less a fact counts if the entire pool has it. */
const COMMON = 0.9
/** The factor for products with a different audience than all recorded pieces. */
const OTHER_AUDIENCE = 0.3
/** The factor after each view. A viewed piece is also in the list of recently viewed products. */
const AFTER_LOOK = 0.4
/** The factor for each further product of a brand or category. */
const NEXT_OF_BRAND = 0.8
const NEXT_OF_CATEGORY = 0.93
/** Positions seen together, and how many of them one brand gets while other brands are left. */
export const SEEN_TOGETHER = 12
export const MAX_OF_BRAND = 3
/** Positions for which brands alternate. Nobody scrolls further, and more would make ranking slower. */
const MAX_TURNS = 96
/** Unwanted facts of these kinds hide a product. Those of other kinds are only ignored as reasons. */
const HIDES: readonly TasteKind[] = ['category', 'brand', 'store']

/**
 * Returns the products that match the device's beliefs, best first, with alternating brands. The result is the same for
 * the same taste, products and time. Each view of a product lowers its rank. Leaves out products that are on the
 * wishlist, were left for, were viewed three times or are unwanted.
 */
export function rankTaste<P extends RankedProduct>(
  taste: Taste,
  products: readonly P[],
  now: number,
  limit = Infinity,
): Array<TastePick<P>> {
  if (!taste.isOn) return []
  const beliefs = believe(taste, now)
  if (!beliefs.size) return []
  const over = new Set(
    taste.pieces.flatMap(({ id, looks, savedAt, leftAt }) =>
      looks >= MAX_LOOKS || savedAt !== null || leftAt !== null ? [id] : [],
    ),
  )
  const hidden = new Set(taste.not.filter(({ kind }) => HIDES.includes(kind)).map(factKey))
  const looks = new Map(taste.pieces.map((piece) => [piece.id, piece.looks]))
  const rate = rater(beliefs, products, (id) => AFTER_LOOK ** (looks.get(id) ?? 0))
  const rated = products.flatMap((product) =>
    over.has(product.id) || product.facts.some((fact) => hidden.has(factKey(fact))) ? [] : (rate(product) ?? []),
  )
  return inTurns(rated, Math.min(limit, rated.length))
}

/**
 * Returns a function that rates products. A fact counts by its share in the taste minus its share in the pool, because
 * common facts carry little information.
 */
function rater<P extends RankedProduct>(beliefs: Beliefs, products: readonly P[], freshness: (id: string) => number) {
  const inPool = new Map<string, number>()
  for (const { facts } of products)
    for (const fact of facts) inPool.set(factKey(fact), (inPool.get(factKey(fact)) ?? 0) + 1)
  const audiences = new Set([...beliefs.values()].flatMap(({ fact }) => (fact.kind === 'audience' ? [fact.key] : [])))
  const saysOf = ({ fact, share }: Belief) =>
    KIND_SAYS[fact.kind] * share * (1 - (COMMON * (inPool.get(factKey(fact)) ?? 0)) / products.length)
  return (product: P): TastePick<P> | null => {
    // For a kind with several values, only the best one counts. A product with many colours is no better than one with
    // the right colour.
    const best = new Map<TasteKind, { belief: Belief; says: number }>()
    for (const fact of product.facts) {
      const belief = beliefs.get(factKey(fact))
      if (!belief) continue
      const says = saysOf(belief)
      if (says > (best.get(fact.kind)?.says ?? 0)) best.set(fact.kind, { belief, says })
    }
    const found = [...best.values()].toSorted((a, b) => b.says - a.says)
    // The audience is the weakest reason.
    const first = found.find(({ belief }) => belief.fact.kind !== 'audience') ?? found[0]
    if (!first) return null
    const audience = product.facts.find(({ kind }) => kind === 'audience')
    const isForOthers = audience !== undefined && audiences.size > 0 && !audiences.has(audience.key)
    const says = found.reduce((sum, each) => sum + each.says, 0)
    const others = found.map(({ belief }) => belief)
    return {
      product,
      score: (says + POPULARITY_SAYS * product.popularity) * (isForOthers ? OTHER_AUDIENCE : 1) * freshness(product.id),
      reason: { fact: first.belief.fact, act: first.belief.act, also: alsoOf(first.belief, others) },
      kinds: [...best.keys()],
    }
  }
}

/** Returns the colour or material that the product shares with a piece of a category with the same action. */
function alsoOf({ fact, act, pieces }: Belief, others: readonly Belief[]): TasteFact | null {
  if (fact.kind !== 'category') return null
  const such = pieces.filter((piece) => tasteActOf(piece) === act)
  const also = others.find(
    (other) =>
      (other.fact.kind === 'colour' || other.fact.kind === 'material') &&
      such.some(({ facts }) => facts.some((each) => factKey(each) === factKey(other.fact))),
  )
  return also?.fact ?? null
}

/** Sorts best first. Each chosen product lowers the next ones of its brand and category. */
function inTurns<P extends RankedProduct>(rated: ReadonlyArray<TastePick<P>>, limit: number): Array<TastePick<P>> {
  const left = rated
    .toSorted((a, b) => b.score - a.score || (a.product.id < b.product.id ? -1 : 1))
    .map((pick) => ({ pick, brand: keyOf(pick, 'brand'), category: keyOf(pick, 'category'), worth: pick.score }))
  const chosen: Array<TastePick<P>> = []
  let together = new Map<string, number>()
  while (chosen.length < Math.min(limit, MAX_TURNS)) {
    if (chosen.length % SEEN_TOGETHER === 0) together = new Map()
    let [best, bestOfAll] = [-1, -1]
    for (const [at, { brand, worth }] of left.entries()) {
      if (bestOfAll < 0 || worth > (left[bestOfAll]?.worth ?? 0)) bestOfAll = at
      if ((together.get(brand) ?? 0) < MAX_OF_BRAND && (best < 0 || worth > (left[best]?.worth ?? 0))) best = at
    }
    const [taken] = left.splice(best < 0 ? bestOfAll : best, 1)
    if (!taken) break
    chosen.push(taken.pick)
    together.set(taken.brand, (together.get(taken.brand) ?? 0) + 1)
    for (const other of left) {
      if (other.brand === taken.brand) other.worth *= NEXT_OF_BRAND
      if (other.category === taken.category) other.worth *= NEXT_OF_CATEGORY
    }
  }
  const others = left.toSorted((a, b) => b.worth - a.worth).map(({ pick }) => pick)
  return [...chosen, ...others.slice(0, limit - chosen.length)]
}

const keyOf = ({ product }: TastePick, kind: TasteKind): string =>
  product.facts.find((fact) => fact.kind === kind)?.key ?? ''
