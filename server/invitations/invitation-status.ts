import type { InvitationStatus, Prisma } from '#prisma/generated/client.ts'

/**
 * The statuses that may follow each status. A GET of the link only marks it as opened, because mail scanners follow
 * links. Only the final submit of onboarding accepts it. `sent` may follow `expired`, because an invitation can be sent
 * again with another link.
 */
export const NEXT_STATUS: Readonly<Record<InvitationStatus, readonly InvitationStatus[]>> = {
  sent: ['opened', 'accepted', 'expired', 'revoked'],
  opened: ['accepted', 'expired', 'revoked'],
  accepted: [],
  expired: ['sent', 'revoked'],
  revoked: [],
}

/** Returns the statuses that may change to this one, for the `where` of an update. */
export const statusesBefore = (status: InvitationStatus): InvitationStatus[] =>
  (Object.keys(NEXT_STATUS) as InvitationStatus[]).filter((from) => NEXT_STATUS[from].includes(status))

/** Selects invitations with a working link. A job marks expired ones, but this does not depend on the job. */
export const openWhere = (now = new Date()) =>
  ({ status: { in: ['sent', 'opened'] }, expiresAt: { gt: now } }) satisfies Prisma.InvitationWhereInput

/** Returns the current status, even if the job has not marked an expired invitation yet. */
export function statusAt(
  { status, expiresAt }: { status: InvitationStatus; expiresAt: Date },
  now = new Date(),
): InvitationStatus {
  return (status === 'sent' || status === 'opened') && expiresAt <= now ? 'expired' : status
}
