import { parseSize } from '#server/sizing/sizes.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { describedGarment } from './described-garment.ts'
import { matchLetterWord } from './match-letter-size.ts'
import { CURRENCY_WORDS, NOT_MONEY, parseNumberWord } from './match-price.ts'
import { matchMeasure, WAIST } from './match-measure.ts'
import { everyWordOf, PhraseBook, type Token } from './parse-tokens.ts'
import { CLOTHES, endsBefore, wordsIn, writtenAs } from './size-context.ts'
import type { WrittenSize } from './written-size.ts'

const SIZE_WORDS = new PhraseBook<true>().addAll(PHRASES.sizes.words, true)
const SYSTEMS = new PhraseBook<string>()
  .addAll(PHRASES.sizes.systems.UK, 'UK')
  .addAll(PHRASES.sizes.systems.EU, 'EU')
  .addAll(PHRASES.sizes.systems.US, 'US')
const JOINS = new Set(['or', 'and', 'to'])
const ADULTS = wordsIn(PHRASES.sizes.adults)
const SHOES = wordsIn(PHRASES.sizes.shoes)
const CHILDREN = everyWordOf(PHRASES.sizes.children)
const WAISTS = wordsIn(PHRASES.sizes.waists)
/** 'UK 5': later numbers in a list belong to the same system. */
const OF_SYSTEM = /^([A-Z]{2}) (\d[\d.]*)$/
const DOUBLE_OF_SYSTEM = /^[A-Z]{2} [\d.]+-/
const LETTER_SIZE = /^(?:\d?X{0,2}[SL]|M)$/
const LONGEST_CODE = 5
const LONGEST_LIST = 12
const WIDEST_RANGE = 16
/** Higher numbers are not a child's age. */
const OLDEST_CHILD = 16
/** Codes that are sizes in any position, as parseSize takes them. No bare numbers, leg lengths or inches. */
const CODE =
  /^(?:(?:UK|EU|US|FR|AU|IT|DE|JP) |W\d|Age |\d+(?:-\d+)? months$|\d\d[RSL]$|\d\d[A-K]{1,2}$|X|\d?X|One size$|[SML]\/)/
/** A number, or a half or third of shoe sizes as `spellSizes` writes them. */
const BARE = /^\d{1,2}(?:[.,]5|\.33|\.67)?$/
const CENTIMETRES = /^(?:[5-9]\d|1[0-4]\d) cm$/
/** Skips tokens that cannot start a code; reading one is slow. */
const CODE_START =
  /\d|^(?:x+[sl]?|extra|one|onesize|free|os|[smlw]|uk|gb|eur?|usa?|ita?|fra?|de|ger|aus?|jpn?|age[sd]?)$/i
/** Codes that are ordinary words ('it 42', 'de 38') unless in capitals, and decades. */
const RATHER_A_WORD = /^(?:it|ita|de|fr|fra|au) ?\d|^\d0s$|^\d+ ?[myl]$|^\d\d [a-k]{1,2}$|euro/

