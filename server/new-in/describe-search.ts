import type { Condition } from '#server/search/search.types.ts'
import { MAX_NAME } from './new-in-values.schema.ts'

interface Described {
  /** The search text, '' for none. */
  q: string
  isSentence: boolean
  conditions: readonly Condition[]
  /** Words of a sentence that did not become a condition. */
  unknownWords: readonly string[]
  /** The store's name, for a store's list. */
  storeName: string | null
}

/** Returns the meaning of a list in words, one per condition: 'Linen', 'UK 12', 'Under £80'. */
export function meaningOf({ q, isSentence, conditions, unknownWords, storeName }: Described): string[] {
  const texts = isSentence ? unknownWords : q ? [q] : []
  return [
    ...(storeName === null ? [] : [storeName]),
    ...texts.map((text) => `“${text}”`),
    ...conditions.map(({ label }) => label),
  ]
}

/** Returns the default name of a search, which its owner can change. */
export function searchNameOf(meaning: readonly string[]): string {
  const name = meaning.join(', ') || 'All products'
  return name.length > MAX_NAME
    ? `${name
        .slice(0, MAX_NAME - 1)
        .toWellFormed()
        .trimEnd()}…`
    : name
}
