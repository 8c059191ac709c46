import type { Period } from '#server/platform/period.schema.ts'
import type { Span } from './analytics.types.ts'
import { monthsBefore, nextStart, readingOf, startBefore, type Unit } from './local-clock.ts'

const DAY_MS = 86_400_000

/** A bar of a chart: `from` belongs to it, `to` does not. */
export interface Bar {
  label: string
  from: Date
  to: Date
}

/**
 * The period that ends at a moment, the one of the same length right before it, and the same one a year ago. A day is 24 hours and a
 * week seven times as many; month and year go back on the calendar of the zone, to the same time of day: from 31 March a month goes back
 * to the last day of February.
 */
export function spanOf(period: Period, now: Date, timeZone: string): Span {
  const to = now.getTime()
  const from = {
    day: () => to - DAY_MS,
    week: () => to - 7 * DAY_MS,
    month: () => monthsBefore(timeZone, to, 1),
    year: () => monthsBefore(timeZone, to, 12),
  }[period]()
  return {
    from: new Date(from),
    to: now,
    previousFrom: new Date(2 * from - to),
    yearAgoFrom: new Date(monthsBefore(timeZone, from, 12)),
    yearAgoTo: new Date(monthsBefore(timeZone, to, 12)),
    timeZone,
  }
}

const BARS: Record<Period, Unit> = { day: 'hour', week: 'day', month: 'day', year: 'month' }

/**
 * A period in bars: hours of a day, days of a week or month, months of a year, as the zone's clocks have them. They cover it without
 * gaps, so they sum up to it: the first begins in the middle of its hour, day or month as the period does, the last is not over.
 */
export const barsOf = (period: Period, { from, to, timeZone }: Span): Bar[] => cut(BARS[period], timeZone, from, to)

/** The same bars one period earlier, each beside the one that it is compared with. */
export function barsBefore(bars: readonly Bar[], period: Period, { from, to, timeZone }: Span): Bar[] {
  const length = to.getTime() - from.getTime()
  return bars.map((bar) => {
    const [start, end] = [bar.from.getTime() - length, bar.to.getTime() - length]
    // Where the clocks were put between the two it begins an hour off: its middle says which one it is.
    return { label: labelOf(BARS[period], timeZone, (start + end) / 2), from: new Date(start), to: new Date(end) }
  })
}

/** The last so many days or months of a zone's calendar, up to a moment in the last of them. */
export function lastBars(unit: 'day' | 'month', count: number, now: Date, timeZone: string): Bar[] {
  return cut(unit, timeZone, new Date(startBefore(unit, timeZone, now.getTime(), count - 1)), now)
}

/** So many whole days of a zone's calendar before the one that begins at a moment. */
export function daysBefore(count: number, start: Date, timeZone: string): Bar[] {
  return cut('day', timeZone, new Date(startBefore('day', timeZone, start.getTime(), count)), start)
}

function cut(unit: Unit, timeZone: string, from: Date, to: Date): Bar[] {
  const bars: Bar[] = []
  for (let start = from.getTime(); start < to.getTime();) {
    const end = Math.min(nextStart(unit, timeZone, start), to.getTime())
    bars.push({ label: labelOf(unit, timeZone, start), from: new Date(start), to: new Date(end) })
    start = end
  }
  return bars
}

const LABEL_LENGTH: Record<Unit, number> = {
  hour: '2026-11-23T14'.length,
  day: '2026-11-23'.length,
  month: '2026-11'.length,
}

const labelOf = (unit: Unit, timeZone: string, moment: number): string =>
  new Date(readingOf(timeZone, moment)).toISOString().slice(0, LABEL_LENGTH[unit])
