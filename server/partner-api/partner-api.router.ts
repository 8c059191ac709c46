import { partnerProcedure, router } from '#server/trpc/procedures.ts'
import { callsQuery } from './api-calls.schema.ts'
import { listCalls } from './api-calls.service.ts'

export const partnerApiRouter = router({
  calls: partnerProcedure.input(callsQuery).query(({ ctx, input }) => listCalls(ctx, input)),
})
