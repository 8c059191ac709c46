import { LRUCache } from 'lru-cache'

export interface RowFilter {
  /** Equal for filters with the same result. */
  key: string
  /**
   * Writes 1 or 0 for each of the first `count` rows: whether it passes. Each column type has its own loop, because a
   * function call per row costs more than the test.
   */
  test: (rows: Uint32Array, count: number, passed: Uint8Array) => void
}

/** A set of rows: one bit each. */
export type RowSet = Uint32Array

/** Cached sets have at most this size in total: 12 KB each in a catalogue of 100,000 products. */
const MAX_BYTES = 16_000_000
const CHUNK = 8_192
/** If fewer of the catalogue's rows matter, only they are tested, and the result is not cached. */
const FEW = 1 / 16

export const wordsFor = (rows: number): number => (rows + 31) >> 5

/** Finds and caches the rows that pass filters. A row never changes, so a cached set only has to add new rows. */
export class RowSets {
  readonly #kept = new LRUCache<string, { set: RowSet; rows: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ set }) => set.byteLength,
  })
  readonly #rows = new Uint32Array(CHUNK)
  readonly #passed = new Uint8Array(CHUNK)

  /**
   * Returns the rows that pass a filter.
   * @param among the rows that matter, of the first `rows` ones
   */
  passing(filter: RowFilter, among: RowSet, rows: number): RowSet {
    const kept = this.#kept.get(filter.key)
    if (!kept && sizeOf(among) < rows * FEW) return this.#passingOf(filter, among, rows)
    if (kept?.rows === rows) return kept.set
    const set = new Uint32Array(wordsFor(rows))
    if (kept) set.set(kept.set)
    for (let from = (kept?.rows ?? 0) & ~31; from < rows; from += CHUNK) {
      const count = Math.min(CHUNK, rows - from)
      for (let at = 0; at < count; at++) this.#rows[at] = from + at
      filter.test(this.#rows, count, this.#passed)
      for (let at = 0; at < count; at += 32) {
        let bits = 0
        for (let bit = Math.min(32, count - at); bit-- > 0;) bits = (bits << 1) | (this.#passed[at + bit] as number)
        set[(from + at) >> 5] = bits
      }
    }
    this.#kept.set(filter.key, { set, rows })
    return set
  }

  #passingOf({ test }: RowFilter, among: RowSet, rows: number): RowSet {
    const list = new Uint32Array(sizeOf(among))
    listRows(list, 0, among.length, (word) => among[word] as number)
    const passed = new Uint8Array(list.length)
    test(list, list.length, passed)
    const set = new Uint32Array(wordsFor(rows))
    for (let at = 0; at < list.length; at++) if (passed[at]) addRow(set, list[at] as number)
    return set
  }
}

export function addRow(set: RowSet, row: number): void {
  ;(set[row >>> 5] as number) |= 1 << (row & 31)
}

/** Writes the rows of 32-bit words to `rows` from position `at`, in order. @returns the position after them */
export function listRows(rows: Uint32Array, at: number, words: number, bitsOf: (word: number) => number): number {
  let next = at
  for (let word = 0; word < words; word++) {
    for (let bits = bitsOf(word); bits !== 0; bits &= bits - 1)
      rows[next++] = (word << 5) | (31 - Math.clz32(bits & -bits))
  }
  return next
}

function sizeOf(set: RowSet): number {
  let size = 0
  for (const word of set) {
    let bits = word
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    size += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return size
}

/** Rows that pass every filter, and for each facet the rows that fail only that facet, all in row order. */
export interface Sorted {
  found: Uint32Array
  onlyFailing: Uint32Array[]
}

/**
 * Sorts rows by the filters that they fail. Rows that fail more than one are left out.
 * @param facets the number of each filter's facet
 * @param into has room for all rows of `among`; the lists are parts of it
 */
export function sortRows(among: RowSet, facets: number[], passing: RowSet[], into: Uint32Array): Sorted {
  const words = among.length
  const [once, twice] = [new Uint32Array(words), new Uint32Array(words)]
  for (const set of passing) {
    for (let word = 0; word < words; word++) {
      const failing = ~(set[word] as number)
      ;(twice[word] as number) |= (once[word] as number) & failing
      ;(once[word] as number) |= failing
    }
  }
  let end = listRows(into, 0, words, (word) => (among[word] as number) & ~(once[word] as number))
  const found = into.subarray(0, end)
  const onlyFailing: Uint32Array[] = []
  for (const [at, facet] of facets.entries()) {
    const set = passing[at] as RowSet
    const start = end
    end = listRows(
      into,
      start,
      words,
      (word) => (among[word] as number) & ~(twice[word] as number) & ~(set[word] as number),
    )
    onlyFailing[facet] = into.subarray(start, end)
  }
  return { found, onlyFailing }
}
