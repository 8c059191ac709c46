import { partnerProcedure, router } from '#server/trpc/procedures.ts'
import { figuresInput } from './analytics.schema.ts'
import { exportDays } from './export-days.service.ts'
import { readHomeFigures } from './home-figures.service.ts'
import { readAnalytics } from './overview.service.ts'
import { readSalesFigures } from './sales-figures.service.ts'

export const analyticsRouter = router({
  home: partnerProcedure.input(figuresInput).query(({ ctx, input }) => readHomeFigures(ctx, input)),
  sales: partnerProcedure.input(figuresInput).query(({ ctx, input }) => readSalesFigures(ctx, input)),
  overview: partnerProcedure.input(figuresInput).query(({ ctx, input }) => readAnalytics(ctx, input)),
  daysFile: partnerProcedure.input(figuresInput).query(({ ctx, input }) => exportDays(ctx, input)),
})
