import { eventInput } from '#server/connections/connections.schema.ts'
import { listAllDeadLetters, retryAnyDeadLetter } from '#server/connections/dead-letters.service.ts'
import { judgeFeedback } from '#server/feedback/judge-feedback.service.ts'
import { judgeReview } from '#server/feedback/judge-review.service.ts'
import { judgeFeedbackInput, judgeReviewInput, reviewQueueQuery } from '#server/feedback/review-queue.schema.ts'
import { countWaitingReviews, listReviewsToJudge } from '#server/feedback/review-queue.service.ts'
import { mailIdInput, outboxInput } from '#server/mail/outbox.schema.ts'
import { listOutbox, readMail, retryMail } from '#server/mail/outbox.service.ts'
import { judgePartner } from '#server/partners/judge-partner.service.ts'
import { countWaitingPartners, listPartners, readPartner } from '#server/partners/list-partners.ts'
import { judgedPartnerInput, judgePartnerInput, partnersQuery } from '#server/partners/partner-queue.schema.ts'
import { readDiskSpace } from '#server/platform/disk-space.ts'
import {
  fileInput,
  filePageInput,
  filesQuery,
  judgeFileInput,
} from '#server/sales/conversion-files/conversion-files.schema.ts'
import {
  countWaitingFiles,
  getFileToJudge,
  judgeFile,
  listFilesToJudge,
  retryFile,
} from '#server/sales/conversion-files/judge-file.service.ts'
import { listAllInvoices } from '#server/sales/invoices/list-all-invoices.service.ts'
import { markPaid } from '#server/sales/invoices/mark-paid.service.ts'
import { listOpenFlags } from '#server/sales/list-flags.service.ts'
import { resolveFlag } from '#server/sales/resolve-flag.service.ts'
import { allInvoicesQuery, flagsQuery, resolveFlagInput } from '#server/sales/sales-for-admins.schema.ts'
import { markPaidInput } from '#server/sales/sales.schema.ts'
import { launchAtInput, offlineAppInput, siteStateInput } from '#server/site/site-settings.schema.ts'
import { readSiteSettings, setLaunchAt, setOfflineApp, setSiteState } from '#server/site/site-settings.service.ts'
import {
  countWaitingPromotions,
  judgePromotion,
  listPromotionsToJudge,
} from '#server/storefront/judge-promotion.service.ts'
import { judgePromotionInput, promotionsQuery } from '#server/storefront/promotions.schema.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

export const adminRouter = router({
  site: adminProcedure.query(({ ctx }) => readSiteSettings(ctx.db)),
  disks: adminProcedure.query(() => readDiskSpace()),
  setSiteState: adminProcedure.input(siteStateInput).mutation(({ ctx, input }) => setSiteState(ctx, input)),
  setOfflineApp: adminProcedure.input(offlineAppInput).mutation(({ ctx, input }) => setOfflineApp(ctx, input)),
  setLaunchAt: adminProcedure.input(launchAtInput).mutation(({ ctx, input }) => setLaunchAt(ctx, input)),
  outbox: adminProcedure.input(outboxInput).query(({ ctx, input }) => listOutbox(ctx.db, input)),
  outboxMail: adminProcedure.input(mailIdInput).query(({ ctx, input }) => readMail(ctx, input.mailId)),
  retryMail: adminProcedure.input(mailIdInput).mutation(({ ctx, input }) => retryMail(ctx, input.mailId)),
  partners: adminProcedure.input(partnersQuery).query(({ ctx, input }) => listPartners(ctx.db, input)),
  waitingPartners: adminProcedure.query(({ ctx }) => countWaitingPartners(ctx.db)),
  promotions: adminProcedure.input(promotionsQuery).query(({ ctx, input }) => listPromotionsToJudge(ctx.db, input)),
  deadLetters: adminProcedure.query(({ ctx }) => listAllDeadLetters(ctx)),
  retryDeadLetter: adminProcedure.input(eventInput).mutation(({ ctx, input }) => retryAnyDeadLetter(ctx, input)),
  waitingPromotions: adminProcedure.query(({ ctx }) => countWaitingPromotions(ctx.db)),
  judgePromotion: adminProcedure.input(judgePromotionInput).mutation(({ ctx, input }) => judgePromotion(ctx, input)),
  reviews: adminProcedure.input(reviewQueueQuery).query(({ ctx, input }) => listReviewsToJudge(ctx.db, input)),
  waitingReviews: adminProcedure.query(({ ctx }) => countWaitingReviews(ctx.db)),
  judgeReview: adminProcedure.input(judgeReviewInput).mutation(({ ctx, input }) => judgeReview(ctx, input)),
  judgeFeedback: adminProcedure.input(judgeFeedbackInput).mutation(({ ctx, input }) => judgeFeedback(ctx, input)),
  orderFiles: adminProcedure.input(filesQuery).query(({ ctx, input }) => listFilesToJudge(ctx.db, input)),
  waitingOrderFiles: adminProcedure.query(({ ctx }) => countWaitingFiles(ctx.db)),
  orderFile: adminProcedure.input(filePageInput).query(({ ctx, input }) => getFileToJudge(ctx.db, input)),
  judgeOrderFile: adminProcedure.input(judgeFileInput).mutation(({ ctx, input }) => judgeFile(ctx, input)),
  retryOrderFile: adminProcedure.input(fileInput).mutation(({ ctx, input }) => retryFile(ctx, input)),
  invoices: adminProcedure.input(allInvoicesQuery).query(({ ctx, input }) => listAllInvoices(ctx.db, input)),
  markInvoicePaid: adminProcedure.input(markPaidInput).mutation(({ ctx, input }) => markPaid(ctx, input)),
  flags: adminProcedure.input(flagsQuery).query(({ ctx, input }) => listOpenFlags(ctx.db, input)),
  resolveFlag: adminProcedure.input(resolveFlagInput).mutation(({ ctx, input }) => resolveFlag(ctx, input)),
  partner: adminProcedure.input(judgedPartnerInput).query(({ ctx, input }) => readPartner(ctx.db, input.partnerId)),
  judgePartner: adminProcedure.input(judgePartnerInput).mutation(({ ctx, input }) => judgePartner(ctx, input)),
})
