import { CopyLink } from './copy-link.tsx'
import { Expiry, InvitationMail, InvitationMark, isOpen, type Invitation } from './invitation-facts.tsx'

interface RecentInvitationsProps {
  invitations: readonly Invitation[]
  now: Date
  siteUrl: string
}

/** The latest invitations, next to the form. */
export function RecentInvitations({ invitations, now, siteUrl }: RecentInvitationsProps) {
  if (invitations.length === 0)
    return (
      <p className="mt-4 border-y border-line py-5 text-sm text-muted">
        No invitations yet. Brands that you invite appear here.
      </p>
    )
  return (
    <ul className="mt-4 divide-y divide-line/60 border-y border-line text-sm">
      {invitations.map((invitation) => (
        <li key={invitation.id} className="flex items-center justify-between gap-4 py-3">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-medium">{invitation.businessName}</p>
            <p className="text-muted">{invitation.email}</p>
            <div className="mt-1 flex flex-wrap items-baseline gap-x-5">
              <InvitationMark status={invitation.status} />
              {isOpen(invitation) && (
                <span className="text-muted">
                  expires <Expiry invitation={invitation} now={now} />
                </span>
              )}
              <div className="text-muted">
                Email: <InvitationMail invitation={invitation} />
              </div>
            </div>
          </div>
          {isOpen(invitation) && (
            <CopyLink invitationId={invitation.id} businessName={invitation.businessName} siteUrl={siteUrl} />
          )}
        </li>
      ))}
    </ul>
  )
}
