import type { Taste, TasteFact, TastePiece } from './taste.schema.ts'
import { HALF_LIFE_DAYS, SAYS, SAYS_AGAIN } from './taste.values.ts'

/** The strongest action on a product. */
export type TasteAct = keyof typeof SAYS

/** A device's belief about one fact. */
export interface Belief {
  fact: TasteFact
  /** Decayed points of the actions on pieces with this fact. */
  weight: number
  /** Share of all points, 0 to 1. */
  share: number
  /** The strongest action on such a piece. */
  act: TasteAct
  pieces: readonly TastePiece[]
}

export type Beliefs = ReadonlyMap<string, Belief>

export const factKey = ({ kind, key }: TasteFact): string => `${kind} ${key}`

/**
 * Returns the remaining share of a point after a time in ms, one half after the half-life. Future times count as now.
 */
export const decay = (ms: number): number => 2 ** (-Math.max(0, ms) / (HALF_LIFE_DAYS * 86_400_000))

/** Returns the current points of a piece. */
export function pieceSays({ looks, lookedAt, savedAt, leftAt }: TastePiece, now: number): number {
  const looked = looks > 0 ? SAYS.looked + SAYS_AGAIN * (looks - 1) : 0
  return [
    [looked, lookedAt],
    [SAYS.saved, savedAt],
    [SAYS.left, leftAt],
  ].reduce((sum, [says, at]) => sum + (typeof at === 'number' ? (says ?? 0) * decay(now - at) : 0), 0)
}

export const tasteActOf = ({ savedAt, leftAt }: TastePiece): TasteAct =>
  leftAt !== null ? 'left' : savedAt !== null ? 'saved' : 'looked'

const RANK: Record<TasteAct, number> = { looked: 0, saved: 1, left: 2 }

/** Returns the device's beliefs by factKey, strongest first, without those that are switched off. */
export function believe(taste: Taste, now: number, { withSwitchedOff = false } = {}): Beliefs {
  const [kindsOff, not] = [new Set(taste.kindsOff), new Set(taste.not.map(factKey))]
  const found = new Map<string, { fact: TasteFact; weight: number; act: TasteAct; pieces: TastePiece[] }>()
  let all = 0
  for (const piece of taste.pieces) {
    const says = pieceSays(piece, now)
    if (says <= 0) continue
    all += says
    const act = tasteActOf(piece)
    for (const fact of piece.facts) {
      if (!withSwitchedOff && (kindsOff.has(fact.kind) || not.has(factKey(fact)))) continue
      const known = found.get(factKey(fact)) ?? { fact, weight: 0, act, pieces: [] }
      known.weight += says
      known.pieces.push(piece)
      if (RANK[act] > RANK[known.act]) known.act = act
      found.set(factKey(fact), known)
    }
  }
  return new Map(
    [...found]
      .map(([key, belief]): [string, Belief] => [key, { ...belief, share: belief.weight / all }])
      .toSorted(([a, { weight: ofA }], [b, { weight: ofB }]) => ofB - ofA || (a < b ? -1 : 1)),
  )
}
