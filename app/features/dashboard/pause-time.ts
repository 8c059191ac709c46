import { formatIn, timeZoneName } from '#app/lib/time-zone.ts'

/** '28 November 2026, 14:00 (Europe/London)': when a pause begins or ends, by the store's clocks. */
export function pauseTime(date: Date, timeZone: string): string {
  // Two formats, because browsers and servers join a date and a time in different ways.
  const day = formatIn(timeZone, { dateStyle: 'long' }).format(date)
  const time = formatIn(timeZone, { timeStyle: 'short' }).format(date)
  return `${day}, ${time} (${timeZoneName(timeZone)})`
}
