import { ExactTime } from '#app/components/exact-time.tsx'
import { formatDate } from '#app/lib/format.ts'

interface SessionFactsProps {
  /** The device's name. */
  name: string
  country: string
  lastSeenAt: Date
  createdAt: Date
  isThis: boolean
}

/** A session's device, place and times. */
export function SessionFacts({ name, country, lastSeenAt, createdAt, isThis }: SessionFactsProps) {
  return (
    <>
      <p>
        {name}
        {isThis && <span className="ml-3 text-sm text-good">This device</span>}
      </p>
      <p className="text-sm text-muted">
        {country !== 'Unknown' && `${country}, `}
        {isThis ? (
          'active now'
        ) : (
          <>
            last seen <ExactTime date={lastSeenAt} /> UTC
          </>
        )}
        {`, signed in on ${formatDate(createdAt)}`}
      </p>
    </>
  )
}
