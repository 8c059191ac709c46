import { partnerEditorProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { fileInput, filePageInput, readFileInput } from './conversion-files.schema.ts'
import { discardFile, getFile, listFiles, addOrderFile, submitFile, takeFileBack } from './conversion-files.service.ts'

export const conversionFilesRouter = router({
  list: partnerProcedure.query(({ ctx }) => listFiles(ctx)),
  get: partnerProcedure.input(filePageInput).query(({ ctx, input }) => getFile(ctx, input)),
  read: partnerEditorProcedure
    .meta({ hasFileText: true })
    .input(readFileInput)
    .mutation(({ ctx, input }) => addOrderFile(ctx, input)),
  submit: partnerEditorProcedure.input(fileInput).mutation(({ ctx, input }) => submitFile(ctx, input)),
  takeBack: partnerEditorProcedure.input(fileInput).mutation(({ ctx, input }) => takeFileBack(ctx, input)),
  discard: partnerEditorProcedure.input(fileInput).mutation(({ ctx, input }) => discardFile(ctx, input)),
})
