import type { Ask } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashInvitation, keepInvitation, keptInvitation } from './invitation-link.ts'
import { openWhere } from './invitation-status.ts'
import type { OpenInvitationInput } from './invitations.schema.ts'

/** The onboarding data about the invitation in this browser. */
export interface OpenInvitation {
  id: string
  email: string
  businessName: string
  contactPerson: string
  expiresAt: Date
}

const FIELDS = { id: true, email: true, businessName: true, contactPerson: true, expiresAt: true } as const

/**
 * Opens the link of an invitation: marks it as opened and stores its token in this browser. Changes nothing else,
 * because email scanners follow links.
 * @throws AppError forbidden if no invitation to that address has such a token, or if it has ended; the browser keeps
 * its previous token
 */
export async function openInvitation(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { token, email }: OpenInvitationInput,
): Promise<OpenInvitation> {
  const tokenHash = hashInvitation(token)
  const invitation = await db.invitation.findFirst({ where: { tokenHash, email, ...openWhere() }, select: FIELDS })
  if (!invitation) throw deadInvitation()
  await db.invitation.updateMany({
    where: { id: invitation.id, status: 'sent' },
    data: { status: 'opened', openedAt: new Date() },
  })
  keepInvitation(visit, token)
  return invitation
}

/** Returns the open invitation for this browser's token; null if there is none or it has ended. */
export async function findOpenInvitation({ db, visit }: Pick<Ask, 'db' | 'visit'>): Promise<OpenInvitation | null> {
  const token = keptInvitation(visit)
  if (token === null) return null
  return db.invitation.findFirst({ where: { tokenHash: hashInvitation(token), ...openWhere() }, select: FIELDS })
}

export const deadInvitation = () => new AppError('forbidden', 'Invalid or expired invitation link.')