/** Joins tokens as sizes are written: '5-6', '32/34', '6 year old' (also '6 year old's'). */
function textOf(tokens: readonly Token[], from: number, length: number): string {
  let text = ''
  for (const [index, token] of tokens.slice(from, from + length).entries()) {
    const { gap } = token
    const raw = writtenAs(token)
    const isTight = /^ ?[-–/x] ?$/.test(gap) && /[\da-z]$/i.test(text) && (/^\d/.test(raw) || gap === '/')
    text +=
      index === 0 ? raw : /^old['’]s?$/i.test(raw) ? ' old' : isTight ? gap.trim() + raw : gap === '' ? raw : ` ${raw}`
  }
  return text
}

/** Caches a reader's results per position: lists of sizes read the same position repeatedly. */
function once<Found>(
  read: (tokens: readonly Token[], from: number) => Found,
): (tokens: readonly Token[], from: number) => Found {
  const bySentence = new WeakMap<readonly Token[], Map<number, Found>>()
  return (tokens, from) => {
    const known = bySentence.get(tokens) ?? new Map<number, Found>()
    bySentence.set(tokens, known)
    const found = known.get(from)
    if (found !== undefined) return found
    const result = read(tokens, from)
    known.set(from, result)
    return result
  }
}

/** Reads a size that is valid in any position. */
const matchCode = once((tokens, from): { sizes: WrittenSize[]; length: number } | null => {
  if (!CODE_START.test(tokens[from]?.raw ?? '')) return null
  for (let length = Math.min(LONGEST_CODE, tokens.length - from); length > 0; length--) {
    if (tokens.slice(from + 1, from + length).some((token) => token.isAfterBreak)) continue
    const text = textOf(tokens, from, length)
    if (!/[a-z/]/i.test(text) || RATHER_A_WORD.test(text)) continue
    const key = parseSize(text)
    // 'UK 10/12' is a list.
    if (!key || DOUBLE_OF_SYSTEM.test(key)) continue
    const age = /^Age (\d+)$/.exec(key)
    if (age) return Number(age[1]) > OLDEST_CHILD ? { sizes: [], length } : { sizes: [{ age: Number(age[1]) }], length }
    if (CODE.test(key) ? !/^(?:extra|x) ?(?:small|large)$/i.test(text) || length > 1 : CENTIMETRES.test(key))
      return { sizes: [{ key }], length }
  }
  return null
})

/** Reads a size after the word 'size', or after another size there. */
const matchNamed = once((tokens, from): { size: WrittenSize; length: number } | null => {
  const token = tokens[from]
  if (!token) return null
  const code = matchCode(tokens, from)
  const [first] = code?.sizes ?? []
  if (code && first) return { size: first, length: code.length }
  if (BARE.test(token.raw)) {
    const next = tokens[from + 1]
    if (next && !next.isAfterBreak && (CURRENCY_WORDS.at(tokens, from + 1) || next.raw === '%')) return null
    const number = Number(parseSize(token.raw))
    return number <= 60 ? { size: { number }, length: 1 } : null
  }
  if (/^\p{L}$/u.test(token.raw))
    return /^[a-z]$/i.test(token.raw) && token.word !== 'a'
      ? { size: { letter: token.raw.toUpperCase() }, length: 1 }
      : null
  const inWords = parseNumberWord(token.word)
  if (inWords !== null && !(tokens[from + 1] && CURRENCY_WORDS.at(tokens, from + 1)))
    return { size: { number: inWords }, length: 1 }
  const key = /^\p{L}+$/u.test(token.raw) ? parseSize(writtenAs(token)) : null
  return key ? { size: { key }, length: 1 } : null
})

/** Whether a number belongs to a list: the 12 of '10, 12 and 14', but not the 50 of 'size 10, 50 at most'. */
function isListed(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  return /^\s*,\s*$/.test(tokens[at]?.gap ?? '') && (!next || next.isAfterBreak || JOINS.has(next.word))
}

/** Returns the sizes between the two ends of a range. If both ends are even, only even sizes, except for shoes. */
function between(from: number, to: number, tokens: readonly Token[]): WrittenSize[] {
  if (!Number.isInteger(from) || !Number.isInteger(to) || to - from > 10) return []
  const step = from % 2 === 0 && to % 2 === 0 && !tokens.some(({ word }) => SHOES.has(word)) ? 2 : 1
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step) - 1) }, (_, index) => ({
    number: from + (index + 1) * step,
  }))
}

