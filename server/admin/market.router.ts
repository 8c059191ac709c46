import { exportMarket } from '#server/market/export-market.service.ts'
import { readMarketFigures } from '#server/market/figures.service.ts'
import { marketInput } from '#server/market/market.schema.ts'
import { readMarketPeople } from '#server/market/people.service.ts'
import { readMarketPerformance } from '#server/market/performance.service.ts'
import { readMarketProducts } from '#server/market/products.service.ts'
import { readMarketSearches } from '#server/market/searches.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

/** How the market does, for administrators. */
export const marketRouter = router({
  figures: adminProcedure.input(marketInput).query(({ ctx, input }) => readMarketFigures(ctx, input)),
  products: adminProcedure.input(marketInput).query(({ ctx, input }) => readMarketProducts(ctx, input)),
  people: adminProcedure.input(marketInput).query(({ ctx, input }) => readMarketPeople(ctx, input)),
  searches: adminProcedure.input(marketInput).query(({ ctx, input }) => readMarketSearches(ctx, input)),
  performance: adminProcedure.input(marketInput).query(({ ctx, input }) => readMarketPerformance(ctx, input)),
  daysFile: adminProcedure.input(marketInput).query(({ ctx, input }) => exportMarket(ctx, input)),
})
