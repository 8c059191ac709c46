import { purgeDeleted } from '#server/accounts/delete-account.service.ts'
import { sendWeeklyReports } from '#server/analytics/weekly-report/send-weekly-reports.ts'
import { recountLastDays } from '#server/analytics/rebuild.ts'
import { rollUpAnalytics } from '#server/analytics/roll-up.ts'
import { forgetAttempts } from '#server/auth/attempt-store.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { forgetApprovals } from '#server/connections/connect-by-approval.service.ts'
import { forgetStoreEvents } from '#server/connections/dead-letters.service.ts'
import { eventsQueue } from '#server/connections/events-queue.ts'
import { lookAtJourneys } from '#server/connections/look-at-journeys.ts'
import { identityQueue } from '#server/connections/move-store.ts'
import { pollStores, reconcileQueue, reconcileStores, watchSubscriptions } from '#server/connections/reconcile-queue.ts'
import { forgetMails } from '#server/mail/forget-mails.ts'
import { forgetInvitations } from '#server/invitations/forget-invitations.ts'
import { expireInvitations } from '#server/invitations/invite.service.ts'
import { forgetImports } from '#server/importing/forget-imports.ts'
import { importQueue } from '#server/importing/import-queue.ts'
import { pictureQueue } from '#server/importing/picture-queue.ts'
import { beginFeeds } from '#server/importing/read-feeds.ts'
import { askForReviews } from '#server/feedback/ask-for-reviews.ts'
import { verifyReviews } from '#server/feedback/verify-reviews.ts'
import { updateFitShifts } from '#server/fitting/update-fit-shifts.ts'
import { raiseFlags } from '#server/moderation/raise-flags.ts'
import { mailQueue } from '#server/mail/mail-queue.ts'
import { drawAhead } from '#server/media/draw-ahead.ts'
import { forgetTeamInvitations } from '#server/partners/team/invite-colleague.service.ts'
import { recheckHosts } from '#server/partners/hosts/recheck-hosts.ts'
import { keepPauses } from '#server/partners/settings/pause.service.ts'
import { findNew } from '#server/new-in/find-new.ts'
import { forgetFinds } from '#server/new-in/forget-finds.ts'
import { sendPushes } from '#server/new-in/send-pushes.ts'
import { sendNewIn } from '#server/new-in/send-new-in.ts'
import { matchChanged, matchAllAnew } from '#server/offers/match-changed.ts'
import { sendInventoryMails } from '#server/products/send-inventory-mails.ts'
import { backupQueue } from '#server/operations/backup/backup-queue.ts'
import { recountUsage } from '#server/quotas/recount-usage.ts'
import { warnOwners } from '#server/quotas/warn-owners.ts'
import { beginNightlyBackup } from '#server/operations/backup/backups.service.ts'
import { beginNightlyCheck, integrityQueue } from '#server/operations/database/integrity.service.ts'
import { forgetAddressHashes } from '#server/outbound/forget-address-hashes.ts'
import { countViews } from '#server/outbound/view-counts.ts'
import { keepPartitions } from '#server/outbound/keep-partitions.ts'
import { forgetViews } from '#server/outbound/forget-views.ts'
import { deliveriesQueue } from '#server/outgoing-webhooks/deliveries-queue.ts'
import { forgetDeliveries } from '#server/outgoing-webhooks/forget-deliveries.ts'
import { reportDailyClicks } from '#server/outgoing-webhooks/report-daily-clicks.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { scheduled, startQueues } from '#server/platform/queue.ts'
import { forgetRequestCounts } from '#server/platform/request-counts.ts'
import { countShopperWeeks } from '#server/market/count-shopper-weeks.ts'
import { forgetCalls } from '#server/sales/conversions-api/idempotent-calls.ts'
import { ApiCallRecorder, laterRefusal } from '#server/partner-api/record-calls.ts'
import { retryDeferred } from '#server/sales/conversions-api/retry-deferred.ts'
import { forgetFiles } from '#server/sales/conversion-files/forget-files.ts'
import { recordApprovedFiles } from '#server/sales/conversion-files/judge-file.service.ts'
import { runPriceSchedules } from '#server/products/run-price-schedules.ts'
import { describeStale } from '#server/search/describe-products.ts'
import { purgeProducts } from '#server/products/purge-products.ts'
import { deleteUnusedLabels, settleLabels } from '#server/products/settle-labels.ts'
import { rollUpSearches } from '#server/search/log/roll-up.ts'
import { updatePopularity } from '#server/search/log/update-popularity.ts'
import { forgetChanges, analysePictures } from '#server/search/upkeep.ts'
import { forgetOldTickets } from '#server/support/support.service.ts'
import { voidDueDisputes } from '#server/sales/disputes/void-due-disputes.ts'
import { forgetRefunds } from '#server/sales/forget-refunds.ts'
import { forgetRefused } from '#server/sales/held-orders/held-orders.service.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { remindInvoices } from '#server/sales/invoices/remind-invoices.ts'
import { checkLedgers } from '#server/sales/ledger/check-ledgers.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { voidDue } from '#server/sales/resolve-flag.service.ts'
import { sendSaleMails } from '#server/sales/send-sale-mails.ts'
import { writeSaleNotices } from '#server/sales/write-sale-notices.ts'
import { takeUpClicks, takeUpSales } from '#server/sales/take-up-sales.ts'
import { watchStores } from '#server/sales/watch-stores.ts'
import { collectUnused } from '#server/uploads/collect-unused.ts'
import { forgetUnconfirmed } from '#server/waitlist/forget-unconfirmed.ts'
import { forgetWishes } from '#server/wishlist/forget-wishes.ts'
import { findWishlistEvents } from '#server/wishlist/judge-wishes.ts'
import { sendDigests } from '#server/wishlist/send-digests.ts'

