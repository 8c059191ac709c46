import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { endBypass } from './admin-bypass.service.ts'

export const siteRouter = router({
  endBypass: publicProcedure.mutation(({ ctx }) => endBypass(ctx.visit)),
})
