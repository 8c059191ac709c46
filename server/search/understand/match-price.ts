import { unitOf } from '#server/platform/money.schema.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { PRICE_CURRENCIES, type PriceCurrency } from '../search-values.schema.ts'
import { PhraseBook, type Token } from './parse-tokens.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Bounds in minor units; `currency` if the sentence names one here. */
export interface Price {
  minMinor?: number
  maxMinor?: number
  currency?: PriceCurrency
  /** 'around £50' */
  isAround?: true
}

type Bound = 'max' | 'min' | 'around'

const bounds = (lists: Record<Bound, string[]>) =>
  new PhraseBook<Bound>().addAll(lists.max, 'max').addAll(lists.min, 'min').addAll(lists.around, 'around')
const BEFORE = bounds(PHRASES.relations.before)
const AFTER = bounds(PHRASES.relations.after)
const RANGES = new PhraseBook<true>().addAll(PHRASES.relations.before.range, true)
const MIDDLES = new PhraseBook<'any' | 'between'>()
  .addAll(PHRASES.relations.middle, 'any')
  .addAll(PHRASES.relations.middle_of_between, 'between')
export const NOT_MONEY = new PhraseBook<true>().addAll(PHRASES.not_money, true).addAll(PHRASES.percent, true)
const PERCENT = new PhraseBook<true>().addAll(PHRASES.percent, true)
const OFF = new PhraseBook<true>().addAll(PHRASES.discount_words, true)
export const CURRENCY_WORDS = new PhraseBook<PriceCurrency>()
/** 'a tenner' */
const NOTES = new PhraseBook<{ minor: number; currency: PriceCurrency }>()
for (const currency of PRICE_CURRENCIES) {
  CURRENCY_WORDS.addAll(PHRASES.currencies[currency].words, currency)
  for (const [note, units] of Object.entries(PHRASES.currencies[currency].notes ?? {}))
    NOTES.add(note, { minor: units * unitOf(currency), currency })
}

/** Words allowed between 'under' and the amount. */
const BETWEEN = new Set(['about', 'around', 'roughly', 'just', 'only', 'the', 'of', 'is', 'than'])
const NUMBER_WORDS = lookup<number>({
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
})
const MULTIPLES = lookup<number>({ hundred: 100, thousand: 1000, grand: 1000 })
/** The maximum of the price filter. */
const MAX_AMOUNT = 9_999_999
const AROUND = 0.2
/** The minimum ratio of end to start for a range without a currency: '34-36' is a size. */
const BARE_RANGE = 1.25

/** Minor units per unit. An amount may come without a currency: all possible currencies have the same minor units. */
export const UNIT = unitOf(PRICE_CURRENCIES[0])

interface Amount {
  minor: number
  currency: PriceCurrency | undefined
  /** Number of tokens. */
  length: number
}

/** Reads '1,200', '1.200,50', '49,99' and '1200' alike. */
function parseNumber(text: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(text)
  const integer = decimals ? text.slice(0, decimals.index) : text
  return Number(`${integer.replace(/[.,]/g, '')}.${decimals?.[1] ?? '0'}`)
}

/** Reads a number word: 'twelve' is 12; null for 'a' and for everything that is not a number word. */
export function parseNumberWord(word: string): number | null {
  return word !== 'a' && Object.hasOwn(NUMBER_WORDS, word) ? (NUMBER_WORDS[word] ?? null) : null
}

function matchAmount(tokens: readonly Token[], from: number): Amount | null {
  const note = NOTES.at(tokens, from)
  if (note) return { ...note.value, length: note.length }
  const sign = CURRENCY_WORDS.at(tokens, from)
  let at = from + (sign?.length ?? 0)
  let currency = sign?.value
  const token = tokens[at]
  if (!token) return null
  const [, front = '', digits, back = ''] = /^(\p{L}*)(\d+(?:[.,]\d+)*)(\p{L}*)$/u.exec(token.raw) ?? []
  let value: number
  if (digits !== undefined) {
    const named = CURRENCY_WORDS.get(front.toLowerCase()) ?? CURRENCY_WORDS.get(back.toLowerCase())
    const isThousands = back.toLowerCase() === 'k'
    if ((front || (back && !isThousands)) && !named) return null
    currency ??= named
    value = parseNumber(digits) * (isThousands ? 1000 : 1)
    at++
  } else {
    const first = Object.hasOwn(NUMBER_WORDS, token.word) ? NUMBER_WORDS[token.word] : undefined
    const multiple = multipleOf(tokens[first === undefined ? at : at + 1])
    // 'a' and similar words are not amounts on their own.
    if (multiple === undefined && (first === undefined || first < 10)) return null
    value = (first ?? 1) * (multiple ?? 1)
    at += first !== undefined && multiple !== undefined ? 2 : 1
  }
  const after = tokens[at]?.isAfterBreak ? null : CURRENCY_WORDS.at(tokens, at)
  // In '50 £60' the sign belongs to the second amount.
  if (after && !(currency && /^\d/.test(tokens[at + after.length]?.raw ?? ''))) {
    currency ??= after.value
    at += after.length
  }
  if (currency === undefined && tokens[at] && !tokens[at]?.isAfterBreak && NOT_MONEY.at(tokens, at)) return null
  return value <= MAX_AMOUNT ? { minor: Math.round(value * UNIT), currency, length: at - from } : null
}

function multipleOf(token: Token | undefined): number | undefined {
  return token && Object.hasOwn(MULTIPLES, token.word) ? MULTIPLES[token.word] : undefined
}

