import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Panel } from '#app/components/panel.tsx'
import { formatDate } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { VALID_DAYS } from '#server/invitations/invitation-values.schema.ts'
import { InvitationButton, panelId } from './invitation-act.tsx'
import { InvitationMail, InvitationMark, isOpen, isResendable, type Invitation } from './invitation-facts.tsx'

/** The details of an invitation, and its actions. */
export function InvitationPanel({ invitation }: { invitation: Invitation }) {
  const { id, businessName, contactPerson, email, status, sentAt, openedAt, endedAt, expiresAt, partnerId } = invitation
  return (
    <Panel id={panelId(id)} title={businessName}>
      <p className="mt-2 text-sm [overflow-wrap:anywhere] text-muted">
        {contactPerson}, {email}
      </p>
      <dl className="mt-5 divide-y divide-line/60 border-y border-line text-sm">
        <Fact name="Status">
          <InvitationMark status={status} />
        </Fact>
        <Fact name="Email">
          <InvitationMail invitation={invitation} />
        </Fact>
        <Fact name="Sent (UTC)">
          <ExactTime date={sentAt} />
        </Fact>
        {openedAt && (
          <Fact name="Opened (UTC)">
            <ExactTime date={openedAt} />
          </Fact>
        )}
        {isOpen(invitation) && <Fact name="Valid until">{formatDate(expiresAt)}</Fact>}
        {endedAt && (
          <Fact name="Ended (UTC)">
            <ExactTime date={endedAt} />
          </Fact>
        )}
        <Fact name="Invited by">{invitation.invitedBy?.email ?? 'A deleted account'}</Fact>
      </dl>
      {partnerId && (
        <p className="mt-5">
          <Link to={adminPaths.adminPartner(partnerId)} className="button button-quiet">
            View partner
          </Link>
        </p>
      )}
      {isResendable(invitation) && (
        <div className="mt-5 flex items-center gap-5">
          <InvitationButton act="resend" invitationId={id} className="button button-quiet px-4 text-sm">
            Send again
          </InvitationButton>
          <p className="text-sm text-pretty text-muted">
            {isOpen(invitation)
              ? `The same link, valid for another ${VALID_DAYS} days.`
              : `A new link, valid for ${VALID_DAYS} days.`}
          </p>
        </div>
      )}
      {isOpen(invitation) && (
        <details className="ask mt-4 border-t border-line pt-2">
          <summary className="link inline-flex min-h-11 items-center text-sm">Revoke</summary>
          <p className="text-sm text-pretty text-muted">
            The link for {businessName} stops working immediately. We do not notify the brand. To invite it later, send
            a new invitation.
          </p>
          <div className="mt-4">
            <InvitationButton act="revoke" invitationId={id} className="button button-quiet border-sale text-sale">
              Revoke the invitation
            </InvitationButton>
          </div>
        </details>
      )}
      {status === 'revoked' && (
        <p className="mt-5 text-sm text-muted">
          This link no longer works. To invite the brand, send a new invitation.
        </p>
      )}
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
