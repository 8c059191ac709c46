import { knownColour } from '../attributes/colours.ts'
import { CUT_ATTRIBUTES } from '../attributes/cuts.ts'
import { MATERIALS } from '../attributes/materials.ts'
import { IDEAS } from '../lexicon/ideas.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { matchPrice } from './match-price.ts'
import { Heads, PhraseBook, type Token } from './parse-tokens.ts'

export const wordsIn = (phrases: readonly string[]): ReadonlySet<string> =>
  new Heads(phrases.map((phrase) => PhraseBook.wordsOf(phrase)))
export const PEOPLE = wordsIn(PHRASES.sizes.people)
export const CLOTHES = wordsIn(PHRASES.sizes.clothes)
/** Words after a size: before one of these, a number or a word such as 'small' counts as a size. */
export const AFTER_A_SIZE: ReadonlySet<string> = new Set(
  'under below over in for with less up max from or not no but and without except that which who because as on at by to need want looking before please pls thanks i he she my is are'.split(
    ' ',
  ),
)

/** Returns the correct spelling of a word: 'meduim' is medium. */
export const writtenAs = ({ raw, word, isCorrected }: Token): string => (isCorrected ? word : raw)

/** The first words of cuts, materials and ideas: 'boots 6 knee high', 'trainers 42 waterproof'. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(
  [
    ...CUT_ATTRIBUTES.flatMap(({ values }) => values.flatMap(({ say }) => say)),
    ...MATERIALS.flatMap(({ words }) => words),
    ...IDEAS.flatMap(({ say }) => say),
    'knee high',
  ].flatMap((phrase) => PhraseBook.wordsOf(phrase).split(' ').slice(0, 1)),
)

/**
 * Whether the words at this position say nothing about the number before them: a price, a colour, another description,
 * a person, 'with', or the end.
 */
export function endsBefore(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at]
  return (
    !next ||
    next.isAfterBreak ||
    AFTER_A_SIZE.has(next.word) ||
    PEOPLE.has(next.word) ||
    knownColour(next.word)?.isAmbiguous === false ||
    DESCRIPTIONS.has(next.word) ||
    matchPrice(tokens, at) !== null
  )
}
