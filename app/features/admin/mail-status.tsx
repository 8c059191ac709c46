import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { MailState } from '#server/mail/outbox.schema.ts'

export const STATE_NAMES: Record<MailState, string> = { queued: 'Queued', sent: 'Sent', failed: 'Failed' }
const COLOURS: Record<MailState, string> = { queued: 'text-muted', sent: 'text-good', failed: 'text-sale' }

// Made once: making one takes longer than a hundred uses. UTC, so that server and browser agree.
const timeFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'UTC' })

export function TimeOf({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{timeFormat.format(date).replace(',', '')}</time>
}

/** What has become of a mail, and why. */
export function MailStatus({ mail: { state, lastError } }: { mail: Pick<RouterOutputs['admin']['outbox']['mails'][number], 'state' | 'lastError'> }) {
  return (
    <>
      <span className={`inline-flex items-baseline gap-2 ${COLOURS[state]}`}>
        <span aria-hidden className="size-1.5 self-center rounded-full bg-current" />
        {STATE_NAMES[state]}
      </span>
      {lastError && <span className="block text-xs text-muted [overflow-wrap:anywhere]">{lastError}</span>}
    </>
  )
}
