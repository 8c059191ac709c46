const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

/** Rollups of whole months or days (UTC) or quarter hours, or the rows themselves. Times in ms; `from` belongs to it, `to` does not. */
export interface Piece {
  level: 'month' | 'day' | 'quarter' | 'raw'
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

/** The same where there are rollups of months and days only. */
export function monthPiecesOf(from: number, to: number): Piece[] {
  const [firstDay, lastDay] = within(from, to, DAY_MS)
  if (firstDay >= lastDay) return some([{ level: 'raw', from, to }])
  const [firstMonth, lastMonth] = [monthStart(firstDay - 1, 1), monthStart(lastDay, 0)]
  const whole: Piece[] =
    firstMonth >= lastMonth
      ? [{ level: 'day', from: firstDay, to: lastDay }]
      : [
          { level: 'day', from: firstDay, to: firstMonth },
          { level: 'month', from: firstMonth, to: lastMonth },
          { level: 'day', from: lastMonth, to: lastDay },
        ]
  return some([{ level: 'raw', from, to: firstDay }, ...whole, { level: 'raw', from: lastDay, to }])
}

function monthStart(moment: number, ahead: number): number {
  const at = new Date(moment)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1)
}

const within = (from: number, to: number, step: number) =>
  [Math.ceil(from / step) * step, Math.floor(to / step) * step] as const

const some = (pieces: Piece[]) => pieces.filter(({ from, to }) => from < to)
