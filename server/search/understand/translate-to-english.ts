import { toSearchText } from '#server/catalogue/search-text.ts'
import {
  GERMAN,
  LANGUAGES,
  partsOf,
  phraseAt,
  plainOf,
  SHARED_WORDS,
  WORDS_OF_CUTS,
  type Language,
} from './dictionaries.ts'
import { PhraseBook, type Token } from './parse-tokens.ts'
import { Spelling } from './spelling.ts'

/** The spelling of each language. */
const SPELLINGS = new Map(
  LANGUAGES.map((language) => [
    language,
    new Spelling(
      // A typo in a word that the languages share is not corrected to another word: 'bege' is beige, not bebé.
      [...[...language.english.keys()].filter((text) => !text.includes(' ')), ...SHARED_WORDS].map((word) => ({
        word,
        role: 'kind',
      })),
      { isEnglish: false },
    ),
  ]),
)

/** Shorter words ('la', 'de') identify neither a language nor a garment. */
const SHORTEST_TELLING = 3

/**
 * The English meanings of small words. A sentence with one of these words may have words that we do not know: 'baskets
 * sans lacets'.
 */
const SMALL: ReadonlySet<string> = new Set(
  ['not', 'except', 'with', 'for', 'in', 'of', 'a', 'my', 'and', 'or', 'without'].map((word) =>
    PhraseBook.wordsOf(word),
  ),
)

/** Words of clothes that these languages share with English: they do not tell which one a sentence is in. */
const SHARED: ReadonlySet<string> = new Set(SHARED_WORDS.map((word) => PhraseBook.wordsOf(word)))

/** The maximum cost of typos in a foreign word, and the minimum gap to the next candidate. */
const FARTHEST = 1.4
const CLEARLY = 0.15
/** Misspelt words looked up per sentence: more are unlikely to be typos. */
const MAX_MISSPELT = 20
/** The bonus for a garment in a sentence that has none yet. */
const LIKELIER = 0.3
const LETTERS = /^\p{L}+$/u

/** A phrase of a sentence, read in one language. */
interface Spoken {
  meant: Token[]
  /** The number of words. */
  count: number
  /** Whether the words, or their correction, belong to the language. */
  isOwn: boolean
  /** Whether the words have no typo. */
  isWritten: boolean
  /** Whether English has no such words. */
  isTelling: boolean
  isSmall?: boolean
}

/**
 * Translates a sentence, typos included: 'robe noire' is 'dress black', 'gafas de sol' is 'sunglasses'. Picks the language
 * of most words, if one of its words is not English or if all words belong to it. Cut phrases are kept: the lexicon has them.
 * @param isNamed tokens of partners' names, which stay as they are
 */
export function translateToEnglish(tokens: readonly Token[], known: Omit<Known, 'written'>): Token[] {
  const written = tokens.map((token) => (known.isNamed.has(token) ? '' : toSearchText(token.raw)))
  const spoken = LANGUAGES.map((language) => {
    const read = translateFrom(language, tokens, { ...known, written })
    const foreign = read.reduce((sum, { count, isOwn }) => sum + (isOwn ? count : 0), 0)
    const words = tokens.filter(
      (token, at) =>
        LETTERS.test(token.raw) &&
        !known.isNamed.has(token) &&
        (!SHARED.has(token.word) || language.english.has(written[at] ?? '')),
    ).length
    const isUnknown = (token: Token) => LETTERS.test(token.raw) && !known.isNamed.has(token) && !known.isKnown(token)
    const strange = read.some(({ isSmall }) => isSmall)
      ? read.filter(({ isOwn, meant }) => !isOwn && meant.every(isUnknown)).length
      : 0
    const isSpoken =
      read.some(({ isTelling }) => isTelling) ||
      (foreign > 1 && foreign + strange >= words && read.some(({ isWritten }) => isWritten))
    return { read, count: isSpoken ? foreign : 0 }
  })
  const [most] = spoken.sort((a, b) => b.count - a.count)
  return most?.count ? most.read.flatMap(({ meant }) => meant) : [...tokens]
}

