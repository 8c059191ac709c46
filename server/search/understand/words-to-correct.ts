import { toSearchText } from '#server/catalogue/search-text.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import type { Meaning } from './meaning.ts'
import { PhraseBook } from './parse-tokens.ts'
import type { KnownWord } from './spelling.ts'

const SHORTEST_GRAMMAR = 5
/** The short words for people that shoppers use most. */
const SHORT_PEOPLE = new Set(['mens', 'kids', 'boys', 'girl', 'wife'])
/** 'womens', 'ladies': words for people that are long enough to be distinct, and the most common short ones. */
export const PEOPLE: readonly KnownWord[] = PHRASES.audience
  .flatMap(({ say }) => say)
  .map((phrase) => toSearchText(phrase.replace(/['’]/g, '')))
  .filter((written) => /^[a-z]{5,}$/.test(written) || SHORT_PEOPLE.has(written))
  .map((written) => ({ word: PhraseBook.wordsOf(written), written, role: 'person' }))

/** Words that change the meaning of a sentence: 'except', 'without', 'colour'. */
export const SMALL_WORDS: readonly KnownWord[] = [
  ...PHRASES.negations,
  ...PHRASES.negations_of_verbs,
  ...PHRASES.negations_after,
  'colour',
  'color',
]
  .map((phrase) => PhraseBook.wordsOf(phrase))
  .filter((word) => word.length >= SHORTEST_GRAMMAR && !word.includes(' '))
  .map((word) => ({ word, role: 'other' }))

/** Lists the words of the phrases that name a thing or its cut: 'knee' and 'high' of 'knee high boots'. */
export const partsOfPhrases = (phrases: PhraseBook<readonly Meaning[]>): KnownWord[] =>
  [...phrases.entries()].flatMap(([phrase, meanings]) =>
    phrase.includes(' ') && meanings.some(({ kind }) => kind === 'category' || kind === 'cut')
      ? phrase.split(' ').map((word): KnownWord => ({ word, role: 'part' }))
      : [],
  )

export const roleOf = (meaning: Meaning | undefined): KnownWord['role'] => {
  if (meaning?.isAmbiguous) return 'shade'
  if (meaning?.kind === 'category') return 'kind'
  return meaning?.kind === 'colour' || meaning?.kind === 'material' || meaning?.kind === 'cut' ? 'attribute' : 'other'
}
