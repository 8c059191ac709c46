import { z } from 'zod'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { names, readList } from '../attributes/read-list.ts'
import { foreignCuts } from '../attributes/cuts.ts'
import { PhraseBook, type Token } from './read-tokens.ts'
import { Spelling } from './spelling.ts'

const code = z.strictObject({ also_english: names, words: z.record(z.string(), names) })
const languages = readList(
  '../lexicon/other-languages.yaml',
  z.strictObject({ french: code, german: code, spanish: code, italian: code }),
)

interface Language {
  /** English words by foreign ones. */
  english: ReadonlyMap<string, string>
  alsoEnglish: ReadonlySet<string>
  /** Phrases that are not translated: 'manches longues'. */
  cuts: PhraseBook<true>
  spelling: Spelling
}

const CODES = { french: 'fr', german: 'de', spanish: 'es', italian: 'it' } as const
const LANGUAGES: readonly Language[] = Object.entries(languages).map(([name, { also_english, words }]) => {
  const english = new Map(
    Object.entries(words).flatMap(([meaning, say]) =>
      say.map((word) => [toSearchText(word), PhraseBook.wordsOf(meaning)] as const),
    ),
  )
  return {
    english,
    alsoEnglish: new Set(also_english.map((word) => toSearchText(word))),
    cuts: new PhraseBook<true>().addAll(foreignCuts(CODES[name as keyof typeof CODES]), true),
    spelling: new Spelling([...english.keys()].map((word) => ({ word, role: 'kind' }))),
  }
})

const GERMAN = LANGUAGES[Object.keys(CODES).indexOf('german')] as Language
/** The shortest part of a compound, and the letters that may join two parts. */
const SHORTEST_PART = 4
const JOINTS = ['', 's', 'n', 'es', 'en']

/** Every word of these languages that translates to an English one. */
export const FOREIGN_WORDS: readonly string[] = LANGUAGES.flatMap(({ english }) => [...english.keys()]).flatMap(
  (word) => PhraseBook.wordsOf(word).split(' '),
)

/** The foreign words that no English sentence has. */
export const ONLY_FOREIGN: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ english, alsoEnglish }) => [...english.keys()].filter((word) => !alsoEnglish.has(word))),
)

/** Words of foreign cut phrases. The lexicon has the phrases, but they are not English words. */
export const WORDS_OF_CUTS: ReadonlySet<string> = new Set(
  Object.values(CODES).flatMap((of) => foreignCuts(of).flatMap((phrase) => PhraseBook.wordsOf(phrase).split(' '))),
)

/** Shorter words ('la', 'de') identify neither a language nor a garment. */
const SHORTEST_TELLING = 3

/** The maximum cost of typos in a foreign word, and the minimum gap to the next candidate. */
const FARTHEST = 1.4
const CLEARLY = 0.15
/** Misspelt words looked up per sentence: more are unlikely to be typos. */
const MOST_MISSPELT = 20
/** The bonus for a garment in a sentence that has none yet. */
const LIKELIER = 0.3
const LETTERS = /^\p{L}+$/u

/** A token of a sentence, read in one language. */
interface Spoken {
  token: Token
  /** The word, or its correction, belongs to the language. */
  isOwn: boolean
  /** The word has no typo. */
  isWritten: boolean
  /** English has no such word. */
  isTelling: boolean
}

/**
 * Translates a sentence, typos included: 'robe noire' is 'dress black'. Picks the language of most words, if one of its
 * words is not English or if all words belong to it. Cut phrases are kept: the lexicon has them.
 */
export function readOtherLanguages(
  tokens: readonly Token[],
  english: ReadonlySet<string>,
  isKind: (word: string) => boolean,
): Token[] {
  const written = tokens.map(({ raw }) => toSearchText(raw))
  const spoken = LANGUAGES.map((language) => {
    const read = readAs(language, tokens, { written, english, isKind })
    const own = read.filter(({ isOwn }) => isOwn).length
    const words = tokens.filter(({ raw }) => LETTERS.test(raw)).length
    const isSpoken =
      read.some(({ isTelling }) => isTelling) || (own > 1 && own === words && read.some(({ isWritten }) => isWritten))
    return { read, count: isSpoken ? own : 0 }
  })
  const [most] = spoken.sort((a, b) => b.count - a.count)
  return most?.count ? most.read.map(({ token }) => token) : [...tokens]
}

