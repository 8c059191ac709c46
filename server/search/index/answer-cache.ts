import { LRUCache } from 'lru-cache'
import type { EngineAnswer } from '../engine.ts'

const MAX_ANSWERS = 300
/** The cached answers have at most this many hits and facet values in total, each of about 100 bytes. */
const MAX_VALUES = 500_000

/** Caches answers by their query. An answer may have a value for each of thousands of brands, so values count. */
export function createAnswerCache(maxValues = MAX_VALUES): LRUCache<string, EngineAnswer> {
  return new LRUCache({
    max: MAX_ANSWERS,
    maxSize: maxValues,
    sizeCalculation: ({ hits, facets: { categories, brands, sizes, colours, materials, cuts } }) =>
      [hits, categories, brands, sizes, colours, materials, cuts].reduce((sum, { length }) => sum + length, 1),
  })
}
