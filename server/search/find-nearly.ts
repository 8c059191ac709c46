import type { EngineAnswer } from './engine.ts'
import { PHRASES } from './lexicon/phrases.ts'
import { labelOf, NO_PREFERENCES, NO_PRICE, NO_SIZE } from './offer-without.ts'
import { loosened } from './relax.ts'
import type { Understanding } from './search.types.ts'
import type { conditionsOf } from './understand/conditions.ts'

/** A list with fewer products counts as short. */
export const SHORT_LIST = 12
/** Extra searches per short list. */
const MAX_SEARCHES = 4

/** Products that almost match a search with few results. */
export interface Nearly {
  hits: EngineAnswer['hits']
  /** Labels of what some of them do not match. */
  without: string[]
}

/**
 * Fills a short list up to SHORT_LIST with products that match all but some preferences. Drops the least important
 * preference first. An empty list is filled with what is nearest to the requirements.
 * @param fill returns the new hits of each search that was needed (`SearchEngine.fill`)
 */
export async function findNearly(
  shown: Understanding,
  found: EngineAnswer['hits'],
  names: Parameters<typeof conditionsOf>[1],
  fill: (searches: Understanding[], there: string[], enough: number) => Promise<Array<EngineAnswer['hits']>>,
): Promise<Nearly | null> {
  const steps = found.length ? loosened(shown, names).slice(0, MAX_SEARCHES) : nearest(shown, names)
  if (!steps.length) return null
  const filled = await fill(
    steps.map(({ understanding }) => understanding),
    found.map(({ id }) => id),
    SHORT_LIST,
  )
  const last = filled.findLastIndex((hits) => hits.length > 0)
  return last < 0 ? null : { hits: filled.flat(), without: steps[last]?.without ?? [] }
}

/**
 * The same search for a kind that stands in for the named one, at any price, the cheapest first, and in any size. Each drops its
 * preferences in turn, then all of them and its words. For whom it is and what is not wanted always hold.
 */
function nearest(asked: Understanding, names: Parameters<typeof conditionsOf>[1]): ReturnType<typeof loosened> {
  if (!asked.categories.length) return []
  const standIns = asked.categories.flatMap((slug) => PHRASES.stand_ins[slug] ?? [])
  const isPriced = asked.priceMinMinor !== undefined || asked.priceMaxMinor !== undefined
  const changed: Understanding[] = [
    ...(standIns.length ? [{ ...asked, categories: standIns, firstCategories: [] }] : []),
    ...(isPriced ? [{ ...asked, ...NO_PRICE, sort: 'price_asc' as const }] : []),
    ...(asked.sizes.length ? [{ ...asked, ...NO_SIZE }] : []),
  ]
  return changed
    .flatMap((of) => [
      of,
      ...loosened(of, names).map(({ understanding }) => understanding),
      { ...of, ...NO_PREFERENCES, brands: [], words: [] },
    ])
    .map((understanding) => ({ understanding, without: [labelOf(asked, understanding, names)] }))
}