const AT_START = { isDueAtStart: true }

/**
 * Starts the shop's background work: jobs at fixed times (UTC), and emails. Runs in the server process or in `npm run
 * worker`.
 */
export function startShopJobs(env: Env, db: Db, databaseUrl: string): ReturnType<typeof startQueues> {
  // Without a mail server emails stay queued. Read them at /admin/outbox.
  const smtp =
    env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM, replyTo: env.CONTACT_EMAIL } : null
  const apiCalls = new ApiCallRecorder(db)
  return startQueues({
    databaseUrl,
    queues: [
      ...(smtp ? [mailQueue({ db, databaseUrl, smtp })] : []),
      importQueue({ db, databaseUrl, dataDir: env.DATA_DIR }),
      pictureQueue({ db, databaseUrl, dataDir: env.DATA_DIR }),
      eventsQueue({ db, databaseUrl }),
      deliveriesQueue({ db, databaseUrl, siteUrl: env.SITE_URL }),
      identityQueue({ db, databaseUrl }),
      reconcileQueue({ db, databaseUrl, siteUrl: env.SITE_URL }),
      integrityQueue({ db, databaseUrl, dataDir: env.DATA_DIR }),
      backupQueue({
        db,
        databaseUrl,
        dataDir: env.DATA_DIR,
        siteUrl: env.SITE_URL,
        folder: env.BACKUP_DIR,
        keepDays: env.BACKUP_KEEP_DAYS,
      }),
      ...(env.BACKUPS === 'nightly' ? [scheduled('back-up-nightly', '35 1 * * *', () => beginNightlyBackup(db))] : []),
      scheduled('check-integrity-nightly', '15 3 * * *', () => beginNightlyCheck(db)),
      scheduled('look-at-journeys', '* * * * *', (signal) => lookAtJourneys(db, new Date(), signal)),
      scheduled('raise-flags', '25 3 * * *', () => raiseFlags(db)),
      scheduled('recheck-hosts', '45 4 * * *', (signal) => recheckHosts(db, env.SITE_URL, new Date(), signal)),
      scheduled('poll-stores', '*/15 * * * *', () => pollStores(db)),
      scheduled('watch-subscriptions', '40 * * * *', (signal) => watchSubscriptions(db, env.SITE_URL, signal)),
      scheduled('forget-approvals', '*/15 * * * *', () => forgetApprovals(db)),
      scheduled('reconcile-stores', '15 2 * * *', () => reconcileStores(db)),
      scheduled('report-daily-clicks', '50 * * * *', (signal) => reportDailyClicks(db, new Date(), signal)),
      scheduled('forget-deliveries', '22 * * * *', () => forgetDeliveries(db)),
      scheduled('forget-store-events', '5 4 * * *', () => forgetStoreEvents(db, new Date())),
      scheduled('begin-feeds', '*/5 * * * *', () => beginFeeds(db, new Date())),
      scheduled('forget-imports', '35 4 * * *', () => forgetImports(db, env.DATA_DIR, new Date())),
      scheduled('warn-of-quotas', '33 * * * *', (signal) => warnOwners(db, env.SITE_URL, signal)),
      scheduled('recount-quotas', '42 4 * * *', (signal) => recountUsage(db, signal)),
      scheduled('draw-pictures', '* * * * *', (signal) => drawAhead(db, env.DATA_DIR, { signal })),
      scheduled('price-schedules', '* * * * *', (signal) => runPriceSchedules(db, new Date(), signal), AT_START),
      scheduled('record-order-files', '* * * * *', (signal) => recordApprovedFiles(db, new Date(), signal), AT_START),
      scheduled('keep-pauses', '* * * * *', () => keepPauses(db), AT_START),
      scheduled('forget-attempts', '*/15 * * * *', () => forgetAttempts(db)),
      scheduled('find-wishlist-events', '*/10 * * * *', (signal) => findWishlistEvents(db, new Date(), signal)),
      scheduled('send-wishlist-digests', '*/15 * * * *', (signal) => sendDigests(db, env.SITE_URL, new Date(), signal)),
      scheduled('find-new-in', '*/15 * * * *', (signal) => findNew(db, databaseUrl, new Date(), signal), AT_START),
      scheduled('send-new-in', '*/15 * * * *', (signal) => sendNewIn(db, env.SITE_URL, new Date(), signal)),
      scheduled(
        'match-offers',
        '*/10 * * * *',
        (signal) => matchChanged(db, databaseUrl, new Date(), signal),
        AT_START,
      ),
      scheduled('match-all-offers', '20 5 * * 0', () => matchAllAnew(db)),
      scheduled('send-pushes', '*/5 * * * *', async (signal) => {
        await writeSaleNotices(db, new Date(), signal)
        await sendPushes(db, { siteUrl: env.SITE_URL, contact: env.CONTACT_EMAIL }, new Date(), signal)
      }),
      scheduled('roll-up-searches', '5 * * * *', (signal) => rollUpSearches(db, new Date(), signal), AT_START),
      scheduled('roll-up-analytics', '* * * * *', (signal) => rollUpAnalytics(db, new Date(), signal), AT_START),
      scheduled('rebuild-analytics', '55 2 * * *', (signal) => recountLastDays(db, 3, new Date(), signal)),
      scheduled('count-views', '*/5 * * * *', () => countViews(db), AT_START),
      scheduled('update-popularity', '10 * * * *', (signal) => updatePopularity(db, new Date(), signal), AT_START),
      scheduled('update-fit-shifts', '12 * * * *', (signal) => updateFitShifts(db, signal), AT_START),
      scheduled('expire-invitations', '15 * * * *', () => expireInvitations(db), AT_START),
      scheduled('void-sales', '*/15 * * * *', async (signal) => {
        await voidDue(db, env.SITE_URL, new Date(), signal)
        await voidDueDisputes(db, env.SITE_URL, new Date(), signal)
      }),
      scheduled('confirm-sales', '40 * * * *', (signal) => confirmDue(db, new Date(), signal)),
      scheduled('ask-for-reviews', '55 * * * *', (signal) => askForReviews(db, env.SITE_URL, new Date(), signal)),
      scheduled('take-up-sales', '50 * * * *', (signal) => takeUpSales(db, new Date(), signal)),
      scheduled('retry-deferred-events', '*/15 * * * *', (signal) =>
        retryDeferred({ db, now: new Date(), signal, onDrop: (event) => apiCalls.record(laterRefusal(event)) }),
      ),
      scheduled('take-up-clicks', '*/5 * * * *', (signal) => takeUpClicks(db, new Date(), signal)),
      scheduled('close-months', '15 2 * * *', (signal) => closeMonths(db, env.SITE_URL, new Date(), signal)),
      scheduled('remind-invoices', '30 7 * * *', (signal) => remindInvoices(db, env.SITE_URL, new Date(), signal)),
      scheduled('check-ledgers', '20 2 * * *', (signal) => checkLedgers(db, env.SITE_URL, new Date(), signal)),
      scheduled('watch-stores', '45 2 * * *', (signal) => watchStores(db, new Date(), signal)),
      scheduled('verify-reviews', '55 * * * *', (signal) => verifyReviews(db, signal)),
      scheduled('forget-refunds', '45 4 * * *', () => forgetRefunds(db)),
      scheduled('forget-held-orders', '47 4 * * *', () => forgetRefused(db, new Date())),
      scheduled('describe-products', '20 * * * *', () => describeStale(db)),
      scheduled('read-pictures', '25 * * * *', (signal) => analysePictures(db, env.DATA_DIR, signal), AT_START),
      scheduled('forget-changes', '35 * * * *', () => forgetChanges(db), AT_START),
      scheduled('forget-address-hashes', '0 3 * * *', () => forgetAddressHashes(db), AT_START),
      scheduled('clean-up-sign-ins', '10 3 * * *', () => cleanUp(db)),
      scheduled('purge-deleted-accounts', '20 3 * * *', () => purgeDeleted(db, new Date())),
      scheduled('forget-idempotent-calls', '28 3 * * *', () => forgetCalls(db, new Date())),
      scheduled('forget-order-files', '38 3 * * *', () => forgetFiles(db, new Date())),
      scheduled('forget-mails', '30 3 * * *', () => forgetMails(db)),
      scheduled('forget-tickets', '40 3 * * *', () => forgetOldTickets(db)),
      scheduled('forget-request-counts', '12 4 * * *', () => forgetRequestCounts(db, new Date())),
      scheduled('count-shopper-weeks', '27 * * * *', (signal) => countShopperWeeks(db, new Date(), signal), AT_START),
      scheduled(
        'keep-partitions',
        '8 4 * * *',
        () =>
          keepPartitions({
            db,
            databaseUrl,
            dataDir: env.DATA_DIR,
            clickYears: env.CLICK_YEARS,
            exportsRetired: env.RETIRED_ROWS === 'export',
          }),
        AT_START,
      ),
      scheduled('forget-views', '50 3 * * *', () => forgetViews(db)),
      scheduled('recount-views', '55 3 * * *', () => countViews(db, new Date(), { isAnew: true })),
      scheduled('forget-unconfirmed', '0 4 * * *', () => forgetUnconfirmed(db)),
      scheduled('forget-finds', '15 4 * * *', () => forgetFinds(db)),
      scheduled('forget-wishes', '10 4 * * *', () => forgetWishes(db)),
      scheduled('collect-unused-media', '50 4 * * *', (signal) => collectUnused(db, env.DATA_DIR, new Date(), signal)),
      scheduled('forget-invitations', '20 4 * * *', () => forgetInvitations(db)),
      scheduled('purge-products', '40 4 * * *', (signal) => purgeProducts(db, new Date(), signal)),
      scheduled('settle-labels', '*/5 * * * *', () => settleLabels(db), AT_START),
      scheduled('delete-unused-labels', '52 4 * * *', (signal) => deleteUnusedLabels(db, new Date(), signal)),
      scheduled('forget-team-invitations', '25 4 * * *', () => forgetTeamInvitations(db)),
      scheduled('send-inventory-mails', '45 6 * * *', (signal) => sendInventoryMails(db, env.SITE_URL, signal)),
      scheduled('send-sale-mails', '*/5 * * * *', (signal) => sendSaleMails(db, env.SITE_URL, new Date(), signal)),
      scheduled('send-weekly-reports', '0 7,15 * * 1', (signal) =>
        sendWeeklyReports(db, env.SITE_URL, new Date(), signal),
      ),
    ],
  })
}
