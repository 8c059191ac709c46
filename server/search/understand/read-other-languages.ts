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
  /** Phrases that are read as they are: 'manches longues'. */
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

/** Every word of these languages that stands for an English one. */
export const FOREIGN_WORDS: readonly string[] = LANGUAGES.flatMap(({ english }) => [...english.keys()]).flatMap(
  (word) => PhraseBook.wordsOf(word).split(' '),
)

/** Those of them that no English sentence has. */
export const ONLY_FOREIGN: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ english, alsoEnglish }) => [...english.keys()].filter((word) => !alsoEnglish.has(word))),
)

/** Of foreign phrases that say how a thing is cut: the lexicon has them, but they are no English words. */
export const WORDS_OF_CUTS: ReadonlySet<string> = new Set(
  Object.values(CODES).flatMap((of) => foreignCuts(of).flatMap((phrase) => PhraseBook.wordsOf(phrase).split(' '))),
)

/** 'la', 'de' and the like tell no language, and no garment. */
const SHORTEST_TELLING = 3

/** What typing errors may cost in a foreign word, and by how much the next candidate has to be farther away. */
const FARTHEST = 1.4
const CLEARLY = 0.15
/** Words of a sentence that are looked up: more are hardly typing errors. */
const MOST_MISSPELT = 20
/** How much nearer a garment is where the sentence has none. */
const LIKELIER = 0.3
const LETTERS = /^\p{L}+$/u

/** A token of a sentence in one language. */
interface Spoken {
  token: Token
  /** It belongs to the language, if perhaps misspelt. */
  isOwn: boolean
  /** It has no typing error. */
  isWritten: boolean
  /** English has no such word. */
  isTelling: boolean
}

/**
 * 'robe noire' as 'dress black', also with typing errors: the words of the language that most of them are of, where one of them is no English word or
 * all are of that language. Phrases that say how a thing is cut stay as they are: the lexicon has them.
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
  // Without a word that is spelt right, no other word is taken for a typing error of this language.
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

/** The words as they are compared, and what the lexicon knows of English ones. */
interface Known {
  written: readonly string[]
  english: ReadonlySet<string>
  /** It names what somebody may want. */
  isKind: (word: string) => boolean
}

/** What a misspelt word of the language means in English; undefined if no word or more than one is near. */
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
