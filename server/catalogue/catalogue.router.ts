import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { productIdInput } from './catalogue.schema.ts'
import { getProduct } from './get-product.ts'
import { listHomeStrips, listPartnerRows, listRelated, listTrending } from './home.service.ts'
import { listComplements } from './list-complements.ts'
import { getSiteFigures } from './site-figures.service.ts'

const RELATED_SHOWN = 8
const COMPLEMENTS_SHOWN = 4

export const catalogueRouter = router({
  get: publicProcedure.input(productIdInput).query(({ ctx, input }) => getProduct(ctx.db, input.productId)),
  related: publicProcedure
    .input(productIdInput)
    .query(({ ctx, input }) => listRelated(ctx.db, input.productId, RELATED_SHOWN)),
  complements: publicProcedure
    .input(productIdInput)
    .query(({ ctx, input }) => listComplements(ctx.db, input.productId, COMPLEMENTS_SHOWN)),
  trending: publicProcedure.query(({ ctx }) => listTrending(ctx.db)),
  partnerRows: publicProcedure.query(({ ctx }) => listPartnerRows(ctx.db)),
  strips: publicProcedure.query(({ ctx }) => listHomeStrips(ctx.db)),
  figures: publicProcedure.query(({ ctx }) => getSiteFigures(ctx.db)),
})
