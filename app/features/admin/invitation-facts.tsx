import { Link } from '#app/components/link.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatAge, formatUntil } from '#app/lib/format-age.ts'
import { formatDate } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { InvitationStatusName } from '#server/invitations/invitation-values.schema.ts'
import { InvitationButton } from './invitation-act.tsx'
import { MAIL_STATE_NAMES } from './mail-status.tsx'

export type Invitation = RouterOutputs['invitations']['recent'][number]

export const INVITATION_STATUS_NAMES: Record<InvitationStatusName, string> = {
  sent: 'Sent',
  opened: 'Opened',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
}
const COLOURS: Record<InvitationStatusName, string> = {
  sent: 'text-text',
  opened: 'text-text',
  accepted: 'text-good',
  expired: 'text-sale',
  revoked: 'text-muted',
}

/** Whether the link works. */
export const isOpen = ({ status }: Pick<Invitation, 'status'>): boolean => status === 'sent' || status === 'opened'

/** Whether the email can be sent again. */
export const isResendable = (invitation: Pick<Invitation, 'status'>): boolean =>
  isOpen(invitation) || invitation.status === 'expired'

export function InvitationMark({ status }: { status: InvitationStatusName }) {
  return <StateMark name={INVITATION_STATUS_NAMES[status]} colour={COLOURS[status]} />
}

/** Shows when the invitation expires: 'in 3 days'. @param now when the page was rendered, for hydration */
export function Expiry({ invitation, now }: { invitation: Invitation; now: Date }) {
  const { status, expiresAt } = invitation
  if (!isOpen(invitation) && status !== 'expired') return '-'
  const left = expiresAt.getTime() - now.getTime()
  return (
    <time dateTime={expiresAt.toISOString()} title={formatDate(expiresAt)}>
      {status === 'expired' ? formatAge(-left) : formatUntil(left)}
    </time>
  )
}

/** The delivery state of an invitation's latest email, with a button to resend a failed one. */
export function InvitationMail({ invitation }: { invitation: Invitation }) {
  const { id, businessName, mail } = invitation
  if (!mail) return <span className="text-muted">Not stored</span>
  const { state, lastError } = mail
  return (
    <>
      <Link
        to={adminPaths.outboxMail(mail.id)}
        prefetch="none"
        className={`link ${state === 'failed' ? 'text-sale' : 'text-muted'}`}
      >
        {MAIL_STATE_NAMES[state]}
      </Link>
      {lastError && <span className="block text-xs text-muted [overflow-wrap:anywhere]">{lastError}</span>}
      {state === 'failed' && isResendable(invitation) && (
        <InvitationButton
          act="resend"
          invitationId={id}
          label={`Send again: ${businessName}`}
          className="link min-h-9 whitespace-nowrap"
        >
          Send again
        </InvitationButton>
      )}
    </>
  )
}
