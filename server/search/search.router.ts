import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { listBrandsInput } from './brands.schema.ts'
import { getCategoryMenu } from './category-menu.service.ts'
import { listBrands } from './list-brands.service.ts'
import { listExamples } from './list-examples.service.ts'
import { listPopular } from './log/popular.service.ts'
import { describeRanking } from './ranking.ts'
import { searchProductsInput, suggestInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { suggest } from './suggest.service.ts'

export const searchRouter = router({
  products: publicProcedure.input(searchProductsInput).query(({ ctx, input }) => searchProducts(ctx, input)),
  suggest: publicProcedure.input(suggestInput).query(({ ctx, input }) => suggest(ctx, input.q)),
  brands: publicProcedure.input(listBrandsInput).query(({ ctx, input }) => listBrands(ctx, input)),
  menu: publicProcedure.query(({ ctx }) => getCategoryMenu(ctx)),
  examples: publicProcedure.query(({ ctx }) => listExamples(ctx)),
  popular: publicProcedure.query(({ ctx }) => listPopular(ctx.db)),
  ranking: publicProcedure.query(() => describeRanking()),
})
