/** Roles that the owner can give a colleague. */
export const COLLEAGUE_ROLES = ['editor', 'viewer'] as const
/** Maximum colleagues and open invitations together. */
export const MAX_COLLEAGUES = 20
/** How long an invitation works. */
export const TEAM_INVITATION_DAYS = 7
