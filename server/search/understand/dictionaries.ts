import { z } from 'zod'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { names, loadWordList } from '../attributes/load-word-list.ts'
import { foreignCuts } from '../attributes/cuts.ts'
import { PhraseBook, parseTokens, type Token } from './parse-tokens.ts'

const LANGUAGE_CODES = ['fr', 'de', 'es', 'it'] as const
const { also_english, words } = loadWordList(
  '../lexicon/other-languages.yaml',
  z.strictObject({
    also_english: z.record(z.enum([...LANGUAGE_CODES, 'all']), names),
    words: z.record(z.string(), z.partialRecord(z.enum(LANGUAGE_CODES), names)),
  }),
)

export interface Language {
  code: (typeof LANGUAGE_CODES)[number]
  /** English phrases by foreign ones, as tokens. */
  english: ReadonlyMap<string, readonly Token[]>
  /** The maximum number of words of a foreign phrase. */
  longest: number
  alsoEnglish: ReadonlySet<string>
  /** Phrases that are not translated: 'manches longues'. */
  cuts: PhraseBook<true>
}

/** Returns every form of a phrase: 'noir/e/s grand/s' has all forms of both words. */
function formsOf(phrase: string): string[] {
  return phrase.split(' ').reduce<string[]>(
    (before, word) => {
      const [stem = '', ...endings] = word.split('/')
      return before.flatMap((start) => ['', ...endings].map((ending) => `${start} ${stem}${ending}`.trim()))
    },
    [''],
  )
}

function loadLanguage(code: (typeof LANGUAGE_CODES)[number]): Language {
  const english = new Map<string, readonly Token[]>()
  for (const [phrase, said] of Object.entries(words)) {
    const meaning = parseTokens(phrase)
    for (const form of (said[code] ?? []).flatMap(formsOf)) {
      const text = toSearchText(form)
      if (text === '' || (english.get(text) ?? meaning) !== meaning)
        throw new Error(`other-languages.yaml: '${form}' (${code}) has two meanings, or no word.`)
      english.set(text, meaning)
    }
  }
  return {
    code,
    english,
    longest: Math.max(...[...english.keys()].map((text) => text.split(' ').length)),
    alsoEnglish: new Set(also_english[code].map((word) => toSearchText(word))),
    cuts: new PhraseBook<true>().addAll(foreignCuts(code), true),
  }
}

export const LANGUAGES: readonly Language[] = LANGUAGE_CODES.map(loadLanguage)
export const GERMAN = LANGUAGES[LANGUAGE_CODES.indexOf('de')] as Language
/** The shortest part of a compound, and the letters that may join two parts. */
const SHORTEST_PART = 4
const MAX_PARTS = 4
const JOINTS = ['', 's', 'n', 'es', 'en']

/** The English meanings of the foreign words. */
export const MEANINGS: readonly string[] = Object.keys(words)

/** Every word of these languages that translates to an English one. */
export const FOREIGN_WORDS: readonly string[] = LANGUAGES.flatMap(({ english }) => [...english.keys()]).flatMap(
  (phrase) => PhraseBook.wordsOf(phrase).split(' '),
)

/** The foreign words that no English sentence has. */
export const ONLY_FOREIGN: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ english, alsoEnglish }) =>
    [...english.keys()].filter((word) => !word.includes(' ') && !alsoEnglish.has(word)),
  ),
)

/** Words of foreign cut phrases. The lexicon has the phrases, but they are not English words. */
export const WORDS_OF_CUTS: ReadonlySet<string> = new Set(
  LANGUAGE_CODES.flatMap((of) => foreignCuts(of).flatMap((phrase) => PhraseBook.wordsOf(phrase).split(' '))),
)

/** Words that these languages share with English. */
export const SHARED_WORDS: readonly string[] = also_english.all

/** 'L'été', 'd'hiver', 'dell'uomo': an article and the word after it. */
const ELIDED = /^(?:l|d|j|qu|un|dell|all|nell|sull) (?=\p{L})/u

/** Returns the longest phrase of a language that starts at this place. */
export function phraseAt(
  language: Language,
  tokens: readonly Token[],
  written: readonly string[],
  from: number,
): { meaning: readonly Token[]; length: number } | null {
  let found: { meaning: readonly Token[]; length: number } | null = null
  let text = ''
  for (let length = 1; length <= language.longest; length++) {
    const word = written[from + length - 1]
    if (word === undefined || word === '' || (length > 1 && tokens[from + length - 1]?.isAfterBreak)) break
    text = length === 1 ? word : `${text} ${word}`
    const meaning =
      language.english.get(text) ?? (length === 1 ? language.english.get(plainOf(language, word)) : undefined)
    if (meaning !== undefined) found = { meaning, length }
  }
  return found
}

/** Returns a word without an article that is written together with it. */
export const plainOf = ({ english }: Language, text: string): string =>
  english.has(text) ? text : text.replace(ELIDED, '')

/** Returns the parts of a compound, the longest last part first; undefined if it is none. */
export function partsOf(text: string, english: ReadonlySet<string>, most = MAX_PARTS): string[] | undefined {
  for (let at = SHORTEST_PART; at <= text.length - SHORTEST_PART; at++) {
    const [before, head] = [text.slice(0, at), text.slice(at)]
    if (!GERMAN.english.has(head)) continue
    // 'Wolle' gives 'Wollmantel', 'Geburt' gives 'Geburtstag'.
    const firsts = [
      ...JOINTS.flatMap((joint) => (before.endsWith(joint) ? before.slice(0, at - joint.length) : [])),
      `${before}e`,
    ].filter((part) => part.length >= SHORTEST_PART)
    const first = firsts.find((part) => GERMAN.english.has(part) || english.has(part))
    if (first !== undefined && (!GERMAN.alsoEnglish.has(head) || GERMAN.english.has(first))) return [first, head]
    if (most <= 2) continue
    for (const part of firsts) {
      const more = partsOf(part, english, most - 1)
      if (more) return [...more, head]
    }
  }
  return undefined
}
