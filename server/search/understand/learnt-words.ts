import { spellOut } from '#server/catalogue/spell-out.ts'
import { isOneErrorApart } from '../index/vocabulary.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { parseWords } from '../parse-words.ts'
import type { Meaning } from './meaning.ts'
import { matchSizes } from './match-sizes.ts'
import { parseTokens, type Token } from './parse-tokens.ts'

/** A brand label or tag from partners. */
export interface LearntName {
  kind: 'brand' | 'idea'
  /** Slug of a brand, or the tag itself. */
  value: string
  name: string
  /** Whether the label's owner uses it. Otherwise it is only text that some partners write. */
  isOwned: boolean
}

/** The phrases for a name in sentences. */
export interface LearntEntry extends Omit<LearntName, 'name'> {
  phrases: LearntPhrase[]
  /** Words that identify the brand alone if no other brand has them: 'Splitridge' of Splitridge Running. */
  distinctive: string[]
}

interface LearntPhrase {
  /** The words as in tokens, joined by spaces. */
  words: string
  /** The words that are not sizes, numbers, signs or single letters. */
  telling: string[]
}

/** Words that partners' names cannot take over. */
export interface KnownWords {
  /** Every word of the curated lists and of the categories. */
  vocabulary: ReadonlySet<string>
  /** Words that name a category, colour, material, idea or audience. */
  things: ReadonlySet<string>
}

const MAX_WORDS = 8
const DISTINCTIVE = 5
/** Shorter words are too often one letter away from another word. */
const MIN_TYPO = 5
const COMMON_IN_BRANDS = new Set(PHRASES.common_in_brands.flatMap(parseWords))

/** Returns a name, and its version with 'and' for '&', each also with 'ue' for 'ü'. */
export const spellings = (name: string): string[] =>
  (name.includes('&') ? [name, name.replaceAll('&', ' and ')] : [name]).flatMap((each) =>
    [each, spellOut(each)].filter(Boolean),
  )

/**
 * Analyses a name. It depends on nothing else, so any thread can do it. Names without a telling word have no phrases.
 */
export function analyseName({ kind, value, name, isOwned }: LearntName): LearntEntry {
  const phrases = spellings(name).flatMap((spelling): LearntPhrase[] => {
    const words = parseTokens(spelling).map(({ word }) => word)
    const telling = words.flatMap((word) => word.split(' ')).filter(isTelling)
    return words.length <= MAX_WORDS && telling.length ? [{ words: words.join(' '), telling }] : []
  })
  const distinctive =
    kind === 'brand' && isOwned && phrases.length
      ? [...new Set(parseWords(name))].filter((word) => word.length >= DISTINCTIVE && !COMMON_IN_BRANDS.has(word))
      : []
  return { kind, value, isOwned, phrases, distinctive }
}

const isTelling = (word: string): boolean => /^\p{L}{2,}$/u.test(word) && matchSizes(parseTokens(word), 0) === null

/**
 * The names from the catalogue's partners: brands and tags. They are added and removed individually. A name is matched
 * only if the sentence has a word outside the vocabulary, so names never change the meaning of a sentence of known
 * words. A name without an owner must not contain a word for a thing.
 */
export class LearntWords {
  readonly #phrases = new Map<string, LearntEntry[]>()
  readonly #distinctive = new Map<string, LearntEntry[]>()
  /** Words of brands by their first letter, with the number of names that have each. */
  readonly #brandWords = new Map<string, Map<string, number>>()

