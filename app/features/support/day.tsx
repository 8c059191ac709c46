// Made once: making one takes longer than a hundred uses. UTC, so that server and browser agree.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** '21 November 2026' */
export function Day({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{dayFormat.format(date)}</time>
}