/** Reads a list or a range after the word 'size': '10-12', '10 or 12', '10, 12 and 14', '10 to 14'. */
const matchNamedList = once((tokens, from): { sizes: WrittenSize[]; length: number } | null => {
  const first = matchNamed(tokens, from)
  if (!first) return null
  const sizes = [first.size]
  let at = from + first.length
  while (sizes.length < LONGEST_LIST) {
    const token = tokens[at]
    if (!token) break
    const isJoined = /^\s*[-–/]\s*$/.test(token.gap)
    const start = isJoined || isListed(tokens, at) ? at : JOINS.has(token.word) && !token.isAfterBreak ? at + 1 : null
    const next = start === null ? null : matchNamed(tokens, start)
    if (start === null || !next) break
    const last = sizes.at(-1)
    const isRange = (isJoined && !/\//.test(token.gap)) || token.word === 'to'
    const [low, high] = [numberOf(last), numberOf(next.size)]
    // 'eur 20 to 60' is a price.
    if (isRange && low !== null && high !== null && high - low > WIDEST_RANGE) return null
    if (isRange && low !== null && high !== null) sizes.push(...between(low, high, tokens))
    sizes.push(next.size)
    at = start + next.length
  }
  // One named system applies to the entire list: 'UK 5 or 6', '12 or 14 UK'.
  const system = systemOf(sizes[0]) ?? systemOf(sizes.at(-1))
  return { sizes: withSystem(sizes, system), length: at - from }
})

const systemOf = (size: WrittenSize | undefined): string | undefined =>
  size && 'key' in size ? OF_SYSTEM.exec(size.key)?.[1] : undefined

function numberOf(size: WrittenSize | undefined): number | null {
  if (!size) return null
  if ('number' in size) return size.number
  const number = 'key' in size ? OF_SYSTEM.exec(size.key)?.[2] : undefined
  return number === undefined ? null : Number(number)
}

function withSystem(sizes: WrittenSize[], system: string | undefined): WrittenSize[] {
  if (system === undefined) return sizes
  return sizes.map((size) =>
    'number' in size
      ? { key: parseSize(`${system} ${size.number}`) ?? '' }
      : 'letter' in size
        ? { key: parseSize(`${system} ${size.letter}`) ?? '' }
        : size,
  )
}

/** Reads sizes with the word 'size': 'size 12', 'UK size 12', 'size 12 UK', 'sizes 10 to 14'. */
function matchAfterWord(tokens: readonly Token[], from: number): { sizes: WrittenSize[]; length: number } | null {
  const inFront = SYSTEMS.at(tokens, from)
  const word = SIZE_WORDS.at(tokens, from + (inFront?.length ?? 0))
  if (!word) return null
  let at = from + (inFront?.length ?? 0) + word.length
  const waist = WAIST.at(tokens, at)
  at += waist?.length ?? 0
  const list = matchNamedList(tokens, at)
  if (!list) return null
  at += list.length
  const behind = tokens[at]?.isAfterBreak ? null : SYSTEMS.at(tokens, at)
  const waistBehind = tokens[at]?.isAfterBreak ? null : WAIST.at(tokens, at)
  const length = at + (behind?.length ?? waistBehind?.length ?? 0) - from
  if (waist ?? waistBehind)
    return { sizes: list.sizes.map((size) => ('number' in size ? { key: `W${size.number}` } : size)), length }
  return { sizes: withSystem(list.sizes, inFront?.value ?? behind?.value), length }
}

/** Reads the waist and leg of 'mens jeans 32 34'. */
function matchWaistAndLeg(tokens: readonly Token[], from: number): { sizes: WrittenSize[]; length: number } | null {
  const [waist, leg, next] = tokens.slice(from, from + 3)
  const isPair = /^[2-5]\d$/.test(waist?.raw ?? '') && /^(?:2[6-9]|3\d)$/.test(leg?.raw ?? '') && leg?.gap === ' '
  if (!isPair || !tokens.some(({ word }) => WAISTS.has(word))) return null
  if (next && !next.isAfterBreak && (CURRENCY_WORDS.at(tokens, from + 2) || NOT_MONEY.at(tokens, from + 2))) return null
  return { sizes: [{ key: `W${waist?.raw}` }, { leg: Number(leg?.raw) }], length: 2 }
}

/** Numbers after these words are amounts, ages or counts. */
const NO_SIZE_AFTER: ReadonlySet<string> = new Set(
  'for under over below above from than about around top to of and or up least most max maximum minimum budget by number pack set between within at only spend my'.split(
    ' ',
  ),
)
const isThird = (number: number): boolean => /\.(?:33|67)$/.test(String(number))

/** Reads numbers without the word 'size': 'trainers 39', '39 sandals', 'mens 11 boots', 'dress 10-12'. */
function matchBareNumbers(tokens: readonly Token[], from: number): { sizes: WrittenSize[]; length: number } | null {
  const list = BARE.test(tokens[from]?.raw ?? '') ? matchNamedList(tokens, from) : null
  const numbers = list?.sizes.map((size) => ('number' in size ? size.number : 0)) ?? []
  if (!list || !numbers.length) return null
  const [before, next] = [tokens[from - 1], tokens[from + list.length]]
  const isLast = endsBefore(tokens, from + list.length)
  if (!isLast && NOT_MONEY.at(tokens, from + list.length)) return null
  // 'loafers 9', 'loafers in 9' and 'loafers in a 9'.
  const near = [before, tokens[from - 2], tokens[from - 3]][before?.word === 'in' ? 1 : before?.word === 'a' ? 2 : 0]
  const thing = describedGarment(tokens, from) ?? near
  const isBehind = (things: ReadonlySet<string>) =>
    isLast && thing !== undefined && !tokens[from]?.isAfterBreak && things.has(thing.word)
  const isBefore = (things: ReadonlySet<string>) => next !== undefined && !next.isAfterBreak && things.has(next.word)
  const isOfAdult = before !== undefined && ADULTS.has(before.word)
  const all = (from: number, to: number, step: number) =>
    numbers.every(
      (number) => number >= from && number <= to && (number % step === 0 || (step === 0.5 && isThird(number))),
    )
  // A range on its own after a comma: '..., 12-14'.
  const isApart = isLast && numbers.length > 1 && from > 0 && tokens[from]?.isAfterBreak === true
  // 'waterproof jacket women 14', 'costume for aqua aerobics 18', and any number that ends a sentence about clothes.
  const isAtEnd = isLast && from > 0 && !NO_SIZE_AFTER.has(before?.word ?? '')
  const isAbout = (things: ReadonlySet<string>) => isAtEnd && tokens.slice(0, from).some(({ word }) => things.has(word))
  const isShoe =
    tokens.some(({ word }) => SHOES.has(word)) &&
    ((all(35, 46, 0.5) && (isLast || isBefore(SHOES) || isBefore(ADULTS) || isOfAdult)) ||
      (all(2, 14, 0.5) && (isBehind(SHOES) || isAbout(SHOES) || (isOfAdult && (isLast || isBefore(SHOES))))))
  const isAge =
    !isShoe &&
    all(1, OLDEST_CHILD, 1) &&
    (isBehind(CLOTHES) ||
      isBehind(CHILDREN) ||
      isAbout(CLOTHES) ||
      (isLast && before?.word === 'of' && CHILDREN.has(tokens[from - 2]?.word ?? ''))) &&
    tokens.some(({ word }) => CHILDREN.has(word)) &&
    !tokens.some(({ word }) => ADULTS.has(word))
  if (isAge) return { sizes: numbers.map((age) => ({ age })), length: list.length }
  const isCloth =
    (all(4, 28, 2) || all(24, 33, 1) || all(32, 50, 2)) &&
    (isBehind(CLOTHES) || isAbout(CLOTHES) || (isBefore(CLOTHES) && (isOfAdult || numbers.length > 1)))
  // 'ovingdale 5.5': only sizes have halves.
  const isHalf =
    isLast &&
    from > 0 &&
    numbers.every((number) => (number % 1 === 0.5 || isThird(number)) && (number <= 15 || number >= 34))
  return isShoe || isCloth || isHalf || (isApart && all(4, 28, 2)) ? list : null
}

/** Reads a size code and more sizes of its system: 'UK 5 or 6', '12 or 14 UK', 'L or XL'. */
function matchCodes(tokens: readonly Token[], from: number): { sizes: WrittenSize[]; length: number } | null {
  const code = matchCode(tokens, from)
  if (code) return systemOf(code.sizes[0]) === undefined ? code : matchNamedList(tokens, from)
  const isLetterOfClothes = /^[sml]$/.test(tokens[from]?.raw ?? '') && CLOTHES.has(tokens[from - 1]?.word ?? '')
  const list = isLetterOfClothes || /^(?:\d|[SML]$)/.test(tokens[from]?.raw ?? '') ? matchNamedList(tokens, from) : null
  const areLetters =
    list &&
    list.sizes.length > 1 &&
    list.sizes.every((size) =>
      'letter' in size ? /^[SML]$/.test(size.letter) : 'key' in size && LETTER_SIZE.test(size.key),
    )
  if (areLetters) return list
  return list && systemOf(list.sizes.at(-1)) !== undefined ? list : null
}

/** Reads the sizes that start at this token, the longest match first. */
export function matchSizes(tokens: readonly Token[], from: number): { sizes: WrittenSize[]; length: number } | null {
  return (
    matchAfterWord(tokens, from) ??
    matchMeasure(tokens, from) ??
    matchWaistAndLeg(tokens, from) ??
    matchLetterWord(tokens, from) ??
    matchBareNumbers(tokens, from) ??
    matchCodes(tokens, from)
  )
}