function readAs(language: Language, tokens: readonly Token[], { written, english, isKind }: Known): Spoken[] {
  const meant = tokens.map((token, at) => language.english.get(written[at] ?? '') ?? token.word)
  const isLikelier = meant.some(isKind) ? () => false : isKind
  // Correct a typo to this language only if another word of the sentence is spelt correctly in it.
  const hasOwn = tokens.some((_, at) => language.english.has(written[at] ?? '') || language.cuts.at(tokens, at))
  let lookedUp = 0
  const isEnglish = (token: Token, text: string) =>
    !WORDS_OF_CUTS.has(token.word) && (english.has(text) || english.has(token.word))
  const read: Spoken[] = []
  for (let at = 0; at < tokens.length;) {
    const phrase = language.cuts.at(tokens, at)
    if (phrase) {
      const span = tokens.slice(at, at + phrase.length)
      const isTelling = span.some(({ word }) => word.length >= SHORTEST_TELLING && !language.alsoEnglish.has(word))
      read.push(...span.map((token) => ({ token, isOwn: true, isWritten: true, isTelling })))
      at += phrase.length
      continue
    }
    const text = written[at] ?? ''
    const token = tokens[at++] as Token
    const word = language.english.get(text)
    if (word !== undefined) {
      const isTelling = text.length >= SHORTEST_TELLING && !language.alsoEnglish.has(text) && !isEnglish(token, text)
      read.push({ token: { ...token, word }, isOwn: true, isWritten: true, isTelling })
      continue
    }
    const mayBeWrong = hasOwn && LETTERS.test(token.raw) && !isEnglish(token, text) && lookedUp++ < MOST_MISSPELT
    const correct = mayBeWrong ? corrected(text, language, isLikelier) : undefined
    read.push({
      token: correct === undefined ? token : { ...token, word: correct, isCorrected: true },
      isOwn: correct !== undefined,
      isWritten: false,
      isTelling: false,
    })
  }
  return read
}

/**
 * Splits German compounds: 'Winterjacke' is a winter jacket. The second part must be German, the first may be English.
 */
export function splitCompounds(tokens: readonly Token[], english: ReadonlySet<string>): Token[] {
  return tokens.flatMap((token) => {
    const text = toSearchText(token.raw)
    // If its length differs from the text's, the token cannot be split at the same position.
    const isWhole = text.length !== token.raw.length || english.has(text) || english.has(token.word)
    if (isWhole || GERMAN.english.has(text)) return token
    for (let at = SHORTEST_PART; at <= text.length - SHORTEST_PART; at++) {
      const [before, head] = [text.slice(0, at), text.slice(at)]
      if (!GERMAN.english.has(head)) continue
      // 'Wolle' gives 'Wollmantel', 'Geburt' gives 'Geburtstag'.
      const parts = JOINTS.flatMap((joint) => (before.endsWith(joint) ? before.slice(0, at - joint.length) : []))
      const first = [...parts, `${before}e`].find(
        (part) => part.length >= SHORTEST_PART && (GERMAN.english.has(part) || english.has(part)),
      )
      if (first === undefined || (GERMAN.alsoEnglish.has(head) && !GERMAN.english.has(first))) continue
      const middle = token.start + at
      return [
        { ...token, raw: token.raw.slice(0, first.length), word: first, end: middle },
        { ...token, raw: token.raw.slice(at), word: head, start: middle, gap: ' ', isAfterBreak: false },
      ]
    }
    return token
  })
}

/** The analysed words, and the lexicon's knowledge of English words. */
interface Known {
  written: readonly string[]
  english: ReadonlySet<string>
  /** Whether the word names a garment or another product. */
  isKind: (word: string) => boolean
}

/** Returns the English meaning of a misspelt foreign word; undefined if no word or more than one is close. */
function corrected(
  written: string,
  { spelling, english }: Language,
  isLikelier: (word: string) => boolean,
): string | undefined {
  const near = spelling
    .candidates(written)
    .filter(({ word }) => word.length > SHORTEST_TELLING)
    .map(({ word, cost }) => ({ word, cost: cost - (isLikelier(english.get(word) ?? '') ? LIKELIER : 0) }))
    .sort((a, b) => a.cost - b.cost)
  const [best] = near
  if (!best || best.cost > FARTHEST) return undefined
  const meanings = new Set(near.filter(({ cost }) => cost - best.cost < CLEARLY).map(({ word }) => english.get(word)))
  return meanings.size === 1 ? english.get(best.word) : undefined
}
