import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { MailState } from '#server/mail/outbox.schema.ts'

export const MAIL_STATE_NAMES: Record<MailState, string> = { queued: 'Queued', sent: 'Sent', failed: 'Failed' }
const COLOURS: Record<MailState, string> = { queued: 'text-muted', sent: 'text-good', failed: 'text-sale' }

/** The delivery state of an email, with the reason. */
export function MailStatus({
  mail: { state, lastError },
}: {
  mail: Pick<RouterOutputs['admin']['outbox']['mails'][number], 'state' | 'lastError'>
}) {
  return (
    <>
      <StateMark name={MAIL_STATE_NAMES[state]} colour={COLOURS[state]} />
      {lastError && <span className="block text-xs text-muted [overflow-wrap:anywhere]">{lastError}</span>}
    </>
  )
}
