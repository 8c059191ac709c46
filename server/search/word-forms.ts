import { synonymsOf } from './lexicon/synonyms.ts'
import { WEIGHTS } from './ranking.ts'
import { possessiveOf } from './parse-words.ts'

/** One way that a product may contain a searched word. */
export interface Form {
  /** A full term, or a prefix of one. */
  term: string
  isPrefix: boolean
  /**
   * Points by field, in the order of the lines of search_text: name, brand, tags, description. 0 means that the field
   * does not count.
   */
  points: readonly [number, number, number, number]
}

/** An engine's knowledge of the terms of listed products. */
export interface Terms {
  has: (term: string) => boolean
  hasPrefix: (prefix: string) => boolean
  /** The term, or synonym of one, that a typo turned into this word; null if none. */
  nearest: (word: string) => string | null
}

const { name, brand, tags, description } = WEIGHTS.relevance
const pointsFor = (percent: number): Form['points'] => [
  Math.floor((name * percent) / 100),
  Math.floor((brand * percent) / 100),
  Math.floor((tags * percent) / 100),
  Math.floor((description * percent) / 100),
]
const MIN_PREFIX = 2
/** Words of at least this length may have one typing error. */
export const MIN_TYPO = 5

/**
 * Returns the forms of each searched word: the word and its synonyms. If no product has one of them, returns words with
 * that prefix. If there are none either, returns the nearest word. An empty list means that no product can match.
 */
export function formsOf(
  words: string[],
  terms: Terms,
  typed: string[] = words,
): { groups: Form[][]; corrections: Array<{ typed: string; read: string }> } {
  const corrections: Array<{ typed: string; read: string }> = []
  const groups = words.map((word, at): Form[] => {
    const direct = directForms(word).filter(({ term }) => terms.has(term))
    if (direct.length) return direct
    if (word.length >= MIN_PREFIX && terms.hasPrefix(word))
      return [{ term: word, isPrefix: true, points: pointsFor(WEIGHTS.form.prefix) }]
    const nearest = nearestTo(word, typed[at] ?? word, terms)
    if (nearest === null) return []
    corrections.push({ typed: typed[at] ?? word, read: nearest })
    return directForms(nearest)
      .filter(({ term }) => terms.has(term))
      .map((form) => ({ ...form, points: pointsFor(WEIGHTS.form.typo) }))
  })
  return { groups, corrections }
}

/** Returns the correction of a word or of its typed form. */
export function nearestTo(word: string, typed: string, terms: Terms): string | null {
  if (typed.length < MIN_TYPO) return null
  return terms.nearest(typed) ?? (typed === word ? null : terms.nearest(word))
}

/** Returns a word, its possessive and its synonyms, whether or not products have them. */
export function directForms(word: string): Form[] {
  const possessive = possessiveOf(word)
  return [
    { term: word, isPrefix: false, points: pointsFor(WEIGHTS.form.exact) },
    ...(possessive === null ? [] : [{ term: possessive, isPrefix: false, points: pointsFor(WEIGHTS.form.exact) }]),
    ...synonymsOf(word).map((term) => ({ term, isPrefix: false, points: pointsFor(WEIGHTS.form.synonym) })),
  ]
}

/** Returns the forms of an idea's terms. They count in fields that describe the product, not in passing mentions. */
export const ideaForms = (terms: string[]): Form[] =>
  terms.map((term) => ({ term, isPrefix: false, points: [name, brand, tags, 0] }))
