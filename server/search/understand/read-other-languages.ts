import { z } from 'zod'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { names, readList } from '../attributes/read-list.ts'
import { PhraseBook, type Token } from './read-tokens.ts'

const languages = readList(
  '../lexicon/other-languages.yaml',
  z.record(z.string(), z.strictObject({ also_english: names, words: z.record(z.string(), names) })),
)

interface Language {
  /** English words by foreign ones. */
  english: ReadonlyMap<string, string>
  alsoEnglish: ReadonlySet<string>
}

const LANGUAGES: readonly Language[] = Object.values(languages).map(({ also_english, words }) => ({
  english: new Map(
    Object.entries(words).flatMap(([english, say]) =>
      say.map((word) => [toSearchText(word), PhraseBook.wordsOf(english)] as const),
    ),
  ),
  alsoEnglish: new Set(also_english.map((word) => toSearchText(word))),
}))

/** Every word of these languages that stands for an English one. */
export const FOREIGN_WORDS: readonly string[] = LANGUAGES.flatMap(({ english }) => [...english.keys()]).flatMap(
  (word) => PhraseBook.wordsOf(word).split(' '),
)

/** 'la', 'de' and the like tell no language, and no garment. */
const SHORTEST_TELLING = 3

/** 'robe noire' as 'dress black': the words of the language that most of them are of, where one of them is no English word or all are of that language. */
export function readOtherLanguages(tokens: readonly Token[], english: ReadonlySet<string>): Token[] {
  const written = tokens.map(({ raw }) => toSearchText(raw))
  const spoken = LANGUAGES.map((language) => {
    const own = written.filter((word) => language.english.has(word))
    const telling = written.filter(
      (word, index) =>
        language.english.has(word) &&
        word.length >= SHORTEST_TELLING &&
        !language.alsoEnglish.has(word) &&
        !(english.has(word) || english.has(tokens[index]?.word ?? '')),
    )
    const isSpoken = telling.length > 0 || (own.length > 1 && own.length === written.length)
    return { language, count: isSpoken ? own.length : 0 }
  })
  const [most] = spoken.sort((a, b) => b.count - a.count)
  if (!most?.count) return [...tokens]
  return tokens.map((token, index) => {
    const word = most.language.english.get(written[index] ?? '')
    return word === undefined ? token : { ...token, word }
  })
}
