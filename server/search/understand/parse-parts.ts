import { knownColour } from '../attributes/colours.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import type { Part } from './part.ts'
import { CURRENCY_WORDS, matchDiscount, parseNumberWord, matchPrice } from './match-price.ts'
import { matchSizes } from './match-sizes.ts'
import type { Token } from './parse-tokens.ts'
import { narrowHeads } from './narrow-heads.ts'
import { setApart } from './set-apart.ts'

const MINUS = /\s-$/
const LONGEST_COLOUR = 3
const HEIGHT = /^([4-6])(?: ?(?:ft|foot|feet)|['’′](?= ?\d))(?: ?(\d{1,2})\b)?(?: ?(?:["″]|in(?:ch(?:es)?)?\b))?/i
const LONGEST_HEIGHT = 5
/** Limits in inches. */
const SHORT_BELOW = 64
const TALL_ABOVE = 72

/** Reads a sentence from left to right, the longest match at each position. Ties: phrases before sizes before prices. */
export function parseParts(tokens: readonly Token[], lexicon: Lexicon): Part[] {
  const parts: Part[] = []
  let at = 0
  while (at < tokens.length) {
    // A minus sign excludes the word, as in search engines: '-wool'.
    if (
      (MINUS.test(tokens[at]?.gap ?? '') || (at === 0 && tokens[at]?.gap === '-')) &&
      /^\p{L}/u.test(tokens[at]?.raw ?? '')
    )
      parts.push({ kind: 'phrase', meanings: [{ kind: 'not', value: '' }], from: at, to: at })
    const part = matchPart(tokens, at, lexicon)
    parts.push(part)
    at = part.to
  }
  return narrowHeads(setApart(parts, tokens, lexicon), tokens, lexicon)
}

function matchPart(tokens: readonly Token[], from: number, lexicon: Lexicon): Part {
  const height = matchHeight(tokens, from)
  if (height) return height
  const matched = ownPhrase(tokens, from, lexicon)
  const learnt = lexicon.learnt.at(tokens, from, lexicon)
  const phrase = learnt && learnt.length >= (matched?.length ?? 0) ? learnt : matched
  const sizes = matchSizes(tokens, from)
  const price = matchPrice(tokens, from)
  const discount = matchDiscount(tokens, from)
  const shade = matchShade(tokens, from, lexicon)
  const longest = Math.max(phrase?.length ?? 0, sizes?.length ?? 0, price?.length ?? 0, discount?.length ?? 0)
  const to = from + longest
  // 'mens jumper medium grey' is a size and a colour.
  const isShade = shade !== null || (phrase?.length === 2 && phrase.value[0]?.kind === 'colour')
  if (sizes?.length === 1 && from > 0 && isShade && /^\p{L}+$/u.test(tokens[from]?.raw ?? ''))
    return { kind: 'sizes', sizes: sizes.sizes, from, to: from + 1 }
  if (shade && shade.to > to) return shade
  if (discount?.length === longest) return { kind: 'discount', percent: discount.percent, from, to }
  if (phrase?.length === longest) return { kind: 'phrase', meanings: phrase.value, from, to }
  if (sizes?.length === longest) return { kind: 'sizes', sizes: sizes.sizes, from, to }
  if (price?.length === longest) return { kind: 'price', price: price.price, from, to }
  return matchAnyWord(tokens, from)
}

/**
 * Returns the phrase at a position, unless a phrase of the same length begins one word later. 'for work christmas
 * party' is for a 'work christmas party', not 'for work'.
 */
function ownPhrase(tokens: readonly Token[], from: number, { phrases }: Lexicon) {
  const found = phrases.at(tokens, from)
  const first = phrases.get(tokens[from]?.word ?? '')
  if (!found || found.length === 1 || first?.[0]?.kind !== 'filler') return found
  const next = phrases.at(tokens, from + 1)
  return next && next.length >= found.length ? { value: first, length: 1 } : found
}

/** Reads a height: 'I'm 5'2', '6ft 4', '5 foot 10 inches'. Below 5'4 means petite, above 6' means tall. */
function matchHeight(tokens: readonly Token[], from: number): Part | null {
  if (!/^[4-6](?:ft)?\d{0,2}$/i.test(tokens[from]?.raw ?? '')) return null
  const span = tokens.slice(from, from + LONGEST_HEIGHT)
  const text = span.map(({ raw, gap }, index) => (index === 0 ? raw : gap + raw)).join('')
  const [match = '', feet, inches = '0'] = HEIGHT.exec(text) ?? []
  if (match === '' || Number(inches) > 11) return null
  let length = 0
  for (let reached = 0; reached < match.length; length++)
    reached += (length === 0 ? '' : (span[length]?.gap ?? '')).length + (span[length]?.raw.length ?? 1)
  const total = Number(feet) * 12 + Number(inches)
  const idea = total < SHORT_BELOW ? 'petite' : total > TALL_ABOVE ? 'tall' : null
  return { kind: 'phrase', meanings: idea ? [{ kind: 'idea', value: idea }] : FILLER, from, to: from + length }
}

/** Reads modifiers that are not a phrase, before a colour name: 'pale sage', 'bright green'. */
function matchShade(tokens: readonly Token[], from: number, lexicon: Lexicon): Part | null {
  for (let length = LONGEST_COLOUR; length > 1; length--) {
    const span = tokens.slice(from, from + length)
    if (span.length < length || span.slice(1).some(({ isAfterBreak }) => isAfterBreak)) continue
    const last = lexicon.phrases.get(span.at(-1)?.word ?? '')
    const colour = last?.some(({ kind }) => kind === 'colour')
      ? knownColour(span.map(({ word }) => word).join(' '))
      : null
    if (colour && !colour.isAmbiguous)
      return { kind: 'phrase', meanings: [{ kind: 'colour', value: colour.value }], from, to: from + length }
  }
  return null
}

const FILLER: readonly Meaning[] = [{ kind: 'filler', value: '' }]

function matchAnyWord(tokens: readonly Token[], from: number): Part {
  const currency = CURRENCY_WORDS.at(tokens, from)
  if (currency) return { kind: 'currency', currency: currency.value, from, to: from + currency.length }
  // Skips the '100%' of '100% cotton'.
  if (/^\d/.test(tokens[from]?.raw ?? '') && tokens[from + 1]?.raw === '%')
    return { kind: 'phrase', meanings: FILLER, from, to: from + 2 }
  // Skips an ordinal, which belongs to a birthday or its date: '30th'.
  if (/^\d{1,2}(?:st|nd|rd|th)$/i.test(tokens[from]?.raw ?? ''))
    return { kind: 'phrase', meanings: FILLER, from, to: from + 1 }
  const count = countedTo(tokens, from)
  if (count !== null) return { kind: 'phrase', meanings: FILLER, from, to: count }
  if (!/[\p{L}\p{N}]/u.test(tokens[from]?.raw ?? '')) return { kind: 'phrase', meanings: FILLER, from, to: from + 1 }
  return { kind: 'word', from, to: from + 1 }
}

/** Skips quantities, which say nothing about the product: '2 dresses', 'three for two'. @returns the end position. */
function countedTo(tokens: readonly Token[], from: number): number | null {
  const isCount = ({ raw = '', word = '' }: Partial<Token> = {}) =>
    /^[1-9]\d?$/.test(raw) || parseNumberWord(word) !== null
  if (!isCount(tokens[from])) return null
  if (tokens[from + 1]?.word === 'for' && isCount(tokens[from + 2])) return from + 3
  const next = tokens[from + 1]
  return from === 0 && next && next.gap === ' ' ? 1 : null
}
