import { compareSizes, parseSize } from '#server/sizing/sizes.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import type { PriceCurrency } from '../search-values.schema.ts'
import type { Lexicon } from './lexicon.ts'
import type { Marked } from './mark-negations.ts'
import type { WrittenSize } from './written-size.ts'
import { everyWordOf, Heads, type Token } from './parse-tokens.ts'

/** The context that decides which sizes are meant. */
export interface Sentence {
  tokens: readonly Token[]
  parts: readonly Marked[]
  lexicon: Lexicon
  /** The currency that the sentence names, if any. */
  currency: PriceCurrency | undefined
  isAboutJewels: boolean
}

/** European sizes below 34 are children's shoe sizes. */
const SMALLEST_SHOE = 18
const WAIST_WORDS = new Heads(everyWordOf(PHRASES.sizes.waists))
const SHOE_WORDS = new Heads(everyWordOf(PHRASES.sizes.shoes))

/**
 * Returns the keys (sizing/sizes.ts) of a size in a sentence. None for a leg, which `sizesToLookFor` adds, or for an
 * age without a size.
 */
export function keysOfSize(size: WrittenSize, { tokens, lexicon, currency, isAboutJewels }: Sentence): string[] {
  if ('leg' in size) return []
  if ('collar' in size) {
    const keys = [`${size.collar}`, `${size.collar} in`, ...(size.collar % 1 === 0 ? [] : [`UK ${size.collar}`])]
    const known = [...keys, lettersOfCollar(size.collar)].filter((key) => lexicon.sizes.has(key))
    return known.some((key) => keys.includes(key)) ? known : [`${size.collar} in`, ...known]
  }
  if ('age' in size)
    return lexicon.ages.filter(({ from, to }) => from <= size.age && size.age <= to).map(({ key }) => key)
  // '36 regular' is a jacket's chest or the waist of trousers.
  const [, waist] = ('key' in size && /^(\d\d)[RSL]$/.exec(size.key)) || []
  if (waist && tokens.some(({ word }) => WAIST_WORDS.has(word))) return [`W${waist}`]
  const written =
    'key' in size
      ? size.key
      : 'letter' in size
        ? isAboutJewels
          ? `UK ${size.letter}`
          : size.letter
        : numberedSize(size.number, tokens, currency)
  const key = parseSize(written)
  return key
    ? [key, ...('number' in size ? [...waistBeside(size.number, tokens), ...chestBeside(size.number, tokens)] : [])]
    : []
}

const MEN_WORDS = everyWordOf(PHRASES.sizes.men)

/** Returns a chest size to look for as well: a man's jacket in 42 may be a chest in inches or a European size. */
const chestBeside = (number: number, tokens: readonly Token[]): string[] =>
  number >= 34 &&
  number <= 52 &&
  tokens.some(({ word }) => MEN_WORDS.has(word)) &&
  !tokens.some(({ word }) => SHOE_WORDS.has(word) || WAIST_WORDS.has(word))
    ? [`UK ${number}`]
    : []

/** Men's shirt sizes by the largest collar that they fit, in inches. */
const COLLARS: ReadonlyArray<readonly [most: number, letters: string]> = [
  [14, 'XS'],
  [14.5, 'S'],
  [15.5, 'M'],
  [16.5, 'L'],
  [17.5, 'XL'],
]
const lettersOfCollar = (inches: number): string => COLLARS.find(([most]) => inches <= most)?.[1] ?? 'XXL'

/** Returns a waist size to look for as well: men's jeans in 36 may be a waist or a European size. */
const waistBeside = (number: number, tokens: readonly Token[]): string[] =>
  number >= 34 && number < 44 && Number.isInteger(number) && tokens.some(({ word }) => WAIST_WORDS.has(word))
    ? [`W${number}`]
    : []

/**
 * Returns the named sizes with their legs, and double sizes of two named ones, if products have them. The size filter
 * converts to other systems.
 */
export function sizesToLookFor(named: string[], sentence: Sentence): string[] {
  const { lexicon } = sentence
  const sizes = withLegs(named, sentence)
  const doubles = sizes.flatMap((low) => sizes.map((high) => `${low}-${high.slice(high.indexOf(' ') + 1)}`))
  return [...sizes, ...doubles.filter((size) => lexicon.sizes.has(size)).sort(compareSizes)]
}

/** Adds the legs: a leg belongs to the named waist, or else to any waist. */
function withLegs(sizes: string[], { parts, lexicon }: Sentence): string[] {
  const legs = parts.flatMap((part) =>
    part.kind === 'sizes' && !part.isNegated ? part.sizes.flatMap((size) => ('leg' in size ? `L${size.leg}` : [])) : [],
  )
  if (!legs.length) return sizes
  const fitting = [...lexicon.sizes]
    .filter((key) => /^W\d+ L\d+$/.test(key) && legs.includes(key.slice(key.indexOf(' ') + 1)))
    .sort(compareSizes)
  const waists = sizes.filter((key) => /^W\d+$/.test(key))
  const both = waists.flatMap((waist) => legs.map((leg) => `${waist} ${leg}`))
  return waists.length
    ? [...sizes.filter((key) => !waists.includes(key)), ...both]
    : [...sizes, ...(fitting.length ? fitting : legs)]
}

/**
 * Returns the size of a number without a system. For jeans it is a waist. Otherwise it is European from 34 on (Italian
 * for clothes in an Italian sentence). Otherwise it is in the system of the named currency's country, if that size
 * exists there.
 */
function numberedSize(number: number, tokens: readonly Token[], currency: PriceCurrency | undefined): string {
  const isForWaist = tokens.some(({ word }) => WAIST_WORDS.has(word))
  if (isForWaist && number >= 24 && number < 34) return `W${number}`
  const isOfShoes = tokens.some(({ word }) => SHOE_WORDS.has(word))
  const system = PHRASES.currencies[currency ?? 'GBP'].sizes
  if (number >= 34 && !isOfShoes && tokens.some(({ language }) => language === 'it')) return `IT ${number}`
  return `${number >= 34 ? 'EU' : system === 'EU' && !(isOfShoes && number >= SMALLEST_SHOE) ? 'UK' : system} ${number}`
}
