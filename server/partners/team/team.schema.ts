import { z } from 'zod'
import { emailAddress } from '#server/platform/texts.schema.ts'
import { COLLEAGUE_ROLES } from './team-values.schema.ts'

const role = z.enum(COLLEAGUE_ROLES, { error: 'Please choose a role' })
const userId = z.uuid()

export const inviteColleagueInput = z.object({ email: emailAddress('Email is required'), role })
export const teamInvitationIdInput = z.object({ invitationId: z.uuid() })
export const changeColleagueRoleInput = z.object({ userId, role })
export const colleagueInput = z.object({ userId })
/** The token of an emailed link. */
export const teamTokenInput = z.object({ token: z.string().max(200) })
/** Without a token, the last link opened in this browser applies. */
export const endedInvitationInput = z.object({ token: z.string().max(200).optional() })

export type InviteColleagueInput = z.output<typeof inviteColleagueInput>
