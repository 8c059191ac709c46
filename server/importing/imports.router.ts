import { partnerEditorProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { describeExport } from './export-products.service.ts'
import { describeFindingsFile } from './findings-file.service.ts'
import { addFeed, listFeeds, pauseFeed, importFeedNow, removeFeed } from './feeds.service.ts'
import {
  addFeedInput,
  applyImportInput,
  beginImportInput,
  exportProductsInput,
  feedInput,
  findingsInput,
  importInput,
  mapColumnsInput,
  readAgainInput,
} from './imports.schema.ts'
import {
  requestImport,
  beginImport,
  cancelImport,
  getImport,
  listFindings,
  listImports,
  requestUndo,
} from './imports.service.ts'
import { countPictureFailures, listPictureFailures, retryPictures } from './picture-failures.service.ts'
import { mapColumns, parseAgain } from './reading.service.ts'

export const importsRouter = router({
  list: partnerProcedure.query(({ ctx }) => listImports(ctx)),
  get: partnerProcedure.input(importInput).query(({ ctx, input }) => getImport(ctx, input)),
  findings: partnerProcedure.input(findingsInput).query(({ ctx, input }) => listFindings(ctx, input)),
  findingsFile: partnerProcedure.input(importInput).query(({ ctx, input }) => describeFindingsFile(ctx, input)),
  begin: partnerEditorProcedure.input(beginImportInput).mutation(({ ctx, input }) => beginImport(ctx, input)),
  map: partnerEditorProcedure.input(mapColumnsInput).mutation(({ ctx, input }) => mapColumns(ctx, input)),
  readAgain: partnerEditorProcedure.input(readAgainInput).mutation(({ ctx, input }) => parseAgain(ctx, input)),
  accept: partnerEditorProcedure.input(applyImportInput).mutation(({ ctx, input }) => requestImport(ctx, input)),
  cancel: partnerEditorProcedure.input(importInput).mutation(({ ctx, input }) => cancelImport(ctx, input)),
  undo: partnerEditorProcedure.input(importInput).mutation(({ ctx, input }) => requestUndo(ctx, input)),
  export: partnerProcedure.input(exportProductsInput).query(({ ctx, input }) => describeExport(ctx, input)),
  pictureFailures: partnerProcedure.query(({ ctx }) => listPictureFailures(ctx)),
  countPictureFailures: partnerProcedure.query(({ ctx }) => countPictureFailures(ctx)),
  retryPictures: partnerEditorProcedure.mutation(({ ctx }) => retryPictures(ctx)),
  feeds: partnerProcedure.query(({ ctx }) => listFeeds(ctx)),
  addFeed: partnerEditorProcedure.input(addFeedInput).mutation(({ ctx, input }) => addFeed(ctx, input)),
  readFeed: partnerEditorProcedure.input(feedInput).mutation(({ ctx, input }) => importFeedNow(ctx, input)),
  pauseFeed: partnerEditorProcedure.input(feedInput).mutation(({ ctx, input }) => pauseFeed(ctx, input)),
  removeFeed: partnerEditorProcedure.input(feedInput).mutation(({ ctx, input }) => removeFeed(ctx, input)),
})
