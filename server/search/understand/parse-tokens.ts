import { toSearchText } from '#server/catalogue/search-text.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { parseWords } from '../parse-words.ts'

/** A word, a number or a sign of a sentence. */
export interface Token {
  /** As typed. */
  raw: string
  /**
   * The word for comparison: as from `parseWords`, but plurals with a meaning of their own stay. A sign stays as it is.
   */
  word: string
  start: number
  end: number
  /** The text between this token and the previous one. */
  gap: string
  /** Whether a comma, full stop or similar sign stands before it. Phrases do not continue across it. */
  isAfterBreak: boolean
  /** The language that the word was translated from. */
  language?: 'fr' | 'de' | 'es' | 'it'
  /** Whether the word was misspelt and has been corrected. */
  isCorrected?: true
}

const TOKEN = /[£$€%+<>≤≥~"″]|\d+(?:[.,]\d+)*[\p{L}\p{M}\p{N}]*|[\p{L}\p{M}\p{N}]+(?:['’‘`´][\p{L}\p{M}]+)*/gu
const LETTERS = /^\p{L}+$/u
const BREAK = /[,;:.!?()\n|]/
const PLURALS = new Set(PHRASES.plural_only.map((word) => toSearchText(word)))

function wordOf(raw: string): string {
  const plain = toSearchText(raw)
  return PLURALS.has(plain) ? plain : parseWords(raw).join(' ')
}

/**
 * Returns the tokens of a text, with compounds joined ('t-shirt' is one). Leaves out parts without a word (emoji,
 * brackets).
 */
export function parseTokens(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: raw, index: start } of text.matchAll(TOKEN)) {
    const gap = text.slice(end, start)
    end = start + raw.length
    const before = tokens.at(-1)
    const joined =
      before && (gap === ' ' || gap === '-') && LETTERS.test(before.raw) && LETTERS.test(raw)
        ? parseWords(`${before.raw} ${raw}`)
        : []
    if (before && joined.length === 1) {
      tokens[tokens.length - 1] = { ...before, raw: text.slice(before.start, end), word: joined[0] ?? '', end }
      continue
    }
    const word = wordOf(raw) || (/[\p{L}\p{N}]/u.test(raw) ? '' : raw)
    if (word !== '') tokens.push({ raw, word, start, end, gap, isAfterBreak: BREAK.test(gap) })
  }
  return tokens
}

/** Values by the phrases that stand for them. */
export class PhraseBook<Value> {
  readonly #values = new Map<string, Value>()
  #longest = 0

  /** Returns the words of a phrase as one text; empty if it has none. */
  static wordsOf(phrase: string): string {
    return parseTokens(phrase)
      .map(({ word }) => word)
      .join(' ')
  }

  /** Adds a phrase. An existing entry stays. @returns whether it was new. */
  add(phrase: string, value: Value): boolean {
    const tokens = parseTokens(phrase)
    const words = tokens.map(({ word }) => word).join(' ')
    if (words === '' || this.#values.has(words)) return false
    this.#values.set(words, value)
    this.#longest = Math.max(this.#longest, tokens.length)
    return true
  }

  addAll(phrases: readonly string[], value: Value): this {
    for (const phrase of phrases) this.add(phrase, value)
    return this
  }

  get(words: string): Value | undefined {
    return this.#values.get(words)
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries()
  }

  /** Returns the longest phrase that begins at this token. */
  at(tokens: readonly Token[], from: number): { value: Value; length: number } | null {
    let found: { value: Value; length: number } | null = null
    let words = ''
    for (let length = 1; length <= this.#longest; length++) {
      const token = tokens[from + length - 1]
      if (!token || (length > 1 && token.isAfterBreak)) break
      words = length === 1 ? token.word : `${words} ${token.word}`
      const value = this.#values.get(words)
      if (value !== undefined) found = { value, length }
    }
    return found
  }
}

/** Names of things. A correction may have several words ('ankle boot'). The last one is the thing. */
export class Heads extends Set<string> {
  override has(word: string): boolean {
    return super.has(word) || super.has(headOf(word))
  }
}

/** Returns the last word: 'boot' of 'ankle boot'. */
export const headOf = (words: string): string => words.slice(words.lastIndexOf(' ') + 1)

/** Returns every word of some phrases, as tokens have them. */
export const everyWordOf = (phrases: readonly string[]): Set<string> =>
  new Set(phrases.flatMap((phrase) => parseTokens(phrase).map(({ word }) => word)))
