import { LRUCache } from 'lru-cache'
import { nextStart, startBefore } from './local-clock.ts'

const QUARTER_MS = 900_000

/**
 * A part of a period: rollups of whole months, days or quarter hours, or raw rows. Times in ms; `from` is included,
 * `to` is not.
 */
export interface Piece {
  level: Level | 'raw'
  from: number
  to: number
}

type Level = 'month' | 'day' | 'quarter'

interface Rolled {
  /** The time zone of the rollups' days and months. */
  timeZone: string
  /** Finest level first. */
  levels?: readonly Level[]
  /** The end of the rollups: the start of a quarter hour. */
  settledTo?: number
}

/** Splits a period into whole months, with whole days and quarter hours at both ends, and raw rows for the rest. */
export function piecesOf(
  from: number,
  to: number,
  { timeZone, levels = ['quarter', 'day', 'month'], settledTo = Infinity }: Rolled,
): Piece[] {
  const before: Piece[] = []
  const after: Piece[] = []
  let level: Piece['level'] = 'raw'
  let left = { from, to }
  for (const coarser of levels) {
    const aligned = alignedSpan(coarser, timeZone, left.from, level === 'raw' ? Math.min(to, settledTo) : left.to)
    if (aligned.from >= aligned.to) break
    before.push({ level, from: left.from, to: aligned.from })
    after.unshift({ level, from: aligned.to, to: left.to })
    level = coarser
    left = aligned
  }
  return [...before, { level, ...left }, ...after].filter((piece) => piece.from < piece.to)
}

/** Returns the days or months of a zone that overlap a period. */
export function touchedBy(unit: 'day' | 'month', timeZone: string, from: number, to: number) {
  const touched: Array<{ from: number; to: number }> = []
  for (let start = startOf(unit, timeZone, from); start < to;) {
    const next = nextOf(unit, timeZone, start)
    touched.push({ from: start, to: next })
    start = next
  }
  return touched
}

function alignedSpan(level: Level, timeZone: string, from: number, to: number) {
  if (level === 'quarter')
    return { from: Math.ceil(from / QUARTER_MS) * QUARTER_MS, to: Math.floor(to / QUARTER_MS) * QUARTER_MS }
  const start = startOf(level, timeZone, from)
  return { from: start === from ? from : nextOf(level, timeZone, start), to: startOf(level, timeZone, to) }
}

/** Cached, because a page needs the same hundred starts repeatedly, and zone calculations are slow. */
const starts = new LRUCache<string, number>({ max: 20_000 })

const startOf = (unit: 'day' | 'month', timeZone: string, moment: number): number =>
  remember(`start ${unit} ${timeZone} ${moment}`, () => startBefore(unit, timeZone, moment, 0))
const nextOf = (unit: 'day' | 'month', timeZone: string, moment: number): number =>
  remember(`next ${unit} ${timeZone} ${moment}`, () => nextStart(unit, timeZone, moment))

function remember(key: string, work: () => number): number {
  const known = starts.get(key)
  if (known !== undefined) return known
  const worked = work()
  starts.set(key, worked)
  return worked
}
