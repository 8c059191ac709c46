import { useEffect, useId, useState } from 'react'
import { formatDate } from '#app/lib/format.ts'
import { useLive } from '#app/lib/use-live.ts'
import { timeLeft } from './countdown-parts.ts'

const EVERY_MS = 1000
const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const

/** The time until launch, every second, and zero afterwards. A timer, which is read on demand: nobody wants to hear every second of it. */
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
  const when = at > now ? `${formatDate(until)}, ${until.toISOString().slice(11, 16)} UTC` : 'Opening soon'
  return (
    <section aria-labelledby={id} className="countdown">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="eyebrow font-sans">LAUNCHING IN</h2>
        <p key={isLive ? 'live' : 'sent'} suppressHydrationWarning className="eyebrow normal-case! tracking-normal!">{when}</p>
      </div>
      {/* The server's second is not the browser's: once the page is alive the numbers are written anew. */}
      <div key={isLive ? 'live' : 'sent'} role="timer" aria-labelledby={id} className="countdown-numbers">
        {UNITS.map((unit) => (
          <p key={unit}>
            <span suppressHydrationWarning className="countdown-number">{String(left[unit]).padStart(2, '0')}</span>{' '}
            <span className="countdown-unit">{unit}</span>
          </p>
        ))}
      </div>
    </section>
  )
}
