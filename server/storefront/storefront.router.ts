import { partnerEditorProcedure, partnerProcedure, publicProcedure, router } from '#server/trpc/procedures.ts'
import { changePicture } from './change-picture.service.ts'
import { changeText, getCustomization, restoreDraft, revertDraft } from './draft.service.ts'
import { exportStore } from './export-store.service.ts'
import { getStorePreview, startPreview } from './preview.service.ts'
import { publishDraft } from './publish-draft.service.ts'
import { changePictureInput, changeTextInput, draftRevisionInput, previewInput } from './storefront.schema.ts'

export const storefrontRouter = router({
  customization: partnerProcedure.query(({ ctx }) => getCustomization(ctx)),
  export: partnerProcedure.query(({ ctx }) => exportStore(ctx)),
  changeText: partnerEditorProcedure.input(changeTextInput).mutation(({ ctx, input }) => changeText(ctx, input)),
  changePicture: partnerEditorProcedure
    .input(changePictureInput)
    .mutation(({ ctx, input }) => changePicture(ctx, input)),
  revert: partnerEditorProcedure.input(draftRevisionInput).mutation(({ ctx, input }) => revertDraft(ctx, input)),
  restore: partnerEditorProcedure.input(draftRevisionInput).mutation(({ ctx, input }) => restoreDraft(ctx, input)),
  publish: partnerEditorProcedure.input(draftRevisionInput).mutation(({ ctx, input }) => publishDraft(ctx, input)),
  startPreview: partnerProcedure.query(({ ctx }) => startPreview(ctx)),
  preview: publicProcedure.input(previewInput).query(({ ctx, input }) => getStorePreview(ctx, input)),
})
