/** What the owner may make a colleague. */
export const COLLEAGUE_ROLES = ['editor', 'viewer'] as const
/** Colleagues and open invitations together. */
export const MOST_COLLEAGUES = 20
/** How long an invitation works. */
export const TEAM_INVITATION_DAYS = 7
