import { byItself, adminProcedure, publicProcedure, router } from '#server/trpc/procedures.ts'
import { exportWaitlist, listWaitlist } from './list-waitlist.ts'
import { joinInput, waitlistQuery, waitlistTokenInput } from './waitlist.schema.ts'
import { confirmWaitlist, joinWaitlist, unsubscribeWaitlist } from './waitlist.service.ts'

export const waitlistRouter = router({
  join: publicProcedure.input(joinInput).mutation(({ ctx, input }) => joinWaitlist(ctx, input)),
  confirm: publicProcedure.input(waitlistTokenInput).mutation(({ ctx, input }) => confirmWaitlist(ctx.db, input.token)),
  unsubscribe: publicProcedure
    .input(waitlistTokenInput)
    .mutation(({ ctx, input }) => unsubscribeWaitlist(ctx.db, input.token)),
  list: adminProcedure.input(waitlistQuery).query(({ ctx, input }) => listWaitlist(ctx.db, input)),
  export: adminProcedure
    .use(byItself)
    .input(waitlistQuery)
    .query(({ ctx, input }) => exportWaitlist(ctx, input)),
})
