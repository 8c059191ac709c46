import { exportMarket } from '#server/market/export-market.service.ts'
import { getMarketFigures } from '#server/market/figures.service.ts'
import { marketInput } from '#server/market/market.schema.ts'
import { getMarketPeople } from '#server/market/people.service.ts'
import { getMarketPerformance } from '#server/market/performance.service.ts'
import { getMarketProducts } from '#server/market/products.service.ts'
import { getMarketSearches } from '#server/market/searches.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

/** Figures of the market, for administrators. */
export const marketRouter = router({
  figures: adminProcedure.input(marketInput).query(({ ctx, input }) => getMarketFigures(ctx, input)),
  products: adminProcedure.input(marketInput).query(({ ctx, input }) => getMarketProducts(ctx, input)),
  people: adminProcedure.input(marketInput).query(({ ctx, input }) => getMarketPeople(ctx, input)),
  searches: adminProcedure.input(marketInput).query(({ ctx, input }) => getMarketSearches(ctx, input)),
  performance: adminProcedure.input(marketInput).query(({ ctx, input }) => getMarketPerformance(ctx, input)),
  daysFile: adminProcedure.input(marketInput).query(({ ctx, input }) => exportMarket(ctx, input)),
})
