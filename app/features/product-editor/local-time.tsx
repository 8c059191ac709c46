import { useEffect, useState } from 'react'

const utcFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A time in the reader's time zone after hydration. */
export function LocalTime({ date }: { date: Date }) {
  const [text, setText] = useState(() => `${utcFormat.format(date)} UTC`)
  useEffect(
    () => setText(new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(date)),
    [date],
  )
  return <time dateTime={date.toISOString()}>{text}</time>
}
