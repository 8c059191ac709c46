import { partnerOwnerProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { discountCodeInput } from './discount-codes.schema.ts'
import { addDiscountCode, listCodes, retireCode } from './discount-codes.service.ts'

export const discountCodesRouter = router({
  list: partnerProcedure.query(({ ctx }) => listCodes(ctx)),
  add: partnerOwnerProcedure.input(discountCodeInput).mutation(({ ctx, input }) => addDiscountCode(ctx, input)),
  retire: partnerOwnerProcedure.input(discountCodeInput).mutation(({ ctx, input }) => retireCode(ctx, input)),
})
