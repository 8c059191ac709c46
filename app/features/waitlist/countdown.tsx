import { useEffect, useId, useState } from 'react'
import { formatDate } from '#app/lib/format.ts'
import { useLive } from '#app/lib/use-live.ts'

const EVERY_MS = 1000
const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const

/**
 * The time until launch, updated every second. After that date it stays at zero and says that we are not open yet. It
 * has the role timer, so screen readers read it only on demand.
 */
export function Countdown({ until }: { until: Date }) {
  const [now, setNow] = useState(() => Date.now())
  const isLive = useLive()
  const id = useId()
  const at = until.getTime()
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const left = timeLeft(at, now)
  const isAhead = at > now
  const when = isAhead
    ? `${formatDate(until)}, ${until.toISOString().slice(11, 16)} UTC`
    : "We'll email the waitlist when we open"
  return (
    <section aria-labelledby={id} className="countdown">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2
          key={isLive ? 'live heading' : 'sent heading'}
          id={id}
          suppressHydrationWarning
          className="eyebrow font-sans"
        >
          {isAhead ? 'LAUNCHING IN' : 'NOT OPEN YET'}
        </h2>
        <p key={isLive ? 'live' : 'sent'} suppressHydrationWarning className="eyebrow normal-case tracking-normal">
          {when}
        </p>
      </div>
      {/* Server and browser render at different seconds, so the numbers change at hydration. */}
      <div key={isLive ? 'live' : 'sent'} role="timer" aria-labelledby={id} className="countdown-numbers">
        {UNITS.map((unit) => (
          <p key={unit}>
            <span
              suppressHydrationWarning
              className="font-display text-[clamp(2.5rem,6.4vw,6rem)] leading-none tracking-[-0.02em] lining-nums tabular-nums"
            >
              {String(left[unit]).padStart(2, '0')}
            </span>{' '}
            <span className="text-[clamp(0.75rem,1vw,0.875rem)] text-muted">{unit}</span>
          </p>
        ))}
      </div>
    </section>
  )
}

interface TimeLeft {
  days: number
  hours: number
  minutes: number
  seconds: number
}

/**
 * Returns the remaining time in whole units. All are zero after the end. Both parameters are in milliseconds since
 * 1970.
 */
export function timeLeft(until: number, now: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000)) || 0
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
