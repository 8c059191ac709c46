import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { endBypass } from './admin-bypass.service.ts'
import { readEarlyAccess } from './early-access.service.ts'

export const siteRouter = router({
  earlyAccess: publicProcedure.query(({ ctx }) => readEarlyAccess(ctx.db)),
  endBypass: publicProcedure.mutation(({ ctx }) => endBypass(ctx.visit)),
})
