import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS } from '#server/platform/durations.values.ts'

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })

/**
 * Returns the local time in a zone as UTC milliseconds: at 14:30 local time, `new Date(result)` is 14:30 UTC. An
 * unknown zone counts as UTC.
 */
export function localTimeOf(timeZone: string, moment: number): number {
  if (timeZone === 'UTC') return moment
  let format = formats.get(timeZone)
  if (!format) {
    format = formatOf(timeZone)
    formats.set(timeZone, format)
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of format.formatToParts(moment)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const shown: Intl.DateTimeFormatOptions = {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }
  try {
    return new Intl.DateTimeFormat('en', { timeZone, ...shown })
  } catch {
    return new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...shown })
  }
}

/**
 * Returns the first moment when clocks in a zone show a local time. If they skip it, returns the moment of the change,
 * so a day without a midnight begins then.
 */
function momentOf(timeZone: string, reading: number): number {
  const offset = (near: number) => localTimeOf(timeZone, near) - near
  const [before, after] = [offset(reading - DAY_MS), offset(reading + DAY_MS)]
  const candidates = [reading - Math.max(before, after), reading - Math.min(before, after)] as const
  for (const moment of candidates) if (localTimeOf(timeZone, moment) === reading) return moment
  // Clocks skip this time. They jump past it between the two candidates.
  let [low, high] = candidates
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (localTimeOf(timeZone, middle) < reading) low = middle
    else high = middle
  }
  return high
}

/** Returns when a date ('2026-11-23') begins in a zone or, with `ahead` 1, when it ends. */
export const startOfDate = (timeZone: string, date: string, ahead = 0): number =>
  momentOf(timeZone, Date.parse(date) + ahead * DAY_MS)

export type Unit = 'hour' | 'day' | 'month'

/**
 * Returns when the next hour, day or month of a zone begins. Hours have sixty minutes, except when clocks change by
 * half an hour.
 */
export function nextStart(unit: Unit, timeZone: string, moment: number): number {
  const reading = localTimeOf(timeZone, moment)
  if (unit === 'hour') return moment + HOUR_MS - (reading % HOUR_MS)
  const day = reading - (reading % DAY_MS)
  for (let ahead = 1; ; ahead++) {
    const next = momentOf(timeZone, unit === 'day' ? day + ahead * DAY_MS : monthStart(reading, ahead))
    // A day that the zone skips has no length, so continues.
    if (next > moment) return next
  }
}

/**
 * Returns the start of the day or month that is `ago` days or months before that of a moment; 0 means the moment's own
 * day or month.
 */
export function startBefore(unit: 'day' | 'month', timeZone: string, moment: number, ago: number): number {
  const reading = localTimeOf(timeZone, moment)
  return momentOf(timeZone, unit === 'day' ? reading - (reading % DAY_MS) - ago * DAY_MS : monthStart(reading, -ago))
}

/** Returns the same time of day a number of months earlier in a zone, on the last day of that month at the latest. */
export function monthsBefore(timeZone: string, moment: number, months: number): number {
  const reading = localTimeOf(timeZone, moment)
  const day = Math.min(new Date(reading).getUTCDate(), new Date(monthStart(reading, 1 - months) - DAY_MS).getUTCDate())
  return momentOf(timeZone, monthStart(reading, -months) + (day - 1) * DAY_MS + (reading % DAY_MS))
}

/** Returns the weekday at a moment; 0 means Monday. */
export const weekdayOf = (timeZone: string, moment: number): number =>
  (new Date(localTimeOf(timeZone, moment)).getUTCDay() + 6) % 7

function monthStart(reading: number, ahead: number): number {
  const at = new Date(reading)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1)
}
