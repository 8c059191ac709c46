import type { EngineAnswer } from './engine.ts'
import { PHRASES } from './lexicon/phrases.ts'
import { loosened } from './drop-conditions.ts'
import { NO_PREFERENCES } from './offer-without.ts'
import type { Understanding } from './search.types.ts'
import { labelOf, type NamesAsked } from './understand/conditions.ts'

/** A list with fewer products counts as short. */
export const SHORT_LIST = 12
/** Extra searches per short list. */
const MAX_SEARCHES = 4

/** Products that almost match a search with few results. */
export interface Nearly {
  hits: EngineAnswer['hits']
  /** Labels of the conditions that some of them do not match. */
  without: string[]
}

/**
 * Fills a short list up to SHORT_LIST with products that match all but some preferences. Drops the least important
 * preference first. An empty list is filled with a kind that stands in for the named one.
 * @param fill returns the new hits of each search that was needed (`SearchEngine.fill`)
 */
export async function findNearly(
  shown: Understanding,
  found: EngineAnswer['hits'],
  names: NamesAsked,
  fill: (searches: Understanding[], there: string[], enough: number) => Promise<Array<EngineAnswer['hits']>>,
): Promise<Nearly | null> {
  const steps = found.length ? inNearKinds(shown, names) : nearest(shown, names)
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
 * Returns the same search with fewer preferences. Asks for similar kinds before it gives up the colour: a grey trench
 * coat is nearer to a grey overcoat than a brown overcoat is.
 */
function inNearKinds(asked: Understanding, names: NamesAsked): ReturnType<typeof loosened> {
  const steps = loosened(asked, names).slice(0, MAX_SEARCHES)
  const near = asked.categories.flatMap((slug) => PHRASES.near_kinds[slug] ?? [])
  const others = near.filter((slug) => !asked.categories.includes(slug))
  const at = steps.findIndex(({ understanding }) => understanding.colours.length === 0)
  if (!others.length || !asked.colours.length || at < 0) return steps
  const before = steps[at - 1] ?? { understanding: asked, without: [] }
  const other = { ...before.understanding, categories: others, firstCategories: [], besides: [] }
  const kind = labelOf(before.understanding, other, names)
  const withoutKind = ({ understanding, without }: (typeof steps)[number]) => ({
    understanding,
    without: [...without, kind],
  })
  return [...steps.slice(0, at), withoutKind({ ...before, understanding: other }), ...steps.slice(at).map(withoutKind)]
}

/**
 * Returns the same search for a kind that stands in for the named one. Drops its preferences in turn, then all of them
 * and its words. Price, size, audience and exclusions always hold: the page offers to search without them.
 */
function nearest(asked: Understanding, names: NamesAsked): ReturnType<typeof loosened> {
  const standIns = asked.categories.flatMap((slug) => PHRASES.stand_ins[slug] ?? [])
  if (!standIns.length) return []
  const instead = { ...asked, categories: standIns, firstCategories: [] }
  return [
    instead,
    ...loosened(instead, names).map(({ understanding }) => understanding),
    { ...instead, ...NO_PREFERENCES, brands: [], words: [] },
  ].map((understanding) => ({ understanding, without: [labelOf(asked, understanding, names)] }))
}
