import { partnerOwnerProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { discountCodeInput } from './discount-codes.schema.ts'
import { addCode, listCodes, retireCode } from './discount-codes.service.ts'

export const discountCodesRouter = router({
  list: partnerProcedure.query(({ ctx }) => listCodes(ctx)),
  add: partnerOwnerProcedure.input(discountCodeInput).mutation(({ ctx, input }) => addCode(ctx, input)),
  retire: partnerOwnerProcedure.input(discountCodeInput).mutation(({ ctx, input }) => retireCode(ctx, input)),
})
