import { foldInput } from '#server/partners/settings/preferences.schema.ts'
import { foldSidebar, getDisplay } from '#server/partners/settings/preferences.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'
import { listWaiting } from './waiting.service.ts'

/** Data on every page for administrators. */
export const adminDeskRouter = router({
  waiting: adminProcedure.query(({ ctx }) => listWaiting(ctx.db)),
  display: adminProcedure.query(({ ctx }) => getDisplay(ctx)),
  fold: adminProcedure.input(foldInput).mutation(({ ctx, input }) => foldSidebar(ctx, input)),
})
