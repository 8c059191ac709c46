import { opensMore } from '#server/auth/opens-more.ts'
import { judgeFeedback } from '#server/feedback/judge-feedback.service.ts'
import { judgeReview } from '#server/feedback/judge-review.service.ts'
import { judgeFeedbackInput, judgeReviewInput, reviewQueueQuery } from '#server/feedback/review-queue.schema.ts'
import { listReviewsToJudge } from '#server/feedback/review-queue.service.ts'
import { mailIdInput, outboxInput } from '#server/mail/outbox.schema.ts'
import { listOutbox, getOutboxMail, retryMail } from '#server/mail/outbox.service.ts'
import { judgePartner } from '#server/partners/judge-partner.service.ts'
import { listPartners, getPartnerDetails } from '#server/partners/list-partners.ts'
import { judgedPartnerInput, judgePartnerInput, partnersQuery } from '#server/partners/partner-queue.schema.ts'
import { getDiskSpace } from '#server/platform/disk-space.ts'
import {
  fileInput,
  filePageInput,
  filesQuery,
  judgeFileInput,
} from '#server/sales/conversion-files/conversion-files.schema.ts'
import {
  getFileToJudge,
  judgeFile,
  listFilesToJudge,
  retryFile,
} from '#server/sales/conversion-files/judge-file.service.ts'
import { listAllInvoices } from '#server/sales/invoices/list-all-invoices.service.ts'
import { markPaid } from '#server/sales/invoices/mark-paid.service.ts'
import { listAllSales } from '#server/sales/list-all-sales.service.ts'
import { listOpenFlags } from '#server/sales/list-flags.service.ts'
import { resolveFlag } from '#server/sales/resolve-flag.service.ts'
import { allInvoicesQuery, allSalesQuery, flagsQuery, resolveFlagInput } from '#server/sales/sales-for-admins.schema.ts'
import { markPaidInput } from '#server/sales/sales.schema.ts'
import { launchAtInput, offlineAppInput, siteStateInput } from '#server/site/site-settings.schema.ts'
import { getSiteSettings, setLaunchAt, setOfflineApp, setSiteState } from '#server/site/site-settings.service.ts'
import { judgePromotion, listPromotionsToJudge } from '#server/storefront/judge-promotion.service.ts'
import { judgePromotionInput, promotionsQuery } from '#server/storefront/promotions.schema.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'
import { adminAuditRouter } from './audit.router.ts'
import { adminConnectionsRouter } from './connections.router.ts'
import { adminDatabaseRouter } from './database.router.ts'
import { adminDeskRouter } from './desk.router.ts'
import { marketRouter } from './market.router.ts'
import { adminModerationRouter } from './moderation.router.ts'
import { adminMoneyRouter } from './money.router.ts'
import { adminSearchRouter } from './search.router.ts'
import { adminStatementsRouter } from './statements.router.ts'
import { adminStoresRouter } from './stores.router.ts'
import { adminUsersRouter } from './users.router.ts'

export const adminRouter = router({
  audit: adminAuditRouter,
  connections: adminConnectionsRouter,
  database: adminDatabaseRouter,
  desk: adminDeskRouter,
  market: marketRouter,
  moderation: adminModerationRouter,
  money: adminMoneyRouter,
  search: adminSearchRouter,
  statements: adminStatementsRouter,
  stores: adminStoresRouter,
  users: adminUsersRouter,
  site: adminProcedure.query(({ ctx }) => getSiteSettings(ctx.db)),
  disks: adminProcedure.query(() => getDiskSpace()),
  setSiteState: adminProcedure.input(siteStateInput).mutation(({ ctx, input }) => setSiteState(ctx, input)),
  setOfflineApp: adminProcedure.input(offlineAppInput).mutation(({ ctx, input }) => setOfflineApp(ctx, input)),
  setLaunchAt: adminProcedure.input(launchAtInput).mutation(({ ctx, input }) => setLaunchAt(ctx, input)),
  outbox: adminProcedure.input(outboxInput).query(({ ctx, input }) => listOutbox(ctx.db, input)),
  outboxMail: adminProcedure
    .input(mailIdInput)
    .query(({ ctx, input }) => getOutboxMail(ctx, input.mailId, (email) => opensMore(ctx.db, ctx.viewer, email))),
  retryMail: adminProcedure.input(mailIdInput).mutation(({ ctx, input }) => retryMail(ctx, input.mailId)),
  partners: adminProcedure.input(partnersQuery).query(({ ctx, input }) => listPartners(ctx.db, input)),
  promotions: adminProcedure.input(promotionsQuery).query(({ ctx, input }) => listPromotionsToJudge(ctx.db, input)),
  judgePromotion: adminProcedure.input(judgePromotionInput).mutation(({ ctx, input }) => judgePromotion(ctx, input)),
  reviews: adminProcedure.input(reviewQueueQuery).query(({ ctx, input }) => listReviewsToJudge(ctx.db, input)),
  judgeReview: adminProcedure.input(judgeReviewInput).mutation(({ ctx, input }) => judgeReview(ctx, input)),
  judgeFeedback: adminProcedure.input(judgeFeedbackInput).mutation(({ ctx, input }) => judgeFeedback(ctx, input)),
  orderFiles: adminProcedure.input(filesQuery).query(({ ctx, input }) => listFilesToJudge(ctx.db, input)),
  orderFile: adminProcedure.input(filePageInput).query(({ ctx, input }) => getFileToJudge(ctx.db, input)),
  judgeOrderFile: adminProcedure.input(judgeFileInput).mutation(({ ctx, input }) => judgeFile(ctx, input)),
  retryOrderFile: adminProcedure.input(fileInput).mutation(({ ctx, input }) => retryFile(ctx, input)),
  sales: adminProcedure.input(allSalesQuery).query(({ ctx, input }) => listAllSales(ctx.db, input)),
  invoices: adminProcedure.input(allInvoicesQuery).query(({ ctx, input }) => listAllInvoices(ctx.db, input)),
  markInvoicePaid: adminProcedure.input(markPaidInput).mutation(({ ctx, input }) => markPaid(ctx, input)),
  flags: adminProcedure.input(flagsQuery).query(({ ctx, input }) => listOpenFlags(ctx, input)),
  resolveFlag: adminProcedure.input(resolveFlagInput).mutation(({ ctx, input }) => resolveFlag(ctx, input)),
  partner: adminProcedure
    .input(judgedPartnerInput)
    .query(({ ctx, input }) => getPartnerDetails(ctx.db, input.partnerId)),
  judgePartner: adminProcedure.input(judgePartnerInput).mutation(({ ctx, input }) => judgePartner(ctx, input)),
})
