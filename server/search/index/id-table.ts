import { Growing } from './growing.ts'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Stores the UUID of each row in 16 bytes, and finds rows by UUID. For a million rows it saves hundreds of megabytes
 * compared with a Map of strings.
 */
export class IdTable {
  readonly #words = new Growing(Uint32Array)
  /** A hash table with open addressing: row + 1, or 0 for a free slot. */
  #places = new Uint32Array(4096)
  #used = 0

  get length(): number {
    return this.#words.length / 4
  }

  /**
   * @returns the row of the new id. An id that occurs twice is found by its newest row
   */
  push(id: string): number {
    const row = this.length
    for (const word of wordsOf(id)) this.#words.push(word)
    if (this.#used * 2 >= this.#places.length) this.#enlarge()
    this.#put(row)
    return row
  }

  /** Returns the newest row of an id, or -1. */
  find(id: string): number {
    const words = wordsOf(id)
    for (let place = this.#hash(words) & (this.#places.length - 1); ; place = (place + 1) & (this.#places.length - 1)) {
      const row = (this.#places[place] ?? 0) - 1
      if (row < 0) return -1
      if (this.#isSame(row, words)) return row
    }
  }

  idOf(row: number): string {
    const hex: string[] = []
    for (let at = row * 4; at < row * 4 + 4; at++) {
      const word = this.#words.values[at] ?? 0
      hex.push(
        HEX[word >>> 24] ?? '',
        HEX[(word >>> 16) & 255] ?? '',
        HEX[(word >>> 8) & 255] ?? '',
        HEX[word & 255] ?? '',
      )
    }
    const text = hex.join('')
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
  }

  /** Compares two rows by id: negative if the first row's id sorts first. */
  compare(a: number, b: number): number {
    const words = this.#words.values
    for (let at = 0; at < 4; at++) {
      const difference = (words[a * 4 + at] ?? 0) - (words[b * 4 + at] ?? 0)
      if (difference) return difference
    }
    return 0
  }

  #put(row: number): void {
    const words = this.#words.values.subarray(row * 4, row * 4 + 4)
    for (let place = this.#hash(words) & (this.#places.length - 1); ; place = (place + 1) & (this.#places.length - 1)) {
      const other = (this.#places[place] ?? 0) - 1
      if (other >= 0 && !this.#isSame(other, words)) continue
      if (other < 0) this.#used++
      this.#places[place] = row + 1
      return
    }
  }

  #enlarge(): void {
    this.#places = new Uint32Array(this.#places.length * 4)
    this.#used = 0
    for (let row = 0; row < this.length; row++) this.#put(row)
  }

  #isSame(row: number, words: ArrayLike<number>): boolean {
    for (let at = 0; at < 4; at++) if (this.#words.values[row * 4 + at] !== words[at]) return false
    return true
  }

  /** The last two words of a UUID are random. Mixing in the others costs nothing. */
  #hash(words: ArrayLike<number>): number {
    let hash = 0
    for (let at = 0; at < 4; at++) hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1)
    return (hash ^ (hash >>> 15)) >>> 0
  }
}

function wordsOf(id: string): number[] {
  const hex = id.replaceAll('-', '')
  return [0, 8, 16, 24].map((at) => parseInt(hex.slice(at, at + 8), 16) >>> 0)
}
