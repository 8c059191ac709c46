import { PHRASES } from '../lexicon/phrases.ts'
import { SYNONYM_WORDS } from '../lexicon/synonyms.ts'
import { STOP_WORDS } from '../stop-words.ts'
import { PhraseBook } from './parse-tokens.ts'

/** Returns all texts in nested lists. */
const textsIn = (lists: unknown): string[] =>
  typeof lists === 'string'
    ? [lists]
    : typeof lists === 'object' && lists !== null
      ? Object.values(lists).flatMap(textsIn)
      : []

/** Shopping words that are not in a phrase of the lexicon: those of prices and sizes. */
export const ENGLISH_LISTS: ReadonlySet<string> = (() => {
  const lists = { ...PHRASES, common_in_brands: [], right_as_they_are: [], as_adjectives: {} }
  const texts = [
    ...textsIn(lists),
    ...lists.means.flatMap(({ say }) => say),
    ...lists.discounts.flatMap(({ say }) => say),
  ]
  return new Set([
    ...texts.flatMap((text) => PhraseBook.wordsOf(text).split(' ')),
    ...[...SYNONYM_WORDS].flatMap((word) => word.split('_')),
    ...STOP_WORDS,
  ])
})()
