import type { Condition } from '#server/search/search.types.ts'
import { MOST_NAME } from './new-in-values.schema.ts'

interface Described {
  /** The text that was searched, '' for none. */
  q: string
  isSentence: boolean
  conditions: readonly Condition[]
  /** Words of a sentence that became no condition. */
  unknownWords: readonly string[]
  /** Whose list it is. */
  storeName: string | null
}

/** What a list means in words, one a condition: 'Linen', 'UK 12', 'Under £80'. */
export function meaningOf({ q, isSentence, conditions, unknownWords, storeName }: Described): string[] {
  const texts = isSentence ? unknownWords : q ? [q] : []
  return [
    ...(storeName === null ? [] : [storeName]),
    ...texts.map((text) => `“${text}”`),
    ...conditions.map(({ label }) => label),
  ]
}

/** What we call it while its owner does not. */
export function nameOf(meaning: readonly string[]): string {
  const name = meaning.join(', ') || 'All products'
  return name.length > MOST_NAME
    ? `${name
        .slice(0, MOST_NAME - 1)
        .toWellFormed()
        .trimEnd()}…`
    : name
}