/** Returns the start of a range's second amount, if there is one. */
function afterMiddle(tokens: readonly Token[], at: number, isBetween: boolean): number | null {
  const token = tokens[at]
  if (!token) return null
  if (/^\s*[-–—]\s*$/.test(token.gap)) return at
  const middle = MIDDLES.at(tokens, at)
  return middle && (isBetween || middle.value === 'any') ? at + middle.length : null
}

function matchRange(
  tokens: readonly Token[],
  from: number,
  isBetween: boolean,
): { low: Amount; high: Amount; length: number } | null {
  const low = matchAmount(tokens, from)
  const second = low && afterMiddle(tokens, from + low.length, isBetween)
  const high = second === null ? null : matchAmount(tokens, second)
  return low && high && second !== null ? { low, high, length: second + high.length - from } : null
}

/** Matches '15-30' in 'a belt 15-30': at least ten, too wide for a size, and not years. A size of the same length wins. */
function isBareRange(
  { low, high, length }: { low: Amount; high: Amount; length: number },
  tokens: readonly Token[],
  from: number,
) {
  const areDigits = [tokens[from], tokens[from + length - 1]].every((token) => /^\d{2,4}$/.test(token?.raw ?? ''))
  const areYears = [low, high].every(({ minor }) => minor >= 1_900 * UNIT && minor < 2_100 * UNIT)
  return areDigits && !areYears && low.minor >= 10 * UNIT && high.minor >= low.minor * BARE_RANGE
}

function bounded(bound: Bound, { minor, currency }: Amount): Price {
  const named = currency && { currency }
  if (bound === 'max') return { maxMinor: minor, ...named }
  if (bound === 'min') return { minMinor: minor, ...named }
  const rounded = (exact: number) => Math.min(MAX_AMOUNT * UNIT, Math.round(exact / UNIT) * UNIT)
  return { minMinor: rounded(minor * (1 - AROUND)), maxMinor: rounded(minor * (1 + AROUND)), isAround: true, ...named }
}

function skipBetween(tokens: readonly Token[], from: number): number {
  let at = from
  while (at < from + 2 && BETWEEN.has(tokens[at]?.word ?? '')) at++
  return at
}

function toPrice({ low, high }: { low: Amount; high: Amount }): Price {
  const currency = high.currency ?? low.currency
  return {
    minMinor: Math.min(low.minor, high.minor),
    maxMinor: Math.max(low.minor, high.minor),
    ...(currency && { currency }),
  }
}

/** Reads the price that starts at this token: 'under £80', 'between 20 and 50 dollars', '£50-£100', '80 quid max', '$40'. */
export function matchPrice(tokens: readonly Token[], from: number): { price: Price; length: number } | null {
  const between = RANGES.at(tokens, from)
  const first = between ? skipBetween(tokens, from + between.length) : from
  const range = matchRange(tokens, first, between !== null)
  if (range && (between || range.low.currency || range.high.currency || isBareRange(range, tokens, first)))
    return { price: toPrice(range), length: first + range.length - from }
  const before = BEFORE.at(tokens, from)
  const start = before ? skipBetween(tokens, from + before.length) : from
  const amount = matchAmount(tokens, start)
  if (!amount) return null
  const end = start + amount.length
  const after = tokens[end]?.isAfterBreak ? null : AFTER.at(tokens, end)
  const bound = before?.value ?? after?.value ?? (amount.currency && 'max')
  return bound ? { price: bounded(bound, amount), length: end + (after?.length ?? 0) - from } : null
}

/** Whether 'off' means a discount here: in '20 off dresses', but not in '20 off-white dresses'. */
const isOff = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.word === 'off' && !tokens[at]?.isAfterBreak && tokens[at + 1]?.word !== 'white'

/** Reads a minimum discount in percent. Null for a maximum ('up to 50% off'), which means only a sale. */
export function matchDiscount(
  tokens: readonly Token[],
  from: number,
): { percent: number | null; length: number } | null {
  // '£20 off' means a sale, whatever the percentage.
  const amount = matchAmount(tokens, from)
  if (amount?.currency && isOff(tokens, from + amount.length)) return { percent: null, length: amount.length + 1 }
  const off = OFF.at(tokens, from)
  const before = BEFORE.at(tokens, from + (off?.length ?? 0)) ?? RANGES.at(tokens, from + (off?.length ?? 0))
  let at = from + (off?.length ?? 0) + (before?.length ?? 0)
  const number = /^\d{1,2}$/.exec(tokens[at]?.raw ?? '')
  if (!number) return null
  at++
  const percent = PERCENT.at(tokens, at)
  at += percent?.length ?? 0
  const second = afterMiddle(tokens, at, true)
  const more = second !== null && /^\d{1,2}$/.test(tokens[second]?.raw ?? '') ? PERCENT.at(tokens, second + 1) : null
  if (second !== null && more) at = second + 1 + more.length
  if (!percent && !more && (off || !isOff(tokens, at))) return null
  const after = AFTER.at(tokens, at)
  const offAfter = OFF.at(tokens, at + (after?.length ?? 0))
  if (!off && !offAfter) return null
  at += offAfter ? (after?.length ?? 0) + offAfter.length : (after?.length ?? 0)
  const last = offAfter && !after ? AFTER.at(tokens, at) : null
  const isCeiling = before?.value === 'max' || after?.value === 'max'
  const value = Number(number[0])
  return { percent: isCeiling || value === 0 ? null : value, length: at + (last?.length ?? 0) - from }
}
