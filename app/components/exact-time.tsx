// Created once: creating one takes longer than a hundred uses. UTC, so that server and browser agree.
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** '21 Nov 2026 10:42:07', UTC. */
export function ExactTime({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{timeFormat.format(date).replace(',', '')}</time>
}
