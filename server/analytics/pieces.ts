import { LRUCache } from 'lru-cache'
import { nextStart, startBefore } from './local-clock.ts'

const QUARTER_MS = 900_000

/** Rollups of whole months, days or quarter hours, or the rows themselves. Times in ms; `from` belongs to it, `to` does not. */
export interface Piece {
  level: Level | 'raw'
  from: number
  to: number
}

type Level = 'month' | 'day' | 'quarter'

interface Rolled {
  /** Whose days and months they are of. */
  timeZone: string
  /** The finest first. */
  levels?: readonly Level[]
  /** Up to when (a quarter's beginning) there are rollups. */
  settledTo?: number
}

/** What a span is counted from: whole months, at both sides the whole days and quarters that are left, and outside of them rows. */
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
    const whole = wholeOf(coarser, timeZone, left.from, level === 'raw' ? Math.min(to, settledTo) : left.to)
    if (whole.from >= whole.to) break
    before.push({ level, from: left.from, to: whole.from })
    after.unshift({ level, from: whole.to, to: left.to })
    level = coarser
    left = whole
  }
  return [...before, { level, ...left }, ...after].filter((piece) => piece.from < piece.to)
}

/** The days or months of a zone that a time touches. */
export function touchedBy(unit: 'day' | 'month', timeZone: string, from: number, to: number) {
  const touched: Array<{ from: number; to: number }> = []
  for (let start = startOf(unit, timeZone, from); start < to;) {
    const next = nextOf(unit, timeZone, start)
    touched.push({ from: start, to: next })
    start = next
  }
  return touched
}

function wholeOf(level: Level, timeZone: string, from: number, to: number) {
  if (level === 'quarter')
    return { from: Math.ceil(from / QUARTER_MS) * QUARTER_MS, to: Math.floor(to / QUARTER_MS) * QUARTER_MS }
  const start = startOf(level, timeZone, from)
  return { from: start === from ? from : nextOf(level, timeZone, start), to: startOf(level, timeZone, to) }
}

/** A page asks for the same hundred starts again and again, and a zone's calendar takes its time. */
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
