import { synonymsOf } from './lexicon/synonyms.ts'
import { WEIGHTS } from './ranking.ts'
import { possessiveOf } from './read-words.ts'

/** One way in which a searched word may stand in a product. */
export interface Form {
  /** A whole term, or the beginning of one. */
  term: string
  isPrefix: boolean
  /** Points by field, in the order of the lines of search_text: name, brand, tags, description. 0: there it does not count. */
  points: readonly [number, number, number, number]
}

/** What an engine knows of the terms that listed products have. */
export interface Terms {
  has: (term: string) => boolean
  hasPrefix: (prefix: string) => boolean
  /** The term, or word of the same meaning as one, that a typing error makes of it, or null. */
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
 * The forms of each searched word: itself and words of the same meaning; where no product has one of them, words that begin so;
 * where there are none either, the nearest word. An empty list: no product can have it.
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

/** What a typing error makes of a word, or of what was typed for it. */
export function nearestTo(word: string, typed: string, terms: Terms): string | null {
  if (typed.length < MIN_TYPO) return null
  return terms.nearest(typed) ?? (typed === word ? null : terms.nearest(word))
}

/** A word, its possessive and words of the same meaning, whether or not products have them. */
export function directForms(word: string): Form[] {
  const possessive = possessiveOf(word)
  return [
    { term: word, isPrefix: false, points: pointsFor(WEIGHTS.form.exact) },
    ...(possessive === null ? [] : [{ term: possessive, isPrefix: false, points: pointsFor(WEIGHTS.form.exact) }]),
    ...synonymsOf(word).map((term) => ({ term, isPrefix: false, points: pointsFor(WEIGHTS.form.synonym) })),
  ]
}

/** An idea's terms: they count where products say what they are, not in passing. */
export const ideaForms = (terms: string[]): Form[] =>
  terms.map((term) => ({ term, isPrefix: false, points: [name, brand, tags, 0] }))