  add(entry: LearntEntry): void {
    for (const { words } of entry.phrases) insert(this.#phrases, words, entry)
    for (const word of entry.distinctive) insert(this.#distinctive, word, entry)
    for (const word of brandWordsOf(entry)) {
      const counts = this.#brandWords.get(word[0] as string) ?? new Map<string, number>()
      this.#brandWords.set(word[0] as string, counts.set(word, (counts.get(word) ?? 0) + 1))
    }
  }

  /** Removes an added entry, which must be the same object. */
  remove(entry: LearntEntry): void {
    for (const { words } of entry.phrases) take(this.#phrases, words, entry)
    for (const word of entry.distinctive) take(this.#distinctive, word, entry)
    for (const word of brandWordsOf(entry)) {
      const counts = this.#brandWords.get(word[0] as string)
      const count = counts?.get(word) ?? 0
      if (count > 1) counts?.set(word, count - 1)
      else counts?.delete(word)
    }
  }

  /** The number of phrases and words. */
  get size(): number {
    return this.#phrases.size + this.#distinctive.size
  }

  /** Returns the longest name that begins at this token. */
  at(
    tokens: readonly Token[],
    from: number,
    known: KnownWords,
  ): { value: readonly Meaning[]; length: number; isOwned: boolean } | null {
    let found: ReturnType<LearntWords['at']> = null
    let words = ''
    for (let length = 1; length <= MAX_WORDS; length++) {
      const token = tokens[from + length - 1]
      if (!token || (length > 1 && token.isAfterBreak)) break
      words = length === 1 ? token.word : `${words} ${token.word}`
      const entry = this.#named(words, known) ?? (length === 1 ? this.#byDistinctive(words, known) : undefined)
      if (entry) found = { value: [meaningOf(entry)], length, isOwned: entry.isOwned }
    }
    return found
  }

  hasBrandWord(word: string): boolean {
    return this.#brandWords.get(word[0] ?? '')?.has(word) === true
  }

  /** Returns the only brand word that is one typing error away, with the same first letter. */
  nearestBrandWord(typed: string): string | null {
    if (typed.length < MIN_TYPO) return null
    const near = [...(this.#brandWords.get(typed[0] ?? '')?.keys() ?? [])].filter(
      (word) => word.length >= MIN_TYPO && isOneErrorApart(typed, word),
    )
    return near.length === 1 ? (near[0] ?? null) : null
  }

  #named(words: string, { vocabulary, things }: KnownWords): LearntEntry | undefined {
    return this.#phrases.get(words)?.find(({ isOwned, phrases }) => {
      const telling = phrases.find((phrase) => phrase.words === words)?.telling ?? []
      return telling.some((word) => !vocabulary.has(word)) && (isOwned || !telling.some((word) => things.has(word)))
    })
  }

  #byDistinctive(word: string, { vocabulary }: KnownWords): LearntEntry | undefined {
    const [entry, another] = this.#distinctive.get(word) ?? []
    return another || vocabulary.has(word) ? undefined : entry
  }
}

/**
 * Returns an entry's meaning. A label without an owner is only text: as a filter, two stores that use it could claim
 * the word.
 */
const meaningOf = ({ kind, value, isOwned }: LearntEntry): Meaning =>
  kind === 'brand' && !isOwned ? { kind: 'text', value: '' } : { kind, value }

const brandWordsOf = ({ kind, phrases }: LearntEntry): Set<string> =>
  new Set(kind === 'brand' ? phrases.flatMap(({ telling }) => telling) : [])

/**
 * Whether an entry comes before another: brands before tags, owned names before others, then by value, so that the
 * order of insertion does not matter.
 */
const isBefore = (a: LearntEntry, b: LearntEntry): boolean => {
  if (a.kind !== b.kind) return a.kind === 'brand'
  return a.isOwned === b.isOwned ? a.value < b.value : a.isOwned
}

function insert(map: Map<string, LearntEntry[]>, key: string, entry: LearntEntry): void {
  const entries = map.get(key) ?? []
  if (entries.includes(entry)) return
  const at = entries.findIndex((other) => isBefore(entry, other))
  map.set(key, entries.toSpliced(at < 0 ? entries.length : at, 0, entry))
}

function take(map: Map<string, LearntEntry[]>, key: string, entry: LearntEntry): void {
  const left = (map.get(key) ?? []).filter((other) => other !== entry)
  if (left.length) map.set(key, left)
  else map.delete(key)
}
