import type { Belief, Beliefs } from './believe.shared.ts'
import { factKey } from './believe.shared.ts'
import { SEEN_TOGETHER, type RankedProduct, type TastePick, type TasteReason } from './rank-taste.shared.ts'
import type { TasteKind } from './taste.values.ts'

const MAX_ROWS = 5
const FEWEST = 4
const ROW_LENGTH = 10
/** Kinds of facts that a row can be about. Excludes the audience, because half of the shop has the same one. */
const ROW_KINDS: readonly TasteKind[] = ['category', 'brand', 'colour', 'material', 'style', 'price', 'store']
/** Kinds with up to two rows; the others have one. */
const TWICE: readonly TasteKind[] = ['category', 'brand']

export interface TasteRow<P extends RankedProduct> {
  belief: Belief
  picks: Array<TastePick<P>>
}

/**
 * Turns a ranking into rows: the first twelve, and then one for each of the strongest beliefs that at least four of the
 * other products match. No product appears twice.
 */
export function tasteRows<P extends RankedProduct>(
  ranked: ReadonlyArray<TastePick<P>>,
  beliefs: Beliefs,
): { first: Array<TastePick<P>>; rows: Array<TasteRow<P>> } {
  const shown = new Set(ranked.slice(0, SEEN_TOGETHER).map(({ product }) => product.id))
  const rows: Array<TasteRow<P>> = []
  const ofKind = new Map<TasteKind, number>()
  for (const belief of beliefs.values()) {
    if (rows.length === MAX_ROWS) break
    const { kind } = belief.fact
    if (!ROW_KINDS.includes(kind) || (ofKind.get(kind) ?? 0) >= (TWICE.includes(kind) ? 2 : 1)) continue
    const picks = ranked
      .filter(
        ({ product }) => !shown.has(product.id) && product.facts.some((fact) => factKey(fact) === factKey(belief.fact)),
      )
      .slice(0, ROW_LENGTH)
    if (picks.length < FEWEST) continue
    for (const { product } of picks) shown.add(product.id)
    ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1)
    rows.push({ belief, picks })
  }
  return { first: ranked.slice(0, SEEN_TOGETHER), rows }
}

const VERBS = { looked: 'you viewed', saved: 'you saved', left: 'you clicked through to' } as const

/** Describes why a product or a row is shown: 'Because you saved linen dresses'. */
export function sayReason({ fact, act, also }: TasteReason): string {
  const { kind, label } = fact
  const what = label.toLowerCase()
  switch (kind) {
    case 'category':
      return `Because ${VERBS[act]} ${also ? `${also.label} ` : ''}${what}`
    case 'brand':
      return act === 'left'
        ? `From ${label}, whose store you visited`
        : act === 'saved'
          ? `From ${label}, which you saved`
          : `From ${label}, which you viewed`
    case 'store':
      return act === 'left'
        ? `Sold by ${label}, which you visited`
        : `Sold by ${label}, a store whose items ${VERBS[act]}`
    case 'colour':
      return `In ${what}, like items ${VERBS[act]}`
    case 'material':
      return `In ${what}, like items ${VERBS[act]}`
    case 'style':
      return `${capital(what)}, like items ${VERBS[act]}`
    case 'price':
      return `${label}, like items ${VERBS[act]}`
    case 'audience':
      return `For ${what}, like items ${VERBS[act]}`
  }
}

/** Returns the title of a row about a fact. */
export function sayFact({ kind, label }: TasteReason['fact']): string {
  if (kind === 'brand') return `From ${label}`
  if (kind === 'store') return `At ${label}`
  if (kind === 'colour') return `In ${label}`
  return capital(label)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
