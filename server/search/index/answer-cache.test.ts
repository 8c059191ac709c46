import { expect, test } from 'vitest'
import type { EngineAnswer } from '../engine.ts'
import { createAnswerCache } from './answer-cache.ts'

/** Creates an answer with this many brands. */
const answer = (brands: number) =>
  ({
    hits: [],
    facets: {
      categories: [],
      brands: Array.from({ length: brands }, (_, n) => ({ value: `brand-${n}` })),
      sizes: [],
      colours: [],
      materials: [],
      cuts: [],
    },
  }) as unknown as EngineAnswer

test('limits the cache by the number of facet values', () => {
  const cache = createAnswerCache(100)
  for (const key of ['a', 'b', 'c']) cache.set(key, answer(40))
  expect(['a', 'b', 'c'].map((key) => cache.has(key))).toEqual([false, true, true])
  cache.set('large', answer(200))
  expect(cache.has('large')).toBe(false)
})
