import { toSearchText } from '#server/catalogue/search-text.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { everyWordOf, PhraseBook, type Token } from './parse-tokens.ts'
import { Spelling } from './spelling.ts'

const SHORTEST = 3
/** The largest distances, in units of one typo. */
const FARTHEST = { relation: 1.4, size: 1 }
/** The bonus for words that belong to an amount: in 'less tahn £60', 'tahn' is not tan. */
const LIKELIER = 0.3

const spellingOf = (words: Iterable<string>): Spelling =>
  new Spelling([...words].map((word) => ({ word: PhraseBook.wordsOf(word), written: word, role: 'kind' })))

/** Words that precede an amount. */
const RELATIONS = spellingOf(
  [...everyWordOf(Object.values(PHRASES.relations.before).flat())].filter(({ length }) => length > SHORTEST),
)
/** Words before or after the number of a size. */
const OF_SIZES = spellingOf(['size', 'sizes', 'waist', 'inch', 'inches', 'year', 'years', 'months', 'length', 'inseam'])
const CURRENCIES = spellingOf(
  Object.values(PHRASES.currencies).flatMap(({ words }) => words.filter((word) => /^\p{L}{4,}$/u.test(word))),
)
const LETTER_SIZES = spellingOf(['small', 'medium', 'large', 'extra'])

const isNumber = (token: Token | undefined): boolean => token !== undefined && /^(?:[£$€]|\d)/.test(token.raw)
const isSize = (token: Token | undefined): boolean => /^(?:\d|x*[sml]$)/i.test(token?.raw ?? '')

/**
 * Corrects words that belong to numbers and sizes: 'udner £80' is under £80, 'sie 12' is size 12, 'shirt meduim' is medium.
 * @param isRight whether a word needs no correction
 * @param costOfThing returns the cost of correcting a word to a garment or its description
 */
export function correctBesideNumbers(
  tokens: readonly Token[],
  isRight: (token: Token) => boolean,
  costOfThing: (typed: string) => number,
): Token[] {
  return tokens.map((token, at) => {
    if (token.raw.length < SHORTEST || isRight(token)) return token
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    const typed = toSearchText(token.raw)
    const isBeforeAmount = token.raw.length > SHORTEST && isNumber(next) && !next?.isAfterBreak
    const isOfSize = (isSize(next) && !next?.isAfterBreak) || (isNumber(before) && !token.isAfterBreak)
    const isBehindAmount = isNumber(before) && !token.isAfterBreak
    const near = [
      ...nearest(isBeforeAmount ? RELATIONS : null, typed, FARTHEST.relation, LIKELIER),
      ...nearest(isBehindAmount ? CURRENCIES : null, typed, FARTHEST.size, LIKELIER),
      ...nearest(isOfSize ? OF_SIZES : null, typed, FARTHEST.size, 0),
      ...nearest(LETTER_SIZES, typed, FARTHEST.size, 0),
    ].sort((a, b) => a.cost - b.cost)
    const [best] = near
    return best && best.cost < costOfThing(typed) ? { ...token, word: best.word, isCorrected: true } : token
  })
}

const nearest = (spelling: Spelling | null, typed: string, farthest: number, bonus: number) =>
  (spelling?.candidates(typed) ?? [])
    .filter(({ cost }) => cost <= farthest)
    .map(({ word, cost }) => ({ word, cost: cost - bonus }))
