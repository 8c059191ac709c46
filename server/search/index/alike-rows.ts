import { LRUCache } from 'lru-cache'
import { nearest, wantedOf, type Wanted } from '../appearance-distance.ts'
import type { GrowingBytes } from './growing.ts'
import { narrow } from './narrow-rows.ts'

/** Cached looks: a shopper who searches by picture also pages and filters. */
const KEPT_LOOKS = 8
const UNKNOWN = 65_535
const NOT_ALIKE = 65_534

interface Look {
  wanted: Wanted
  /** Distances by row, in tenths of Lab units. A row never changes, so a computed distance stays valid. */
  away: Uint16Array
}

/** Computes and caches the distances of rows from the requested looks. */
export class AlikeRows {
  readonly #appearances: GrowingBytes
  readonly #looks = new LRUCache<string, Look>({ max: KEPT_LOOKS })

  constructor(appearances: GrowingBytes) {
    this.#appearances = appearances
  }

  /** Keeps those of the first `count` rows that look alike. @returns their number and each row's distance; null if the look is empty. */
  keep(looksLike: string, rows: Uint32Array, count: number): { count: number; away: Uint16Array } | null {
    const look = this.#lookFor(looksLike)
    if (!look) return null
    const { wanted, away } = look
    const { starts, bytes } = this.#appearances
    const left = narrow(rows, count, (row) => {
      let known = away[row] as number
      if (known === UNKNOWN) {
        const found = nearest(wanted, bytes.values, starts.values[row] as number, starts.values[row + 1] as number)
        known = found < 0 ? NOT_ALIKE : found
        away[row] = known
      }
      return known !== NOT_ALIKE
    })
    return { count: left, away }
  }

  #lookFor(looksLike: string): Look | null {
    const rows = this.#appearances.starts.length - 1
    const kept = this.#looks.get(looksLike)
    if (kept && kept.away.length >= rows) return kept
    const wanted = wantedOf(looksLike)
    if (!wanted) return null
    const away = new Uint16Array(Math.ceil(rows * 1.1) + 1024).fill(UNKNOWN)
    if (kept) away.set(kept.away)
    const look = { wanted, away }
    this.#looks.set(looksLike, look)
    return look
  }
}
