/** The rows with a term, in order: the distance from the previous row and the field, as variable-length bytes. */
interface Posting {
  bytes: Uint8Array
  length: number
  lastRow: number
  rows: number
}

/** All terms of products, and the rows that have them. Rows are only appended. */
export class Vocabulary {
  readonly #postings = new Map<string, Posting>()
  /**
   * Sorted terms for prefixes, and terms by length for typing errors. Built on demand, and dropped when a new term is
   * added.
   */
  #sorted: string[] | null = null
  #byLength: Map<number, string[]> | null = null

  add(term: string, row: number, field: number): void {
    let posting = this.#postings.get(term)
    if (!posting) {
      posting = { bytes: new Uint8Array(8), length: 0, lastRow: 0, rows: 0 }
      this.#postings.set(term, posting)
      this.#sorted = null
      this.#byLength = null
    }
    if (posting.length + 5 > posting.bytes.length) {
      const grown = new Uint8Array(Math.ceil(posting.bytes.length * 1.5) + 8)
      grown.set(posting.bytes)
      posting.bytes = grown
    }
    let value = (row - posting.lastRow) * 4 + field
    while (value > 127) {
      posting.bytes[posting.length++] = (value & 127) | 128
      value >>>= 7
    }
    posting.bytes[posting.length++] = value
    posting.lastRow = row
    posting.rows++
  }

  /** Raises points[row] to at least the points of the term's field, for every row that has it. */
  score(term: string, pointsOfField: readonly number[], points: Uint8Array): void {
    const posting = this.#postings.get(term)
    if (!posting) return
    const { bytes, length } = posting
    const [worth0 = 0, worth1 = 0, worth2 = 0, worth3 = 0] = pointsOfField
    let row = 0
    for (let at = 0; at < length;) {
      let byte = bytes[at++] as number
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] as number
        value |= (byte & 127) << shift
      }
      row += value >>> 2
      const field = value & 3
      const worth = field === 0 ? worth0 : field === 1 ? worth1 : field === 2 ? worth2 : worth3
      if (worth > (points[row] as number)) points[row] = worth
    }
  }

  hasLive(term: string, isLive: Uint8Array): boolean {
    const posting = this.#postings.get(term)
    if (!posting) return false
    let row = 0
    for (let at = 0; at < posting.length;) {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = posting.bytes[at++] as number
        value |= (byte & 127) << shift
        if (byte < 128) break
      }
      row += value >>> 2
      if (isLive[row]) return true
    }
    return false
  }

  /** The number of rows that have had the term. */
  rowsOf(term: string): number {
    return this.#postings.get(term)?.rows ?? 0
  }

  withPrefix(prefix: string): string[] {
    this.#sorted ??= [...this.#postings.keys()].filter((term) => !term.includes('_')).sort()
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] as string) < prefix) low = middle + 1
      else high = middle
    }
    const found: string[] = []
    for (let at = low; at < this.#sorted.length && (this.#sorted[at] as string).startsWith(prefix); at++)
      found.push(this.#sorted[at] as string)
    return found
  }

  /** Returns terms that are one typing error away (an extra, missing or wrong letter, or two swapped). */
  nearest(typed: string): string[] {
    return [-1, 0, 1].flatMap((more) =>
      this.ofLength(typed.length + more).filter((term) => isOneErrorApart(typed, term)),
    )
  }

  ofLength(length: number): string[] {
    if (!this.#byLength) {
      this.#byLength = new Map()
      for (const term of this.#postings.keys()) {
        if (term.includes('_')) continue
        const list = this.#byLength.get(term.length)
        if (list) list.push(term)
        else this.#byLength.set(term.length, [term])
      }
    }
    return this.#byLength.get(length) ?? []
  }
}

/** In words of at least this length, two letters swapped across a third are also accepted: 'sandle' is a sandal. */
const MIN_TWO_ERRORS = 6

/**
 * Returns terms and further words that are one typing error away. For long words, also returns those of the same length
 * with the same beginning and the same letters except one.
 */
export function nearestOf(typed: string, vocabulary: Vocabulary, others: ReadonlySet<string>): string[] {
  const near = [
    ...new Set([...vocabulary.nearest(typed), ...[...others].filter((word) => isOneErrorApart(typed, word))]),
  ]
  if (typed.length < MIN_TWO_ERRORS) return near
  const shuffled = [...vocabulary.ofLength(typed.length), ...others].filter(
    (word) => word.length === typed.length && word !== typed && isShuffled(word, typed),
  )
  return [...new Set([...near, ...shuffled])]
}

/** Whether two words have the same first three letters, and the same others except one, in any order. */
function isShuffled(word: string, typed: string): boolean {
  if (!word.startsWith(typed.slice(0, 3))) return false
  const left = [...typed.slice(3)]
  for (const letter of word.slice(3)) {
    const at = left.indexOf(letter)
    if (at >= 0) left.splice(at, 1)
  }
  return left.length <= 1
}

/**
 * Whether the optimal string alignment distance is exactly 1: without the common prefix and suffix, at most one letter
 * or two swapped ones remain.
 */
export function isOneErrorApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [restA, restB] = [endA - start, endB - start]
  if (restA <= 1 && restB <= 1) return true
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}
