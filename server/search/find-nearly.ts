import type { EngineAnswer } from './engine.ts'
import { loosened } from './relax.ts'
import type { Understanding } from './search.types.ts'
import type { conditionsOf } from './understand/conditions.ts'

/** A list of fewer products is short. */
export const SHORT_LIST = 12
/** Searches for one short list. */
const MAX_SEARCHES = 4

/** What comes nearest to a search that finds only a few products. */
export interface Nearly {
  hits: EngineAnswer['hits']
  /** Labels of the preferences that some of them do not meet. */
  without: string[]
}

/**
 * Fills a short list up to SHORT_LIST products with those that meet all but some preferences, first those that miss the least important one.
 * @param find the first products that meet an understanding; at most `limit`
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
