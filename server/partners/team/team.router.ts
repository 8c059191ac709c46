import {
  partnerOwnerProcedure,
  partnerProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#server/trpc/procedures.ts'
import { handOverStore } from './hand-over.service.ts'
import { inviteColleague, resendColleagueInvitation, revokeColleagueInvitation } from './invite-colleague.service.ts'
import { joinTeam, openTeamInvitation, findEndedInvitation, findTeamInvitation } from './join-team.service.ts'
import {
  changeColleagueRoleInput,
  colleagueInput,
  endedInvitationInput,
  inviteColleagueInput,
  teamInvitationIdInput,
  teamTokenInput,
} from './team.schema.ts'
import { changeColleagueRole, leaveTeam, getTeam, removeColleague } from './team.service.ts'

export const teamRouter = router({
  list: partnerProcedure.query(({ ctx }) => getTeam(ctx)),
  invite: partnerOwnerProcedure.input(inviteColleagueInput).mutation(({ ctx, input }) => inviteColleague(ctx, input)),
  resend: partnerOwnerProcedure
    .input(teamInvitationIdInput)
    .mutation(({ ctx, input }) => resendColleagueInvitation(ctx, input)),
  revoke: partnerOwnerProcedure
    .input(teamInvitationIdInput)
    .mutation(({ ctx, input }) => revokeColleagueInvitation(ctx, input)),
  changeRole: partnerOwnerProcedure
    .input(changeColleagueRoleInput)
    .mutation(({ ctx, input }) => changeColleagueRole(ctx, input)),
  remove: partnerOwnerProcedure.input(colleagueInput).mutation(({ ctx, input }) => removeColleague(ctx, input)),
  handOver: partnerOwnerProcedure.input(colleagueInput).mutation(({ ctx, input }) => handOverStore(ctx, input)),
  leave: signedInProcedure.mutation(({ ctx }) => leaveTeam(ctx)),

  openInvitation: publicProcedure.input(teamTokenInput).mutation(({ ctx, input }) => openTeamInvitation(ctx, input)),
  invitation: publicProcedure.query(({ ctx }) => findTeamInvitation(ctx)),
  endedInvitation: publicProcedure
    .input(endedInvitationInput)
    .query(({ ctx, input }) => findEndedInvitation(ctx, input)),
  join: signedInProcedure.mutation(({ ctx }) => joinTeam(ctx)),
})
