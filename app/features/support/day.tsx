// Made once: making one takes longer than a hundred uses. UTC, so that server and browser agree.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const minuteFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** '21 November 2026' */
export function Day({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{dayFormat.format(date)}</time>
}

/** '21 Nov 2026 14:05', UTC */
export function Minute({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{minuteFormat.format(date).replace(',', '')}</time>
}
