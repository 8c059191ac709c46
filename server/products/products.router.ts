import { partnerEditorProcedure, router } from '#server/trpc/procedures.ts'
import { actInput } from './product-acts.schema.ts'
import { undoAct } from './undo-act.service.ts'

export const productsRouter = router({
  undo: partnerEditorProcedure.input(actInput).mutation(({ ctx, input }) => undoAct(ctx, input)),
})
