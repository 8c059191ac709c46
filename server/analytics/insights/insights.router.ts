import { partnerProcedure, router } from '#server/trpc/procedures.ts'
import { describeFunnelFile, getFunnel } from './funnel.service.ts'
import { funnelQuery } from './insights.schema.ts'
import { listMissedWishes } from './missed-wishes.service.ts'
import { comparePrices } from './prices.service.ts'
import { listUnmetSearches } from './unmet-searches.service.ts'

export const insightsRouter = router({
  funnel: partnerProcedure.input(funnelQuery).query(({ ctx, input }) => getFunnel(ctx, input)),
  /** Returns owner and name of the file, which server/http/csv-files.ts writes. */
  funnelFile: partnerProcedure.input(funnelQuery).query(({ ctx, input }) => describeFunnelFile(ctx, input)),
  unmetSearches: partnerProcedure.query(({ ctx }) => listUnmetSearches(ctx)),
  prices: partnerProcedure.query(({ ctx }) => comparePrices(ctx)),
  missedWishes: partnerProcedure.query(({ ctx }) => listMissedWishes(ctx)),
})
