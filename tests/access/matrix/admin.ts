import { newId } from '#server/platform/ids.ts'
import type { Person } from '../scene.ts'
import {
  flagOf,
  giveWaitingPartners,
  judgedReviewOf,
  ofAnyPartner,
  saleOf,
  storeOf,
  storeThingsOf,
} from './fixtures.ts'
import { ADMIN, instead, type Rows } from './outcomes.ts'

const approval = ({ user }: Person) => ({
  partnerId: user.id,
  from: 'pending',
  to: 'approved',
  businessName: `Waiting ${user.id}`,
  websiteUrl: '',
})
const judgement = ({ user }: Person) => ({ reviewId: user.id, revision: 1, judgedAt: '', to: 'approved' })

export const ADMIN_ROWS: Rows = {
  'admin.market.figures': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.market.products': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.market.people': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.market.searches': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.market.performance': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.market.daysFile': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.desk.waiting': { own: { outcomes: ADMIN } },
  'admin.desk.display': { own: { outcomes: ADMIN } },
  'admin.desk.fold': { own: { input: () => ({ isFolded: true }), outcomes: ADMIN } },
  'admin.search.everything': { own: { input: () => ({ q: 'a' }), outcomes: ADMIN } },
  'admin.search.sale': ofAnyPartner(saleOf, (saleId) => ({ saleId })),
  'admin.search.click': {
    own: { input: () => ({ clickId: 'wc_01ARZ3NDEKTSV4RRFFQ69G5FAV' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.site': { own: { outcomes: ADMIN } },
  'admin.disks': { own: { outcomes: ADMIN } },
  'admin.setSiteState': { own: { input: () => ({ state: 'live' }), outcomes: ADMIN } },
  'admin.setOfflineApp': { own: { input: () => ({ offlineApp: 'on' }), outcomes: ADMIN } },
  'admin.setLaunchAt': { own: { input: () => ({ launchAt: '2025-09-01T00:00' }), outcomes: ADMIN } },
  'admin.audit.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.audit.file': { own: { input: () => ({}), outcomes: ADMIN } },
  'admin.database.overview': { own: { outcomes: ADMIN } },
  'admin.database.backUpNow': {
    own: { before: (db) => db.backup.updateMany({ data: { finishedAt: new Date() } }), outcomes: ADMIN },
  },
  'admin.database.checkNow': {
    own: { before: (db) => db.integrityCheck.updateMany({ data: { finishedAt: new Date() } }), outcomes: ADMIN },
  },
  'admin.database.resetStatements': { own: { outcomes: ADMIN } },
  'admin.database.retryJob': {
    own: { input: () => ({ queue: 'mails', jobId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.outbox': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.outboxMail': {
    // Codes in administrators' own emails are not masked.
    own: {
      before: (db, { me }) => db.mail.update({ where: { id: me.mailId }, data: { text: 'Your code is 482913.' } }),
      input: ({ me }) => ({ mailId: me.mailId }),
      shows: () => ['482913'],
      outcomes: ADMIN,
    },
    foreign: { input: ({ stranger }) => ({ mailId: stranger.mailId }), outcomes: ADMIN, isAboutAnybody: true },
  },
  'admin.retryMail': {
    own: { input: ({ me }) => ({ mailId: me.mailId }), outcomes: ADMIN },
    foreign: { input: ({ stranger }) => ({ mailId: stranger.mailId }), outcomes: ADMIN, isAboutAnybody: true },
  },
  'admin.connections.list': {
    own: {
      before: (db, { stranger }) => storeOf(db, stranger),
      input: () => ({}),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.connections.letters': {
    own: {
      before: (db, { stranger }) => storeOf(db, stranger),
      input: () => ({}),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.connections.counts': { own: { outcomes: ADMIN } },
  'admin.connections.retry': { own: { input: () => ({ eventId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') } },
  'admin.partners': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.promotions': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.judgePromotion': {
    own: {
      input: () => ({ promotionId: newId(), fileKey: newId(), to: 'approved' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.reviews': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.judgeReview': {
    own: { input: ({ me }) => judgement(me), before: judgedReviewOf('me'), outcomes: ADMIN },
    foreign: {
      input: ({ stranger }) => judgement(stranger),
      before: judgedReviewOf('stranger'),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.judgeFeedback': {
    own: { input: () => ({ feedbackId: newId(), to: 'closed' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.partner': {
    own: { before: giveWaitingPartners, input: ({ me }) => ({ partnerId: me.user.id }), outcomes: ADMIN },
    foreign: {
      before: giveWaitingPartners,
      input: ({ stranger }) => ({ partnerId: stranger.user.id }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.orderFiles': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.orderFile': ofAnyPartner(storeThingsOf(), (fileId) => ({ fileId })),
  'admin.judgeOrderFile': ofAnyPartner(storeThingsOf('submitted'), (fileId) => ({ fileId, verdict: 'approve' })),
  'admin.retryOrderFile': ofAnyPartner(storeThingsOf('failed'), (fileId) => ({ fileId })),
  'admin.sales': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.invoices': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.markInvoicePaid': ofAnyPartner(saleOf, (invoiceId) => ({ invoiceId, note: 'Transfer of today' })),
  'admin.flags': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.resolveFlag': ofAnyPartner(flagOf, (flagId) => ({
    flagId,
    worth: '',
    outcome: 'counts',
    resolution: 'All is well.',
  })),
  'admin.judgePartner': {
    own: { before: giveWaitingPartners, input: ({ me }) => approval(me), outcomes: ADMIN },
    foreign: {
      before: giveWaitingPartners,
      input: ({ stranger }) => approval(stranger),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
}
