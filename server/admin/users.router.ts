import { changeRole } from '#server/accounts/people/change-role.service.ts'
import { closeForOwner, keepForOwner } from '#server/accounts/people/close-for-owner.service.ts'
import { listPeople } from '#server/accounts/people/list-people.ts'
import { mailPersonAgain } from '#server/accounts/people/mail-again.service.ts'
import {
  changeRoleInput,
  peopleQuery,
  personActInput,
  personIdInput,
  personInput,
  suspendInput,
} from '#server/accounts/people/people.schema.ts'
import { getPerson } from '#server/accounts/people/get-person.ts'
import { liftSuspension, signPersonOut, suspendPerson } from '#server/accounts/people/suspend.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

export const adminUsersRouter = router({
  list: adminProcedure.input(peopleQuery).query(({ ctx, input }) => listPeople(ctx.db, input)),
  read: adminProcedure.input(personInput).query(({ ctx, input }) => getPerson(ctx.db, input.userId)),
  changeRole: adminProcedure.input(changeRoleInput).mutation(({ ctx, input }) => changeRole(ctx, input)),
  suspend: adminProcedure.input(suspendInput).mutation(({ ctx, input }) => suspendPerson(ctx, input)),
  lift: adminProcedure.input(personActInput).mutation(({ ctx, input }) => liftSuspension(ctx, input)),
  signOut: adminProcedure.input(personIdInput).mutation(({ ctx, input }) => signPersonOut(ctx, input)),
  mailAgain: adminProcedure.input(personIdInput).mutation(({ ctx, input }) => mailPersonAgain(ctx, input)),
  close: adminProcedure.input(personActInput).mutation(({ ctx, input }) => closeForOwner(ctx, input)),
  keep: adminProcedure.input(personActInput).mutation(({ ctx, input }) => keepForOwner(ctx, input)),
})
