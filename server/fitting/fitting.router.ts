import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { findGarment, listGarmentChoices } from './find-garment.service.ts'
import { findGarmentInput, keepSizesInput } from './fitting.schema.ts'
import { readProductSizes } from './product-sizes.service.ts'
import { forgetOwnSizes, keepOwnSizes, readOwnSizes } from './shopper-sizes.service.ts'

export const fittingRouter = router({
  product: publicProcedure.input(productIdInput).query(({ ctx, input }) => readProductSizes(ctx, input)),
  garmentChoices: publicProcedure.query(({ ctx }) => listGarmentChoices(ctx)),
  findGarment: publicProcedure.input(findGarmentInput).query(({ ctx, input }) => findGarment(ctx, input)),
  own: signedInProcedure.query(({ ctx }) => readOwnSizes(ctx)),
  keepOwn: signedInProcedure.input(keepSizesInput).mutation(({ ctx, input }) => keepOwnSizes(ctx, input)),
  forgetOwn: signedInProcedure.mutation(({ ctx }) => forgetOwnSizes(ctx)),
})
