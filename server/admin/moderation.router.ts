import { listAppeals } from '#server/moderation/appeal-queue.service.ts'
import { appealsQuery, judgeAppealInput } from '#server/moderation/appeals.schema.ts'
import { judgeSizeTable, listSizeTableProposals } from '#server/moderation/size-table-queue.service.ts'
import { judgeSizeTableInput, sizeTablesQuery } from '#server/moderation/size-tables.schema.ts'
import { judgeAppeal } from '#server/moderation/judge-appeal.service.ts'
import { judgeProduct } from '#server/moderation/judge-product.service.ts'
import { judgeProductInput, productQueueQuery } from '#server/moderation/product-flags.schema.ts'
import { listFlaggedProducts } from '#server/moderation/product-queue.service.ts'
import { judgeMatch } from '#server/offers/judge-match.service.ts'
import { listReportedMatches } from '#server/offers/match-queue.service.ts'
import { judgeMatchInput, matchQueueQuery } from '#server/offers/offers.schema.ts'
import {
  pictureIdInput,
  seePicturesInput,
  storePicturesQuery,
  takePictureDownInput,
} from '#server/storefront/store-pictures.schema.ts'
import {
  listStorePictures,
  restorePicture,
  seePictures,
  takePictureDown,
} from '#server/storefront/store-pictures.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

export const adminModerationRouter = router({
  products: adminProcedure.input(productQueueQuery).query(({ ctx, input }) => listFlaggedProducts(ctx.db, input)),
  judgeProduct: adminProcedure.input(judgeProductInput).mutation(({ ctx, input }) => judgeProduct(ctx, input)),
  pictures: adminProcedure.input(storePicturesQuery).query(({ ctx, input }) => listStorePictures(ctx.db, input)),
  seePictures: adminProcedure.input(seePicturesInput).mutation(({ ctx, input }) => seePictures(ctx, input.pictureIds)),
  takePictureDown: adminProcedure.input(takePictureDownInput).mutation(({ ctx, input }) => takePictureDown(ctx, input)),
  restorePicture: adminProcedure
    .input(pictureIdInput)
    .mutation(({ ctx, input }) => restorePicture(ctx, input.pictureId)),
  matches: adminProcedure.input(matchQueueQuery).query(({ ctx, input }) => listReportedMatches(ctx.db, input)),
  judgeMatch: adminProcedure.input(judgeMatchInput).mutation(({ ctx, input }) => judgeMatch(ctx, input)),
  sizeTables: adminProcedure.input(sizeTablesQuery).query(({ ctx, input }) => listSizeTableProposals(ctx, input)),
  judgeSizeTable: adminProcedure.input(judgeSizeTableInput).mutation(({ ctx, input }) => judgeSizeTable(ctx, input)),
  appeals: adminProcedure.input(appealsQuery).query(({ ctx, input }) => listAppeals(ctx, input)),
  judgeAppeal: adminProcedure.input(judgeAppealInput).mutation(({ ctx, input }) => judgeAppeal(ctx, input)),
})
