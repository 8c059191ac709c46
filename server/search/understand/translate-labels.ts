import { LRUCache } from 'lru-cache'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { COLOUR_FAMILIES } from '../attributes/colours.ts'
import { MATERIALS } from '../attributes/materials.ts'
import { GARMENTS } from '../attributes/parse-cuts.ts'
import { IDEAS } from '../lexicon/ideas.ts'
import { parseWords } from '../parse-words.ts'
import { FOREIGN_WORDS, GERMAN, LANGUAGES, MEANINGS, partsOf, phraseAt, type Language } from './dictionaries.ts'
import { ENGLISH_LISTS } from './english-lists.ts'
import { everyWordOf, parseTokens, type Token } from './parse-tokens.ts'

const LETTERS = /^\p{L}+$/u
/** The lists of materials and colours also have foreign words, but not as keys. */
const ENGLISH = new Set([
  ...ENGLISH_LISTS,
  ...everyWordOf([
    ...MEANINGS,
    ...IDEAS.flatMap(({ say }) => say),
    ...MATERIALS.map(({ key }) => key),
    ...COLOUR_FAMILIES.flatMap(({ key, shades }) => [key, ...shades]),
  ]),
])
const FOREIGN: ReadonlySet<string> = new Set(FOREIGN_WORDS)
/** Shorter words ('la', 'de', 'en') do not identify a language. */
const SHORTEST_COUNTED = 3
/** 'Pelle vegana', 'efecto piel', 'sin cuero' and 'color piel' are not leather. */
const NOT_REAL = /^(?:vegan|sint|synth|ecolog|effet|efect|simil|imita|color|coloris$|sin$|senza$|sans$|ohne$)/
const REAL = new Set(['leather', 'suede', 'nubuck', 'fur', 'silk', 'wool', 'cashmere', 'down', 'shearling'])
/** The characters of a product's labels that are translated, and of the labels whose translation is kept. */
const MAX_TRANSLATED = 2_000
const MAX_KEPT = 500_000

/** A label in one language. */
interface Translated {
  text: string
  /** The distinct words of the language that are not English. */
  own: readonly string[]
  namesGarment: boolean
}

const NONE: Translated = { text: '', own: [], namesGarment: false }
const kept = new LRUCache<string, { in: readonly Translated[] }>({
  maxSize: MAX_KEPT,
  sizeCalculation: (_, text) => text.length + 1,
})
const IN_NO_LANGUAGE = { in: LANGUAGES.map(() => NONE) }

/**
 * Translates a product's short texts in German, French, Spanish or Italian: 'Strickkleid Sylt' is 'knitted dress Sylt'.
 * The name comes first, then the material, tags and colours. Unknown words stay as they are, and typos are not
 * corrected. Texts in no such language become ''. Returns null if the product is in English: its name has no foreign
 * garment, and fewer than two of its texts are foreign.
 */
export function translateLabels(texts: readonly string[]): string[] | null {
  let length = 0
  const labels = texts.map((text) => ((length += text.length) > MAX_TRANSLATED ? IN_NO_LANGUAGE : inEachLanguage(text)))
  const [most] = LANGUAGES.map((_, at) => {
    const said = labels.map((label) => label.in[at] ?? NONE)
    const foreign = said.filter(({ own }) => own.length > 0)
    const words = new Set(foreign.flatMap(({ own }) => own))
    const isMeant = said[0]?.namesGarment === true || (foreign.length > 1 && words.size > 1)
    return { said, count: isMeant ? Math.max(1, words.size) : 0 }
  }).sort((a, b) => b.count - a.count)
  if (!most?.count) return null
  // Materials may be named like garments: 'maille de laine' is not a jumper.
  return most.said.map(({ text }, at) =>
    at === 1
      ? text
          .split(' ')
          .filter((word) => !GARMENTS.has(word))
          .join(' ')
      : text,
  )
}

function inEachLanguage(text: string): { in: readonly Translated[] } {
  const known = kept.get(text)
  if (known) return known
  const made = hasForeign(text) ? { in: translateIn(parseTokens(text)) } : IN_NO_LANGUAGE
  kept.set(text, made)
  return made
}

const translateIn = (tokens: readonly Token[]) => LANGUAGES.map((language) => translate(language, tokens))

const hasForeign = (text: string): boolean =>
  toSearchText(text)
    .split(' ')
    .some(
      (word) => (FOREIGN.has(word) || compoundOf(word) !== null) && !parseWords(word).every((one) => ENGLISH.has(one)),
    )

/** Returns the parts of a German compound; null if it is not one. */
const compoundOf = (text: string): string[] | null =>
  LETTERS.test(text) && !ENGLISH.has(text) && !GERMAN.english.has(text) ? (partsOf(text, ENGLISH) ?? null) : null

/** Translates a label, unless it has as many English words as words of the language. */
function translate(language: Language, tokens: readonly Token[]): Translated {
  const written = tokens.map(({ raw }) => toSearchText(raw))
  const isEnglish = (at: number) => ENGLISH.has(written[at] ?? '') || ENGLISH.has(tokens[at]?.word ?? '')
  const own = new Set<string>()
  const shared = new Set<string>()
  const words: string[] = []
  let english = 0
  let namesGarment = false
  for (let at = 0; at < tokens.length;) {
    const compound = language === GERMAN ? compoundOf(written[at] ?? '') : null
    const phrase = compound ? { meaning: meaningOf(compound), length: 1 } : phraseAt(language, tokens, written, at)
    const length = phrase?.length ?? language.cuts.at(tokens, at)?.length ?? 0
    const span = Array.from({ length: Math.max(1, length) }, (_, place) => at + place)
    const foreign = length ? span.filter((place) => !isEnglish(place)).map((place) => written[place] ?? '') : []
    for (const word of foreign)
      if (word.length >= SHORTEST_COUNTED) (language.alsoEnglish.has(word) ? shared : own).add(word)
    english += span.filter((place) => isEnglish(place) && (written[place]?.length ?? 0) >= SHORTEST_COUNTED).length
    const isTranslated = phrase !== null && foreign.length > 0
    if (phrase) namesGarment ||= phrase.meaning.some(({ word }) => word.split(' ').some((each) => GARMENTS.has(each)))
    words.push(
      ...(isTranslated ? phrase.meaning.map(({ word }) => word) : span.map((place) => tokens[place]?.raw ?? '')),
    )
    at += span.length
  }
  // One word that English shares, such as 'chemise', is not enough.
  const isForeign = own.size + shared.size > english && (own.size > 0 || shared.size > 1)
  if (!isForeign) return NONE
  const isImitation = written.some((word) => NOT_REAL.test(word)) && !words.includes('faux')
  return {
    text: words.filter((word) => !isImitation || !REAL.has(word)).join(' '),
    own: [...own, ...shared],
    namesGarment,
  }
}

/** Returns the meaning of a compound's parts. A part may be English. */
const meaningOf = (parts: readonly string[]): Token[] =>
  parts.flatMap((part) => GERMAN.english.get(part) ?? parseTokens(part))
