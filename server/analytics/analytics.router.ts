import { partnerProcedure, router } from '#server/trpc/procedures.ts'
import { figuresInput } from './analytics.schema.ts'
import { exportDays } from './export-days.service.ts'
import { getHomeFigures } from './home-figures.service.ts'
import { getAnalytics } from './overview.service.ts'
import { getSalesFigures } from './sales-figures.service.ts'

export const analyticsRouter = router({
  home: partnerProcedure.input(figuresInput).query(({ ctx, input }) => getHomeFigures(ctx, input)),
  sales: partnerProcedure.input(figuresInput).query(({ ctx, input }) => getSalesFigures(ctx, input)),
  overview: partnerProcedure.input(figuresInput).query(({ ctx, input }) => getAnalytics(ctx, input)),
  daysFile: partnerProcedure.input(figuresInput).query(({ ctx, input }) => exportDays(ctx, input)),
})
