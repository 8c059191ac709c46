import type { InvitationStatus, Prisma } from '#prisma/generated/client.ts'

/**
 * The statuses that may follow each status. A GET of the link opens it and changes nothing else, because mail scanners
 * follow links; only the final submit of onboarding accepts it. `sent` may follow `expired`, because an invitation can
 * be sent again with another link.
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

/** Selects invitations with a working link. A job marks expired ones, but nothing depends on that job. */
export const openWhere = (now = new Date()) =>
  ({ status: { in: ['sent', 'opened'] }, expiresAt: { gt: now } }) satisfies Prisma.InvitationWhereInput

/** Returns the current status, whether or not the job has already marked it. */
export function statusAt(
  { status, expiresAt }: { status: InvitationStatus; expiresAt: Date },
  now = new Date(),
): InvitationStatus {
  return (status === 'sent' || status === 'opened') && expiresAt <= now ? 'expired' : status
}
