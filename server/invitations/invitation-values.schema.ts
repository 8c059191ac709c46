// Does not use zod, because browsers load this file.

/** How long a link works. */
export const VALID_DAYS = 7
/** The number of newest invitations beside the form. */
export const RECENT_SHOWN = 5
/** Maximum lines and characters of a pasted list. */
export const MAX_AT_ONCE = 200
export const MAX_LIST_CHARACTERS = 40_000
export const MAX_MESSAGE_CHARACTERS = 1_000

export const INVITATION_STATUSES = ['sent', 'opened', 'accepted', 'expired', 'revoked'] as const
export type InvitationStatusName = (typeof INVITATION_STATUSES)[number]
