import { DAY_MS } from '#server/platform/durations.values.ts'
import { datesOf, type PeriodChoice } from '#server/platform/period.schema.ts'
import type { Span } from './analytics.types.ts'
import { monthsBefore, nextStart, localTimeOf, startBefore, startOfDate, type Unit } from './local-clock.ts'

/** A bar of a chart. `from` is included, `to` is not. */
export interface Bar {
  label: string
  from: Date
  to: Date
}

/**
 * Returns the period that ends now or lies between two dates, the previous one of the same length, and the same one a
 * year ago. A day is 24 hours, and a week seven times as long. Month and year go back by the zone's calendar, to the
 * same time of day: from 31 March a month goes back to the last day of February. Dates are whole days of the zone. A
 * last day that is not over ends now, and future days are empty.
 */
export function spanOf(choice: PeriodChoice, now: Date, timeZone: string): Span {
  const { from, to } = edgesOf(choice, now.getTime(), timeZone)
  return {
    from: new Date(from),
    to: new Date(to),
    previousFrom: new Date(2 * from - to),
    yearAgoFrom: new Date(monthsBefore(timeZone, from, 12)),
    yearAgoTo: new Date(monthsBefore(timeZone, to, 12)),
    timeZone,
  }
}

function edgesOf(choice: PeriodChoice, now: number, timeZone: string): { from: number; to: number } {
  const dates = datesOf(choice)
  if (dates) {
    const from = startOfDate(timeZone, dates.first)
    return { from, to: Math.max(from, Math.min(now, startOfDate(timeZone, dates.last, 1))) }
  }
  if (choice === 'day') return { from: now - DAY_MS, to: now }
  if (choice === 'week') return { from: now - 7 * DAY_MS, to: now }
  return { from: monthsBefore(timeZone, now, choice === 'month' ? 1 : 12), to: now }
}

/** For two dates, bars are hours up to two days, days up to two months, and months otherwise. */
const [MAX_DAYS_OF_HOURS, MAX_DAYS_OF_DAYS] = [2, 62]

function barUnitOf(choice: PeriodChoice): Unit {
  const dates = datesOf(choice)
  if (dates) return dates.days <= MAX_DAYS_OF_HOURS ? 'hour' : dates.days <= MAX_DAYS_OF_DAYS ? 'day' : 'month'
  return choice === 'day' ? 'hour' : choice === 'year' ? 'month' : 'day'
}

/**
 * Splits a period into bars: hours of a day, days of a week or month, months of a year, by local time. They cover it
 * without gaps. The first bar starts with the period, so it may be shorter, and the last one may not be over yet.
 */
export const barsOf = (choice: PeriodChoice, { from, to, timeZone }: Span): Bar[] =>
  cut(barUnitOf(choice), timeZone, from, to)

/** Splits a period into hours if it is a day, and into days if it is longer. */
export const daysOf = (choice: PeriodChoice, { from, to, timeZone }: Span): Bar[] =>
  cut(choice === 'day' ? 'hour' : 'day', timeZone, from, to)

/** Returns the same bars one period earlier, for comparison. */
export function barsBefore(bars: readonly Bar[], choice: PeriodChoice, { from, to, timeZone }: Span): Bar[] {
  const length = to.getTime() - from.getTime()
  return bars.map((bar) => {
    const [start, end] = [bar.from.getTime() - length, bar.to.getTime() - length]
    // If the clocks changed in between, the bar starts an hour off, so its middle determines the label.
    return { label: labelOf(barUnitOf(choice), timeZone, (start + end) / 2), from: new Date(start), to: new Date(end) }
  })
}

/** Returns the last days or months in a zone, up to a moment in the last of them. */
export function lastBars(unit: 'day' | 'month', count: number, now: Date, timeZone: string): Bar[] {
  return cut(unit, timeZone, new Date(startBefore(unit, timeZone, now.getTime(), count - 1)), now)
}

/** Returns a number of whole days in a zone that precede the day starting at a moment. */
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
  new Date(localTimeOf(timeZone, moment)).toISOString().slice(0, LABEL_LENGTH[unit])
