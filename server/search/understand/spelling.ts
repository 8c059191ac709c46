import { LRUCache } from 'lru-cache'
import { parseWords } from '../parse-words.ts'

/** A word that typed words are compared with. */
export interface KnownWord {
  /** The word as in tokens. */
  word: string
  /** Its spelling, if it differs from the word: 'womens' for 'woman'. */
  written?: string
  /**
   * Whether it names a thing ('coat'), a property ('navy', 'linen'), a colour only in front of a thing ('ecru', 'rose'),
   * a person, something else, or nothing but a part of a phrase ('cross').
   */
  role: 'kind' | 'attribute' | 'shade' | 'person' | 'other' | 'part'
}

export interface Candidate extends KnownWord {
  /** Weighted typing errors: 1 for a typical one. */
  cost: number
}

interface Spelt extends KnownWord {
  spelt: string
  letters: number
  sound: string
}

const MIN_LENGTH = 3
const MAX_LENGTH = 30
const MAX_FOUND = 500
/**
 * Shorter words are too often one letter away from another word, so they are only corrected to things and properties.
 */
const MIN_LENGTH_OF_OTHERS = 5
/** Words of at least this length may have two typing errors. */
const MIN_LENGTH_OF_TWO = 7
/** The extra cost of an error in the first letter, because people rarely mistype it. */
const FIRST_LETTER = 0.4
const COST = { swapped: 0.8, doubled: 0.7, missing: 0.9, other: 1 }
const SECOND_ERROR = 0.6
const VOWELS = /[aeiou]y$/
/** Words that sound alike are typed by ear: 'neckless', 'perls'. Words with fewer sounds are too often alike by chance. */
const COST_BY_EAR = 1.5
/** The same letters in another order, beyond two neighbours that swapped: 'demin'. */
const COST_SHUFFLED = 1.1
/**
 * Words typed without their vowels, as in text messages: 'blk', 'drss'. Three letters would too often mean something
 * other than a garment: 'pls'.
 */
const WITHOUT_VOWELS = { attribute: /^[^aeiou]{3,}$/, kind: /^[^aeiou]{4,}$/ }
const COST_WITHOUT_VOWELS = 0.6
/** Makes inaudible errors cheaper: 'wite' is more likely white than wide. */
const BY_EAR = 0.8
const MAX_BY_EAR = 3
const MIN_SOUNDS = 4
const MIN_LETTERS = 5

/**
 * Finds the likely corrections of a misspelt word, by weighted optimal string alignment (Damerau 1964; Boytsov 2011).
 */
export class Spelling {
  readonly #byLength = new Map<number, Spelt[]>()
  readonly #bySound = new Map<string, Spelt[]>()

  readonly #byLetters = new Map<string, Spelt[]>()
  readonly #isEnglish: boolean
  /** A sentence is corrected in several steps, which look up the same words. */
  readonly #found = new LRUCache<string, readonly Candidate[]>({ max: MAX_FOUND })

  /** @param isEnglish whether the words sound as in English */
  constructor(words: Iterable<KnownWord>, { isEnglish = true } = {}) {
    this.#isEnglish = isEnglish
    const seen = new Set<string>()
    for (const known of words) {
      if (known.word.length < MIN_LENGTH || known.word.length > MAX_LENGTH || !/^\p{L}+$/u.test(known.word)) continue
      // The typed word may be a plural with an error in its ending.
      for (const spelt of known.written === undefined ? [known.word, ...pluralsOf(known.word)] : [known.written]) {
        if (seen.has(spelt)) continue
        seen.add(spelt)
        const list = this.#byLength.get(spelt.length) ?? []
        const sound = soundOf(spelt)
        const entry = { ...known, spelt, letters: lettersOf(spelt), sound }
        list.push(entry)
        this.#byLength.set(spelt.length, list)
        this.#byLetters.set(sorted(spelt), [...(this.#byLetters.get(sorted(spelt)) ?? []), entry])
        if (known.role === 'kind' || known.role === 'attribute')
          this.#bySound.set(sound, [...(this.#bySound.get(sound) ?? []), entry])
      }
    }
  }

  /**
   * Returns the words at most two typing errors away, or one for words of fewer than seven letters, the nearest first.
   * Also returns things and properties that sound the same. @param typed in lower case, without accents
   */
  candidates(typed: string): readonly Candidate[] {
    if (typed.length < MIN_LENGTH || typed.length > MAX_LENGTH) return []
    const found = this.#found.get(typed) ?? this.#near(typed)
    this.#found.set(typed, found)
    return found
  }

