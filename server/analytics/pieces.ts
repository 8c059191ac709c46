const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

/** Rollups of whole days (UTC) or quarter hours, or the rows themselves. Times in ms; `from` belongs to it, `to` does not. */
export interface Piece {
  level: 'day' | 'quarter' | 'raw'
  from: number
  to: number
}

/**
 * What a span is counted from: whole days, at both sides the whole quarters that are left, and outside of them rows.
 * @param settledTo up to when (a quarter's beginning) there are rollups
 */
export function piecesOf(from: number, to: number, settledTo = Infinity): Piece[] {
  const known = Math.min(to, settledTo)
  const [firstQuarter, lastQuarter] = within(from, known, QUARTER_MS)
  if (firstQuarter >= lastQuarter) return some([{ level: 'raw', from, to }])
  const [firstDay, lastDay] = within(firstQuarter, lastQuarter, DAY_MS)
  const whole: Piece[] =
    firstDay >= lastDay
      ? [{ level: 'quarter', from: firstQuarter, to: lastQuarter }]
      : [
          { level: 'quarter', from: firstQuarter, to: firstDay },
          { level: 'day', from: firstDay, to: lastDay },
          { level: 'quarter', from: lastDay, to: lastQuarter },
        ]
  return some([{ level: 'raw', from, to: firstQuarter }, ...whole, { level: 'raw', from: lastQuarter, to }])
}

const within = (from: number, to: number, step: number) =>
  [Math.ceil(from / step) * step, Math.floor(to / step) * step] as const

const some = (pieces: Piece[]) => pieces.filter(({ from, to }) => from < to)
