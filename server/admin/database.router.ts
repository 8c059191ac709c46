import { backUpNow } from '#server/operations/backup/backups.service.ts'
import { retryJobInput } from '#server/operations/database/database.schema.ts'
import { getDatabaseFigures } from '#server/operations/database/database.service.ts'
import { checkNow } from '#server/operations/database/integrity.service.ts'
import { retryJob } from '#server/operations/database/queues.service.ts'
import { resetStatements } from '#server/operations/database/statements.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

export const adminDatabaseRouter = router({
  overview: adminProcedure.query(({ ctx }) => getDatabaseFigures(ctx)),
  backUpNow: adminProcedure.mutation(({ ctx }) => backUpNow(ctx)),
  checkNow: adminProcedure.mutation(({ ctx }) => checkNow(ctx)),
  resetStatements: adminProcedure.mutation(({ ctx }) => resetStatements(ctx)),
  retryJob: adminProcedure.input(retryJobInput).mutation(({ ctx, input }) => retryJob(ctx, input)),
})
