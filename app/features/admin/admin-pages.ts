import { offerPaths } from '#app/lib/offer-paths.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'

type AdminPageGroup = 'market' | 'moderation' | 'money' | 'people' | 'machine'

interface AdminPageLink {
  group: AdminPageGroup
  name: string
  text: string
  to: string
}

/** All pages of administrators, in the order of the frame. */
export const ADMIN_PAGES: readonly AdminPageLink[] = [
  {
    group: 'market',
    name: 'Analytics',
    text: 'How the market does: sales, partners, shoppers, search, speed',
    to: adminPaths.adminAnalytics(),
  },
  {
    group: 'market',
    name: 'Partners',
    text: 'Who has joined, and who waits to be approved',
    to: adminPaths.adminPartners(),
  },
  { group: 'market', name: 'Invite partners', text: 'Links by which brands join', to: adminPaths.invitePartners() },
  {
    group: 'moderation',
    name: 'Promotions',
    text: 'What partners want on the home page',
    to: adminPaths.adminPromotions(),
  },
  {
    group: 'moderation',
    name: 'Reviews',
    text: 'What shoppers say, and what stores flag',
    to: adminPaths.adminReviews(),
  },
  {
    group: 'moderation',
    name: 'Flagged products',
    text: 'What shoppers report, and what rules find',
    to: adminPaths.adminProducts(),
  },
  {
    group: 'moderation',
    name: 'Wrong matches',
    text: 'Pieces of several stores that are not the same',
    to: offerPaths.adminMatches(),
  },
  { group: 'moderation', name: 'Pictures', text: 'What stores show of themselves', to: adminPaths.adminPictures() },
  {
    group: 'moderation',
    name: 'Size tables',
    text: 'Tables that partners propose for labels of others',
    to: adminPaths.adminSizeTables(),
  },
  { group: 'moderation', name: 'Appeals', text: 'Who thinks that we are wrong', to: adminPaths.adminAppeals() },
  { group: 'money', name: 'Files with orders', text: 'Sales that came as a table', to: adminPaths.adminOrderFiles() },
  { group: 'money', name: 'Invoices', text: 'What partners owe, and what was paid', to: adminPaths.adminInvoices() },
  { group: 'money', name: 'Flags', text: 'Sales and stores that somebody should look at', to: adminPaths.adminFlags() },
  { group: 'people', name: 'Users', text: 'Accounts: find, read, suspend, close', to: adminPaths.adminUsers() },
  {
    group: 'machine',
    name: 'Connections',
    text: 'Stores that are broken, and what they told us in vain',
    to: adminPaths.adminConnections(),
  },
  { group: 'machine', name: 'The site', text: 'Open or closed, launch, facts', to: adminPaths.adminSite() },
  { group: 'money', name: 'Plans', text: 'What partners pay, version by version', to: adminPaths.adminPlans() },
  { group: 'money', name: 'Disputes', text: 'Sales that partners say are not ours', to: adminPaths.adminDisputes() },
  {
    group: 'money',
    name: 'Adjustments',
    text: 'Waivers and entries by hand, by two people',
    to: adminPaths.adminAdjustments(),
  },
  {
    group: 'money',
    name: 'Approvals',
    text: 'Actions that need a second administrator',
    to: adminPaths.adminApprovals(),
  },
  { group: 'money', name: 'Exchange rates', text: 'Each with its day and its source', to: adminPaths.adminRates() },
  { group: 'people', name: 'Tickets', text: 'What people ask and write to us', to: adminPaths.tickets() },
  { group: 'people', name: 'Waitlist', text: 'Who wants to hear from us', to: adminPaths.adminWaitlist() },
  { group: 'people', name: 'Outbox', text: 'Every mail that the shop meant to send', to: adminPaths.outbox() },
  {
    group: 'machine',
    name: 'Database',
    text: 'Sizes, queues, slow statements, integrity',
    to: adminPaths.adminDatabase(),
  },
  { group: 'machine', name: 'Audit log', text: 'Who did what, and what it changed', to: adminPaths.adminAudit() },
]
