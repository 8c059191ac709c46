import { LRUCache } from 'lru-cache'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { COLOUR_FAMILIES } from '../attributes/colours.ts'
import { IDEAS } from '../lexicon/ideas.ts'
import { MATERIALS } from '../attributes/materials.ts'
import { ENGLISH_LISTS } from './lexicon.ts'
import { FOREIGN_WORDS, GERMAN, LANGUAGES, MEANINGS, partsOf, phraseAt, type Language } from './translate-to-english.ts'
import { parseWords } from '../parse-words.ts'
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
const MAX_PARTS = 4
const MAX_KEPT = 20_000
const compounds = new LRUCache<string, readonly string[]>({ max: MAX_KEPT })
/** Whether a label may be foreign. Most labels are those of other products too. */
const mayBeForeign = new LRUCache<string, boolean>({ max: MAX_KEPT })

/** A label in one language. */
interface Translated {
  text: string
  /** The number of words of the language that are not English. */
  foreign: number
}

/**
 * Translates the short texts of a product (its name first, then material, tags and colours) that are in German, French,
 * Spanish or Italian: 'Strickkleid Sylt' is 'knitted dress Sylt'. Unknown words stay as they are, and typos are not
 * corrected. Texts that are not in the language are ''. Returns null if the product is in English.
 */
export function translateLabels(texts: readonly string[]): string[] | null {
  if (!texts.some(hasForeign)) return null
  const labels = texts.map(parseTokens)
  const [most] = LANGUAGES.map((language) => {
    const said = labels.map((tokens) => translate(language, tokens))
    return { said, foreign: said.reduce((sum, { foreign }) => sum + foreign, 0) }
  }).sort((a, b) => b.foreign - a.foreign)
  // A single tag may be an English word that we do not know: 'americana' is a blazer in Spanish.
  const isMeant = most && (most.foreign > 1 || most.said[0]?.foreign === 1)
  return isMeant ? most.said.map(({ text }) => text) : null
}

function hasForeign(text: string): boolean {
  const known = mayBeForeign.get(text)
  if (known !== undefined) return known
  const isForeign = toSearchText(text)
    .split(' ')
    .some(
      (word) =>
        (FOREIGN.has(word) || compoundOf(word).length > 0) && !parseWords(word).every((one) => ENGLISH.has(one)),
    )
  mayBeForeign.set(text, isForeign)
  return isForeign
}

/** The parts of a German compound; none if it is not one. */
function compoundOf(text: string): readonly string[] {
  const known = compounds.get(text)
  if (known) return known
  const parts = LETTERS.test(text) && !ENGLISH.has(text) ? (partsOf(text, ENGLISH, MAX_PARTS) ?? []) : []
  compounds.set(text, parts)
  return parts
}

/** Translates a label; '' if it has fewer words of the language than English ones. */
function translate(language: Language, tokens: readonly Token[]): Translated {
  const parts = tokens.flatMap((token) => {
    const text = toSearchText(token.raw)
    const compound = language === GERMAN && !language.english.has(text) ? compoundOf(text) : []
    return compound.length ? compound.map((word) => ({ ...token, raw: word, word })) : token
  })
  const written = parts.map(({ raw }) => toSearchText(raw))
  const isEnglish = (at: number) => ENGLISH.has(written[at] ?? '') || ENGLISH.has(parts[at]?.word ?? '')
  const words: string[] = []
  let [foreign, english] = [0, 0]
  for (let at = 0; at < parts.length;) {
    const phrase = phraseAt(language, parts, written, at)
    const length = phrase?.length ?? language.cuts.at(parts, at)?.length ?? 0
    const span = Array.from({ length: Math.max(1, length) }, (_, place) => at + place)
    if (length) foreign += span.filter((place) => !isEnglish(place)).length
    else if (isEnglish(at)) english++
    words.push(...(phrase?.meaning.map(({ word }) => word) ?? span.map((place) => parts[place]?.raw ?? '')))
    at += span.length
  }
  return foreign > english ? { text: words.join(' '), foreign } : { text: '', foreign: 0 }
}
