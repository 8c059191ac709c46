import { toSearchText } from '#server/catalogue/search-text.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import type { Meaning } from './meaning.ts'
import { PhraseBook } from './read-tokens.ts'
import type { KnownWord } from './spelling.ts'

/** 'womens', 'ladies': words for people that are long enough to be distinct. */
export const PEOPLE: readonly KnownWord[] = PHRASES.audience
  .flatMap(({ say }) => say)
  .map((phrase) => toSearchText(phrase.replace(/['’]/g, '')))
  .filter((written) => /^[a-z]{5,}$/.test(written))
  .map((written) => ({ word: PhraseBook.wordsOf(written), written, role: 'other' }))

/** The words of the phrases that name a thing or its cut: 'knee' and 'high' of 'knee high boots'. */
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
