import type { RouterOutputs } from '#app/lib/api-types.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'

export type Queues = RouterOutputs['admin']['desk']['waiting']
type QueueName = Queues[number]['name']

interface QueueLink {
  name: string
  /** What somebody does there. */
  text: string
  to: string
  /** Hours after which the oldest is overdue. */
  due: number
}

const DAY = 24

/** The page of each queue, in the order to work on them when nothing is overdue. */
export const QUEUES: Record<QueueName, QueueLink> = {
  partners: {
    name: 'Partners to approve',
    text: 'They cannot sell before',
    to: adminPaths.adminPartners(),
    due: 2 * DAY,
  },
  tickets: {
    name: 'Open tickets',
    text: 'Somebody waits for an answer',
    to: adminPaths.tickets({ state: 'open' }),
    due: DAY,
  },
  promotions: {
    name: 'Promotions',
    text: 'Partners want them on the home page',
    to: adminPaths.adminPromotions(),
    due: 2 * DAY,
  },
  reviews: { name: 'Reviews', text: 'Shown once they are approved', to: adminPaths.adminReviews(), due: 2 * DAY },
  flaggedReviews: {
    name: 'Flagged reviews',
    text: 'Stores say that something is wrong with them',
    to: adminPaths.adminReviews({ state: 'flagged' }),
    due: 2 * DAY,
  },
  productFlags: {
    name: 'Reported products',
    text: 'Shoppers or a rule say that something is wrong',
    to: adminPaths.adminProducts(),
    due: DAY,
  },
  matchReports: {
    name: 'Wrong matches',
    text: 'Shoppers say that two pieces are not the same',
    to: offerPaths.adminMatches(),
    due: 3 * DAY,
  },
  sizeTables: {
    name: 'Size tables',
    text: 'For labels that their partner does not own',
    to: adminPaths.adminSizeTables(),
    due: 7 * DAY,
  },
  appeals: { name: 'Appeals', text: 'Against what we have decided', to: adminPaths.adminAppeals(), due: 3 * DAY },
  pictures: {
    name: 'New pictures of stores',
    text: 'Shown already, and nobody has looked',
    to: adminPaths.adminPictures(),
    due: 7 * DAY,
  },
  disputes: {
    name: 'Disputed sales',
    text: 'Nothing of them is paid until decided',
    to: adminPaths.adminDisputes(),
    due: 3 * DAY,
  },
  adjustments: {
    name: 'Adjustments',
    text: 'Somebody else than who proposed them approves',
    to: adminPaths.adminAdjustments(),
    due: 3 * DAY,
  },
  approvals: {
    name: 'Approvals',
    text: 'Actions that need a second administrator',
    to: adminPaths.adminApprovals(),
    due: 3 * DAY,
  },
  saleFlags: {
    name: 'Flags of sales',
    text: 'Not confirmed until looked at',
    to: adminPaths.adminFlags(),
    due: 3 * DAY,
  },
  orderFiles: {
    name: 'Files with orders',
    text: 'Their orders count once approved',
    to: adminPaths.adminOrderFiles({ status: 'submitted' }),
    due: 2 * DAY,
  },
  failedFiles: {
    name: 'Files that failed',
    text: 'Approved, and not recorded as a whole',
    to: adminPaths.adminOrderFiles({ status: 'failed' }),
    due: DAY,
  },
  rates: {
    name: 'Sales without a rate',
    text: 'Nothing is owed until we have one',
    to: adminPaths.adminRates(),
    due: 3 * DAY,
  },
  connections: {
    name: 'Broken connections',
    text: 'Stores that do not tell us everything',
    to: adminPaths.adminConnections(),
    due: DAY,
  },
  deadLetters: {
    name: 'Dead letters',
    text: 'Messages of stores that we could not do',
    to: adminPaths.adminConnections({ show: 'letters' }),
    due: DAY,
  },
  mails: {
    name: 'Failed mails',
    text: 'They did not reach anybody',
    to: adminPaths.outbox({ state: 'failed' }),
    due: DAY,
  },
}

const pageOf = (address: string) => address.replace(/\?.*/, '')

/** How much waits on one of the administrators' pages. */
export const countOnPage = (queues: Queues, page: string): number =>
  queues.reduce((sum, { name, count }) => (pageOf(QUEUES[name].to) === page ? sum + count : sum), 0)
