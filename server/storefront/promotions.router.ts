import { partnerEditorProcedure, partnerProcedure, publicProcedure, router } from '#server/trpc/procedures.ts'
import { listHomePromotions } from './home-promotions.ts'
import {
  addPromotionInput,
  movePromotionInput,
  promotionIdInput,
  replacePromotionInput,
  switchPromotionInput,
} from './promotions.schema.ts'
import {
  addPromotion,
  deletePromotion,
  listPromotions,
  movePromotion,
  replacePromotion,
  restorePromotion,
  switchPromotion,
} from './promotions.service.ts'

export const promotionsRouter = router({
  live: publicProcedure.query(({ ctx }) => listHomePromotions(ctx.db)),
  list: partnerProcedure.query(({ ctx }) => listPromotions(ctx)),
  add: partnerEditorProcedure.input(addPromotionInput).mutation(({ ctx, input }) => addPromotion(ctx, input)),
  replace: partnerEditorProcedure
    .input(replacePromotionInput)
    .mutation(({ ctx, input }) => replacePromotion(ctx, input)),
  switch: partnerEditorProcedure.input(switchPromotionInput).mutation(({ ctx, input }) => switchPromotion(ctx, input)),
  move: partnerEditorProcedure.input(movePromotionInput).mutation(({ ctx, input }) => movePromotion(ctx, input)),
  remove: partnerEditorProcedure
    .input(promotionIdInput)
    .mutation(({ ctx, input }) => deletePromotion(ctx, input.promotionId)),
  restore: partnerEditorProcedure
    .input(promotionIdInput)
    .mutation(({ ctx, input }) => restorePromotion(ctx, input.promotionId)),
})