  #near(typed: string): Candidate[] {
    const most = typed.length < MIN_LENGTH_OF_TWO ? 1 : 2
    const letters = lettersOf(typed)
    const sound = this.#isEnglish ? soundOf(typed) : ''
    const best = new Map<string, Candidate>()
    for (let length = typed.length - most; length <= typed.length + most; length++) {
      for (const { spelt, letters: bits, sound: heard, word, role } of this.#byLength.get(length) ?? []) {
        // An error changes at most two of the letters that occur in a word.
        if (bitsOf(bits ^ letters) > 2 * most) continue
        if (role === 'other' && Math.min(spelt.length, typed.length) < MIN_LENGTH_OF_OTHERS) continue
        const errors = costOf(typed, spelt, most)
        const cost = errors !== null && heard === sound ? errors * BY_EAR : errors
        if (cost === null || cost >= (best.get(word)?.cost ?? Infinity)) continue
        best.set(word, { word, role, cost })
      }
    }
    for (const { spelt, word, role } of sound.length < MIN_SOUNDS || typed.length < MIN_LETTERS
      ? []
      : (this.#bySound.get(sound) ?? []))
      if (COST_BY_EAR < (best.get(word)?.cost ?? Infinity) && costOf(typed, spelt, MAX_BY_EAR) !== null)
        best.set(word, { word, role, cost: COST_BY_EAR })
    for (const { spelt, word, role } of this.#bySound.get(sound) ?? [])
      if (
        (role === 'attribute' || role === 'kind') &&
        WITHOUT_VOWELS[role].test(typed) &&
        spelt[0] === typed[0] &&
        hasInOrder(spelt, typed)
      )
        best.set(word, { word, role, cost: COST_WITHOUT_VOWELS })
    for (const { spelt, word, role } of typed.length < MIN_LETTERS ? [] : (this.#byLetters.get(sorted(typed)) ?? []))
      if (!best.has(word) && spelt[0] === typed[0]) best.set(word, { word, role, cost: COST_SHUFFLED })
    return [...best.values()].sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1))
  }
}

/** Returns possible spellings of a word's plural. Each is read as the word. */
const pluralsOf = (word: string): string[] => {
  const spellings = [
    `${word}s`,
    `${word}es`,
    ...(word.endsWith('y') && !VOWELS.test(word) ? [`${word.slice(0, -1)}ies`] : []),
  ]
  if (word === 'scarf') spellings.push('scarves')
  return spellings.filter((plural) => parseWords(plural).join(' ') === word)
}

/** Whether a word has all these letters in this order, perhaps with others between them. */
function hasInOrder(word: string, letters: string): boolean {
  let at = 0
  for (const letter of word) if (letter === letters[at]) at++
  return at === letters.length
}

const sorted = (word: string): string => [...word].sort().join('')

/** Spellings of English consonants, in this order, by how they sound. */
const SOUNDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/ph/g, 'f'],
  [/t?ch/g, 'C'],
  [/sh|[cst]i(?=[aou])/g, 'S'],
  [/th/g, 'T'],
  [/gh/g, ''],
  [/d?g(?=[eiy])/g, 'j'],
  [/s?c(?=[eiy])/g, 's'],
  [/c?k|c|q/g, 'k'],
  [/x/g, 'ks'],
  [/z/g, 's'],
]

/** Returns the consonants that are heard, and whether it begins with a vowel: 'nkls' for 'necklace'. */
function soundOf(word: string): string {
  const heard = SOUNDS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word)
  return (
    (/^[aeiou]/.test(word) ? 'A' : '') +
    heard
      .replace(/(?<!^)[hw]/g, '')
      .replace(/[aeiouy]/g, '')
      .replace(/(.)\1+/g, '$1')
  )
}

const CODE_OF_A = 97
/** Returns the letters that occur, one bit each. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << ((word.charCodeAt(at) - CODE_OF_A) & 31)
  return letters
}

function bitsOf(bits: number): number {
  let count = 0
  for (let left = bits; left; left &= left - 1) count++
  return count
}

/** Whether a typed word is the meant one, with at most one typing error. */
export const isNear = (typed: string, meant: string): boolean =>
  Math.abs(typed.length - meant.length) <= 1 && costOf(typed, meant, 1) !== null

/** Creates a row of the table of `costOf`: the least cost of each prefix of `meant`, and its number of errors. */
const rowOfTable = () => ({ errors: new Uint8Array(MAX_LENGTH + 2), cost: new Float64Array(MAX_LENGTH + 2) })
let [row, last, before] = [rowOfTable(), rowOfTable(), rowOfTable()]

/** Returns the weighted errors between `meant` and `typed`, which have at most MAX_LENGTH letters; null above `most`. */
function costOf(typed: string, meant: string, most: number): number | null {
  if (meant.length > MAX_LENGTH + 1) return null
  for (let at = 0; at <= typed.length; at++) {
    row.cost.fill(Infinity)
    if (at === 0) [row.cost[0], row.errors[0]] = [0, 0]
    const letter = typed.charCodeAt(at - 1)
    for (let to = Math.max(0, at - most); to <= Math.min(meant.length, at + most); to++) {
      if (at === 0 && to === 0) continue
      const wanted = meant.charCodeAt(to - 1)
      if (at > 0 && to > 0) {
        if (letter === wanted) reach(to, last, to - 1, 0)
        else addError(to, last, to - 1, COST.other + (at <= 1 && to <= 1 ? FIRST_LETTER : 0))
      }
      // An extra letter.
      if (at > 0)
        addError(
          to,
          last,
          to,
          (at > 1 && letter === typed.charCodeAt(at - 2) ? COST.doubled : COST.other) + (at === 1 ? FIRST_LETTER : 0),
        )
      // A missing letter.
      if (to > 0)
        addError(
          to,
          row,
          to - 1,
          (to > 1 && wanted === meant.charCodeAt(to - 2) ? COST.doubled : COST.missing) + (to === 1 ? FIRST_LETTER : 0),
        )
      if (
        at > 1 &&
        to > 1 &&
        letter !== wanted &&
        letter === meant.charCodeAt(to - 2) &&
        typed.charCodeAt(at - 2) === wanted
      )
        addError(to, before, to - 2, COST.swapped + (at === 2 ? FIRST_LETTER / 2 : 0))
    }
    ;[row, last, before] = [before, row, last]
  }
  const cost = last.cost[meant.length] ?? Infinity
  return cost < Infinity && (last.errors[meant.length] as number) <= most ? cost : null
}

function addError(to: number, from: typeof row, place: number, cost: number): void {
  reach(to, from, place, cost + ((from.errors[place] as number) > 0 ? SECOND_ERROR : 0), 1)
}

function reach(to: number, from: typeof row, place: number, cost: number, errors = 0): void {
  const sum = (from.cost[place] as number) + cost
  if (sum >= (row.cost[to] as number)) return
  row.cost[to] = sum
  row.errors[to] = (from.errors[place] as number) + errors
}
