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
 * @param find returns the first products that match a search, at most `limit`
 */
export async function findNearly(
  shown: Understanding,
  found: EngineAnswer['hits'],
  names: Parameters<typeof conditionsOf>[1],
  find: (of: Understanding, limit: number) => Promise<EngineAnswer['hits']>,
): Promise<Nearly | null> {
  const there = new Set(found.map(({ id }) => id))
  const nearly: Nearly = { hits: [], without: [] }
  for (const { understanding, without } of loosened(shown, names).slice(0, MAX_SEARCHES)) {
    if (there.size >= SHORT_LIST) break
    const more = (await find(understanding, SHORT_LIST)).filter(({ id }) => !there.has(id))
    for (const hit of more.slice(0, SHORT_LIST - there.size)) {
      there.add(hit.id)
      nearly.hits.push(hit)
      nearly.without = without
    }
  }
  return nearly.hits.length ? nearly : null
}
