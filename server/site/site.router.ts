import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { endBypass } from './admin-bypass.service.ts'
import { getEarlyAccess } from './early-access.service.ts'

export const siteRouter = router({
  earlyAccess: publicProcedure.query(({ ctx }) => getEarlyAccess(ctx.db)),
  endBypass: publicProcedure.mutation(({ ctx }) => endBypass(ctx.visit)),
})
