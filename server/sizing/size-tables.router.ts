import { partnerEditorProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { restoreSizeTableInput, saveSizeTableInput, sizeTableIdInput } from './size-table.schema.ts'
import {
  bringBackSizeTable,
  listSizeTables,
  getSizeTable,
  removeSizeTable,
  restoreSizeTable,
  saveSizeTable,
  sizeTableChoices,
} from './size-tables.service.ts'

export const sizeTablesRouter = router({
  list: partnerProcedure.query(({ ctx }) => listSizeTables(ctx)),
  choices: partnerProcedure.query(({ ctx }) => sizeTableChoices(ctx)),
  get: partnerProcedure.input(sizeTableIdInput).query(({ ctx, input }) => getSizeTable(ctx, input)),
  save: partnerEditorProcedure.input(saveSizeTableInput).mutation(({ ctx, input }) => saveSizeTable(ctx, input)),
  restore: partnerEditorProcedure
    .input(restoreSizeTableInput)
    .mutation(({ ctx, input }) => restoreSizeTable(ctx, input)),
  remove: partnerEditorProcedure.input(sizeTableIdInput).mutation(({ ctx, input }) => removeSizeTable(ctx, input)),
  bringBack: partnerEditorProcedure
    .input(sizeTableIdInput)
    .mutation(({ ctx, input }) => bringBackSizeTable(ctx, input)),
})