function translateFrom(language: Language, tokens: readonly Token[], known: Known): Spoken[] {
  const { written, english, isKind, isKnown, isNamed } = known
  const phrases = tokens.map((_, at) => phraseAt(language, tokens, written, at))
  const isLikelier = phrases.some((phrase) => phrase && isKind(textOf(phrase.meaning))) ? () => false : isKind
  const isEnglish = (token: Token, text: string) =>
    !WORDS_OF_CUTS.has(token.word) && (english.has(text) || english.has(token.word))
  const isUnheard = (token: Token, text: string) =>
    text.length >= SHORTEST_TELLING && !language.alsoEnglish.has(text) && !isEnglish(token, text)
  const isForeign = (token: Token, text: string) =>
    isUnheard(token, text) ||
    (!language.alsoEnglish.has(text) && known.isSame(text, textOf(language.english.get(text) ?? [])))
  // Correct a typo to this language only if another word of the sentence is spelt correctly in it.
  const hasOwn = phrases.some((phrase, at) => phrase ?? language.cuts.at(tokens, at))
  // Unless that word is foreign for certain, the typo must not be nearer to an English word: 'blak t-shirts' are not blau.
  const isSure = phrases.some(
    (phrase, at) =>
      phrase !== null &&
      tokens.slice(at, at + phrase.length).some((token, place) => {
        const text = plainOf(language, written[at + place] ?? '')
        return isUnheard(token, text) && !known.isNearSame(text, textOf(phrase.meaning))
      }),
  )
  let lookedUp = 0
  const read: Spoken[] = []
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] as Token
    const text = written[at] ?? ''
    const phrase = phrases[at]
    const cut = language.cuts.at(tokens, at)
    const length = Math.max(phrase?.length ?? 0, cut?.length ?? 0, 1)
    const span = tokens.slice(at, at + length)
    if (isNamed.has(token)) {
      read.push({ meant: [token], count: 0, isOwn: false, isWritten: false, isTelling: false })
    } else if (phrase?.length === length) {
      const isTelling = span.some((each, place) => isForeign(each, plainOf(language, written[at + place] ?? '')))
      const isSmall = SMALL.has(textOf(phrase.meaning))
      read.push({
        meant: translated(span, phrase.meaning, language.code),
        count: length,
        isOwn: true,
        isWritten: true,
        isTelling,
        isSmall,
      })
    } else if (cut) {
      const isTelling = span.some(({ word }) => word.length >= SHORTEST_TELLING && !language.alsoEnglish.has(word))
      read.push({ meant: span, count: length, isOwn: true, isWritten: true, isTelling })
    } else {
      const mayBeWrong =
        hasOwn && LETTERS.test(token.raw) && !isEnglish(token, text) && !isKnown(token) && lookedUp++ < MAX_MISSPELT
      const meaning = mayBeWrong
        ? corrected(text, language, isLikelier, isSure ? Infinity : known.costInEnglish(text))
        : undefined
      const meant: Token =
        meaning === undefined ? token : { ...token, word: textOf(meaning), language: language.code, isCorrected: true }
      read.push({ meant: [meant], count: 1, isOwn: meaning !== undefined, isWritten: false, isTelling: false })
    }
    at += length
  }
  return read
}

/** Returns English words in the place of foreign ones. */
function translated(span: readonly Token[], meaning: readonly Token[], language: Language['code']): Token[] {
  const [first, last] = [span[0] as Token, span.at(-1) as Token]
  return meaning.map(({ raw, word }, at) => ({
    ...(at === 0 ? first : { ...last, start: last.end, gap: ' ', isAfterBreak: false }),
    raw,
    word,
    language,
    end: last.end,
  }))
}

const textOf = (meaning: readonly Token[]): string => meaning.map(({ word }) => word).join(' ')

/**
 * Splits words that German writes together: 'Winterjacke' is a winter jacket, 'Damenlederhandtasche' a women's leather
 * handbag. The last part must be German, the others may be known in English.
 */
export function splitCompounds(tokens: readonly Token[], english: ReadonlySet<string>): Token[] {
  return tokens.flatMap((token) => {
    const text = toSearchText(token.raw)
    if (!LETTERS.test(token.raw) || english.has(text) || english.has(token.word) || GERMAN.english.has(text))
      return token
    const parts = partsOf(text, english)
    if (!parts) return token
    return parts.map((word, at) => ({
      ...token,
      raw: word,
      word,
      ...(at > 0 && { start: token.end, gap: ' ', isAfterBreak: false }),
    }))
  })
}

/** The analysed words, and the lexicon's knowledge of English words. */
interface Known {
  written: readonly string[]
  english: ReadonlySet<string>
  /** Whether the word names a garment or another product. */
  isKind: (word: string) => boolean
  /** Whether the word needs no correction. */
  isKnown: (token: Token) => boolean
  /** Whether a foreign word is in our lists of colours or materials, and means the same there. */
  isSame: (word: string, english: string) => boolean
  /** Whether a foreign word may be a typo for the English word of the same meaning: 'leggins'. */
  isNearSame: (word: string, english: string) => boolean
  /** Returns the lowest cost of typos that turn a text into an English word. */
  costInEnglish: (text: string) => number
  isNamed: ReadonlySet<Token>
}

/**
 * Returns the English meaning of a misspelt foreign word; undefined if no word or more than one is close.
 * @param below the cost of the typos must be lower
 */
function corrected(
  written: string,
  language: Language,
  isLikelier: (word: string) => boolean,
  below: number,
): readonly Token[] | undefined {
  const { english } = language
  const near = (SPELLINGS.get(language)?.candidates(written) ?? [])
    .filter(({ word, cost }) => word.length > SHORTEST_TELLING && cost < below)
    .map(({ word, cost }) => ({ word, cost: cost - (isLikelier(textOf(english.get(word) ?? [])) ? LIKELIER : 0) }))
    .sort((a, b) => a.cost - b.cost)
  const [best] = near
  if (!best || best.cost > FARTHEST) return undefined
  const meanings = new Set(near.filter(({ cost }) => cost - best.cost < CLEARLY).map(({ word }) => english.get(word)))
  return meanings.size === 1 ? english.get(best.word) : undefined
}
