import type { RouterOutputs } from '#app/lib/api-types.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'

export type Queues = RouterOutputs['admin']['desk']['waiting']
type QueueName = Queues[number]['name']

interface QueueLink {
  name: string
  /** A short description. */
  text: string
  to: string
  /** Hours after which the oldest item is overdue. */
  due: number
}

const DAY = 24

/** The page of each queue, in the order to work on them if nothing is overdue. */
export const QUEUES: Record<QueueName, QueueLink> = {
  partners: {
    name: 'Partners to approve',
    text: 'Waiting for approval',
    to: adminPaths.adminPartners(),
    due: 2 * DAY,
  },
  tickets: {
    name: 'Open tickets',
    text: 'Waiting for our reply',
    to: adminPaths.tickets({ state: 'open' }),
    due: DAY,
  },
  promotions: {
    name: 'Promotions',
    text: 'Content for the home page',
    to: adminPaths.adminPromotions(),
    due: 2 * DAY,
  },
  reviews: { name: 'Reviews', text: 'Published once approved', to: adminPaths.adminReviews(), due: 2 * DAY },
  flaggedReviews: {
    name: 'Flagged reviews',
    text: 'Flagged by stores',
    to: adminPaths.adminReviews({ state: 'flagged' }),
    due: 2 * DAY,
  },
  productFlags: {
    name: 'Reported products',
    text: 'Reported by shoppers or automatic checks',
    to: adminPaths.adminProducts(),
    due: DAY,
  },
  matchReports: {
    name: 'Wrong matches',
    text: 'Reported by shoppers',
    to: offerPaths.adminMatches(),
    due: 3 * DAY,
  },
  sizeTables: {
    name: 'Size tables',
    text: 'For brands that partners resell',
    to: adminPaths.adminSizeTables(),
    due: 7 * DAY,
  },
  appeals: { name: 'Appeals', text: 'Against our decisions', to: adminPaths.adminAppeals(), due: 3 * DAY },
  pictures: {
    name: 'New store images',
    text: 'Live, not yet reviewed',
    to: adminPaths.adminPictures(),
    due: 7 * DAY,
  },
  disputes: {
    name: 'Disputed sales',
    text: 'On hold until decided',
    to: adminPaths.adminDisputes(),
    due: 3 * DAY,
  },
  adjustments: {
    name: 'Adjustments',
    text: 'Need a second administrator',
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
    name: 'Flagged sales',
    text: 'On hold until reviewed',
    to: adminPaths.adminFlags(),
    due: 3 * DAY,
  },
  orderFiles: {
    name: 'Order files',
    text: 'Waiting for approval',
    to: adminPaths.adminOrderFiles({ status: 'submitted' }),
    due: 2 * DAY,
  },
  failedFiles: {
    name: 'Failed order files',
    text: 'Approved, but not fully recorded',
    to: adminPaths.adminOrderFiles({ status: 'failed' }),
    due: DAY,
  },
  rates: {
    name: 'Sales without an exchange rate',
    text: 'No commission until we have one',
    to: adminPaths.adminRates(),
    due: 3 * DAY,
  },
  connections: {
    name: 'Broken connections',
    text: 'Some updates are not arriving',
    to: adminPaths.adminConnections(),
    due: DAY,
  },
  deadLetters: {
    name: 'Failed webhooks',
    text: 'Webhooks from stores that we could not process',
    to: adminPaths.adminConnections({ show: 'letters' }),
    due: DAY,
  },
  mails: {
    name: 'Failed emails',
    text: 'Not delivered',
    to: adminPaths.outbox({ state: 'failed' }),
    due: DAY,
  },
}

const pageOf = (address: string) => address.replace(/\?.*/, '')

/** Returns the number of waiting items on an admin page. */
export const countOnPage = (queues: Queues, page: string): number =>
  queues.reduce((sum, { name, count }) => (pageOf(QUEUES[name].to) === page ? sum + count : sum), 0)
