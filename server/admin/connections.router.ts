import { countBroken, listBrokenStores } from '#server/connections/broken-stores.service.ts'
import { brokenStoresQuery, eventInput, pageQuery } from '#server/connections/connections.schema.ts'
import { listAllDeadLetters, retryAnyDeadLetter } from '#server/connections/dead-letters.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

/** Broken stores of all partners, and their messages that we could not process. */
export const adminConnectionsRouter = router({
  counts: adminProcedure.query(({ ctx }) => countBroken(ctx.db)),
  list: adminProcedure.input(brokenStoresQuery).query(({ ctx, input }) => listBrokenStores(ctx.db, input)),
  letters: adminProcedure.input(pageQuery).query(({ ctx, input }) => listAllDeadLetters(ctx, input)),
  retry: adminProcedure.input(eventInput).mutation(({ ctx, input }) => retryAnyDeadLetter(ctx, input)),
})
