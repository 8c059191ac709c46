import { adminProcedure, publicProcedure, router } from '#server/trpc/procedures.ts'
import { admit, findJoiningAccount } from './admission.service.ts'
import {
  invitationIdInput,
  invitationsQuery,
  inviteInput,
  inviteManyInput,
  openInvitationInput,
} from './invitations.schema.ts'
import { inviteMany } from './invite-many.service.ts'
import { invite, resendInvitation, revokeInvitation } from './invite.service.ts'
import { joinByMailInput, joinInput } from './join.schema.ts'
import { joinAsPartner } from './join.service.ts'
import { listInvitations, listRecentInvitations, getInvitationLink } from './list-invitations.ts'
import { openInvitation } from './open-invitation.service.ts'
import { proveAddress } from './prove-address.service.ts'

export const invitationsRouter = router({
  list: adminProcedure.input(invitationsQuery).query(({ ctx, input }) => listInvitations(ctx.db, input)),
  recent: adminProcedure.query(({ ctx }) => listRecentInvitations(ctx.db)),
  link: adminProcedure
    .input(invitationIdInput)
    .query(({ ctx, input }) => getInvitationLink(ctx.db, input.invitationId)),
  invite: adminProcedure.input(inviteInput).mutation(({ ctx, input }) => invite(ctx, input)),
  inviteMany: adminProcedure.input(inviteManyInput).mutation(({ ctx, input }) => inviteMany(ctx, input)),
  resend: adminProcedure.input(invitationIdInput).mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  revoke: adminProcedure.input(invitationIdInput).mutation(({ ctx, input }) => revokeInvitation(ctx, input)),

  open: publicProcedure.input(openInvitationInput).mutation(({ ctx, input }) => openInvitation(ctx, input)),
  admission: publicProcedure.query(({ ctx }) => admit(ctx)),
  joiningAccount: publicProcedure.query(({ ctx }) => findJoiningAccount(ctx)),
  proveAddress: publicProcedure.input(joinByMailInput).mutation(({ ctx, input }) => proveAddress(ctx, input)),
  join: publicProcedure.input(joinInput).mutation(({ ctx, input }) => joinAsPartner(ctx, input)),
})
