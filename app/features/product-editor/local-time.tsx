import { useEffect, useState } from 'react'

const utcFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** In the reader's own time zone, once the page is alive. */
export function LocalTime({ date }: { date: Date }) {
  const [text, setText] = useState(() => `${utcFormat.format(date)} UTC`)
  useEffect(
    () => setText(new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(date)),
    [date],
  )
  return <time dateTime={date.toISOString()}>{text}</time>
}
