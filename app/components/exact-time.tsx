import { formatIn } from '#app/lib/time-zone.ts'

const OPTIONS: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}
// Created once, because creating a format is slow.
const utcFormat = formatIn('UTC', OPTIONS)

/**
 * '21 Nov 2026 10:42:07', in UTC unless a zone is given. Does not use the browser's zone, because the text must match
 * the server's output.
 */
export function ExactTime({ date, timeZone }: { date: Date; timeZone?: string }) {
  const format = timeZone ? formatIn(timeZone, OPTIONS) : utcFormat
  return <time dateTime={date.toISOString()}>{format.format(date).replace(',', '')}</time>
}
