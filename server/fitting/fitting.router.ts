import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { findGarment, listGarmentChoices } from './find-garment.service.ts'
import { findInMySize } from './find-in-my-size.service.ts'
import { findGarmentInput, inMySizeInput, keepSizesInput, otherBrandsInput } from './fitting.schema.ts'
import { adviseOtherBrands } from './other-brands.service.ts'
import { canAdvise, getProductSizes } from './product-sizes.service.ts'
import { forgetOwnSizes, keepOwnSizes, getOwnSizes } from './shopper-sizes.service.ts'

export const fittingRouter = router({
  product: publicProcedure.input(productIdInput).query(({ ctx, input }) => getProductSizes(ctx, input)),
  canAdvise: publicProcedure.input(productIdInput).query(({ ctx, input }) => canAdvise(ctx, input)),
  garmentChoices: publicProcedure.query(({ ctx }) => listGarmentChoices(ctx)),
  findGarment: publicProcedure.input(findGarmentInput).query(({ ctx, input }) => findGarment(ctx, input)),
  /** Changes nothing. It is a mutation so that measurements are in a request body, and never in an address. */
  otherBrands: publicProcedure.input(otherBrandsInput).mutation(({ ctx, input }) => adviseOtherBrands(ctx, input)),
  /** Like `otherBrands`: measurements are never in an address. */
  inMySize: publicProcedure.input(inMySizeInput).mutation(({ ctx, input }) => findInMySize(ctx, input)),
  sizes: signedInProcedure.query(({ ctx }) => getOwnSizes(ctx)),
  keepSizes: signedInProcedure.input(keepSizesInput).mutation(({ ctx, input }) => keepOwnSizes(ctx, input)),
  forgetSizes: signedInProcedure.mutation(({ ctx }) => forgetOwnSizes(ctx)),
})
