import { ExactTime } from '#app/components/exact-time.tsx'
import { formatDate } from '#app/lib/format.ts'

interface SessionFactsProps {
  /** Of the device. */
  name: string
  country: string
  lastSeenAt: Date
  createdAt: Date
  isThis: boolean
}

/** Where somebody is signed in, and since when. */
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
          'in use now'
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
