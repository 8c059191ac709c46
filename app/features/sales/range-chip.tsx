import { Link } from '#app/components/link.tsx'
import X from 'lucide-react/icons/x'
import { formatIn } from '#app/lib/time-zone.ts'

/** The table's time filter, in the partner's time zone. Pressing it removes the filter. */
export function RangeChip({
  from,
  to,
  timeZone,
  href,
}: {
  from?: string | undefined
  to?: string | undefined
  timeZone: string
  href: string
}) {
  if (!from && !to) return null
  const text = rangeText(from, to, timeZone)
  return (
    <Link
      to={href}
      preventScrollReset
      aria-label={`Remove date filter: ${text}`}
      className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-raised py-1 pr-2.5 pl-4 text-sm hover:border-muted"
    >
      {text} <X aria-hidden size={14} />
    </Link>
  )
}

/** Formats a range: '23 November 2026', 'November 2026', '23 November 2026, 14:00 to 15:00', or both ends. */
export function rangeText(from: string | undefined, to: string | undefined, timeZone: string): string {
  const format = (date: Date, options: Intl.DateTimeFormatOptions) => formatIn(timeZone, options).format(date)
  const day = (date: Date) => format(date, { day: 'numeric', month: 'long', year: 'numeric' })
  const time = (date: Date) => format(date, { hour: '2-digit', minute: '2-digit' })
  if (!from) return `before ${day(new Date(to ?? ''))}`
  const start = new Date(from)
  if (!to) return `since ${day(start)}`
  const end = new Date(to)
  // The end is exclusive.
  const last = new Date(end.getTime() - 1)
  if (day(start) !== day(last)) {
    const isMonth =
      time(start) === '00:00' &&
      time(end) === '00:00' &&
      format(start, { day: 'numeric' }) === '1' &&
      format(end, { day: 'numeric' }) === '1'
    const month = (date: Date) => format(date, { month: 'long', year: 'numeric' })
    return isMonth && month(start) === month(last) ? month(start) : `${day(start)} to ${day(last)}`
  }
  return time(start) === '00:00' && (time(end) === '00:00' || end.getTime() - start.getTime() > 2 * 3_600_000)
    ? day(start)
    : `${day(start)}, ${time(start)} to ${time(end)}`
}
