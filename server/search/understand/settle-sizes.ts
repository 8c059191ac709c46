import { compareSizes, readSize } from '#server/sizing/sizes.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import type { PriceCurrency } from '../search-values.schema.ts'
import type { Lexicon } from './lexicon.ts'
import type { Marked } from './mark-negations.ts'
import type { WrittenSize } from './read-sizes.ts'
import { everyWordOf, type Token } from './read-tokens.ts'

/** What decides which sizes are meant. */
export interface Sentence {
  tokens: readonly Token[]
  parts: readonly Marked[]
  lexicon: Lexicon
  /** The one that it names, if any. */
  currency: PriceCurrency | undefined
  isAboutJewels: boolean
}

/** European sizes below 34 are those of children's shoes. */
const SMALLEST_SHOE = 18
const WAIST_WORDS = everyWordOf(PHRASES.sizes.waists)
const SHOE_WORDS = everyWordOf(PHRASES.sizes.shoes)

/** The keys (sizing/sizes.ts) of a size as a sentence has it; none for a leg, which `sizesToLookFor` adds, and for an age that no size is made for. */
export function keysOfSize(size: WrittenSize, { tokens, lexicon, currency, isAboutJewels }: Sentence): string[] {
  if ('leg' in size) return []
  if ('collar' in size) {
    const known = [`${size.collar}`, `${size.collar} in`, `UK ${size.collar}`].filter((key) => lexicon.sizes.has(key))
    return known.length ? known : [`${size.collar} in`]
  }
  if ('age' in size)
    return lexicon.ages.filter(({ from, to }) => from <= size.age && size.age <= to).map(({ key }) => key)
  const written =
    'key' in size
      ? size.key
      : 'letter' in size
        ? isAboutJewels
          ? `UK ${size.letter}`
          : size.letter
        : numberedSize(size.number, tokens, currency)
  const key = readSize(written)
  return key ? [key, ...('number' in size ? waistBeside(size.number, tokens) : [])] : []
}

/** Men's jeans in 36 are as likely a waist as a European size. */
const waistBeside = (number: number, tokens: readonly Token[]): string[] =>
  number >= 34 && number < 44 && Number.isInteger(number) && tokens.some(({ word }) => WAIST_WORDS.has(word))
    ? [`W${number}`]
    : []

/** Sizes with their legs, and double ones of two that were named, as far as products have them. The size filter finds the same sizes of other systems. */
export function sizesToLookFor(named: string[], sentence: Sentence): string[] {
  const { lexicon } = sentence
  const sizes = withLegs(named, sentence)
  const doubles = sizes.flatMap((low) => sizes.map((high) => `${low}-${high.slice(high.indexOf(' ') + 1)}`))
  return [...sizes, ...doubles.filter((size) => lexicon.sizes.has(size)).sort(compareSizes)]
}

/** A leg belongs to the waist that is named, else to any. */
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

/** Without a system: a waist on jeans, else European from 34 on, else of the country whose currency is named, if it has such sizes. */
function numberedSize(number: number, tokens: readonly Token[], currency: PriceCurrency | undefined): string {
  const isForWaist = tokens.some(({ word }) => WAIST_WORDS.has(word))
  if (isForWaist && number >= 24 && number < 34) return `W${number}`
  const isOfShoes = tokens.some(({ word }) => SHOE_WORDS.has(word))
  const system = PHRASES.currencies[currency ?? 'GBP'].sizes
  return `${number >= 34 ? 'EU' : system === 'EU' && !(isOfShoes && number >= SMALLEST_SHOE) ? 'UK' : system} ${number}`
}
