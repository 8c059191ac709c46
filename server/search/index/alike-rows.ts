import { LRUCache } from 'lru-cache'
import { nearest, wantedOf, type Wanted } from '../appearance-distance.ts'
import type { GrowingBytes } from './growing.ts'
import { narrow } from './narrow-rows.ts'

/** Looks that are remembered: whoever searches by one turns pages and sets filters. */
const KEPT_LOOKS = 8
const UNKNOWN = 65_535
const NOT_ALIKE = 65_534

interface Look {
  wanted: Wanted
  /** By row, in tenths of Lab units. A row never changes, so what was compared once stays true. */
  away: Uint16Array
}

/** How far rows are from looks that somebody asked for. */
export class AlikeRows {
  readonly #appearances: GrowingBytes
  readonly #looks = new LRUCache<string, Look>({ max: KEPT_LOOKS })

  constructor(appearances: GrowingBytes) {
    this.#appearances = appearances
  }

  /** Leaves those of the first `count` rows that look alike. @returns how many they are, and how far each row is; null if the look says nothing. */
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
