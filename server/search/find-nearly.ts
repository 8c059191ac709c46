import type { EngineAnswer } from './engine.ts'
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
  /** Labels of the preferences that some of them do not match. */
  without: string[]
}

/**
 * Fills a short list up to SHORT_LIST with products that match all but some preferences. Drops the least important
 * preference first.
 * @param fill returns the new hits of each search that was needed (`SearchEngine.fill`)
 */
export async function findNearly(
  shown: Understanding,
  found: EngineAnswer['hits'],
  names: Parameters<typeof conditionsOf>[1],
  fill: (searches: Understanding[], there: string[], enough: number) => Promise<Array<EngineAnswer['hits']>>,
): Promise<Nearly | null> {
  const steps = loosened(shown, names).slice(0, MAX_SEARCHES)
  if (!steps.length) return null
  const filled = await fill(
    steps.map(({ understanding }) => understanding),
    found.map(({ id }) => id),
    SHORT_LIST,
  )
  const last = filled.findLastIndex((hits) => hits.length > 0)
  return last < 0 ? null : { hits: filled.flat(), without: steps[last]?.without ?? [] }
}
