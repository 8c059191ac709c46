import { formatIn, timeZoneName } from '#app/lib/time-zone.ts'

/** Formats the start or end of a pause in the store's time zone: '28 November 2026, 14:00 (Europe/London)'. */
export function pauseTime(date: Date, timeZone: string): string {
  // Uses two formats, because browsers and servers join date and time differently.
  const day = formatIn(timeZone, { dateStyle: 'long' }).format(date)
  const time = formatIn(timeZone, { timeStyle: 'short' }).format(date)
  return `${day}, ${time} (${timeZoneName(timeZone)})`
}
