import { partnerProcedure, router } from '#server/trpc/procedures.ts'
import { figuresInput } from './analytics.schema.ts'
import { exportDays } from './export-days.service.ts'
import { readAnalytics } from './overview.service.ts'
import { readSalesFigures } from './sales-figures.service.ts'

export const analyticsRouter = router({
  sales: partnerProcedure.input(figuresInput).query(({ ctx, input }) => readSalesFigures(ctx, input)),
  overview: partnerProcedure.input(figuresInput).query(({ ctx, input }) => readAnalytics(ctx, input)),
  daysFile: partnerProcedure.query(({ ctx }) => exportDays(ctx)),
})
