import { offerPaths } from '#app/lib/offer-paths.ts'
import { paths } from '#app/lib/paths.ts'

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
    to: paths.adminAnalytics(),
  },
  {
    group: 'market',
    name: 'Partners',
    text: 'Who has joined, and who waits to be approved',
    to: paths.adminPartners(),
  },
  { group: 'market', name: 'Invite partners', text: 'Links by which brands join', to: paths.invitePartners() },
  { group: 'moderation', name: 'Promotions', text: 'What partners want on the home page', to: paths.adminPromotions() },
  { group: 'moderation', name: 'Reviews', text: 'What shoppers say, and what stores flag', to: paths.adminReviews() },
  {
    group: 'moderation',
    name: 'Flagged products',
    text: 'What shoppers report, and what rules find',
    to: paths.adminProducts(),
  },
  {
    group: 'moderation',
    name: 'Wrong matches',
    text: 'Pieces of several stores that are not the same',
    to: offerPaths.adminMatches(),
  },
  { group: 'moderation', name: 'Pictures', text: 'What stores show of themselves', to: paths.adminPictures() },
  { group: 'moderation', name: 'Appeals', text: 'Who thinks that we are wrong', to: paths.adminAppeals() },
  { group: 'money', name: 'Files with orders', text: 'Sales that came as a table', to: paths.adminOrderFiles() },
  { group: 'money', name: 'Invoices', text: 'What partners owe, and what was paid', to: paths.adminInvoices() },
  { group: 'money', name: 'Flags', text: 'Sales and stores that somebody should look at', to: paths.adminFlags() },
  { group: 'people', name: 'Users', text: 'Accounts: find, read, suspend, close', to: paths.adminUsers() },
  {
    group: 'machine',
    name: 'Connections',
    text: 'Stores that are broken, and what they told us in vain',
    to: paths.adminConnections(),
  },
  { group: 'machine', name: 'The site', text: 'Open or closed, launch, facts', to: paths.adminSite() },
  { group: 'money', name: 'Plans', text: 'What partners pay, version by version', to: paths.adminPlans() },
  { group: 'money', name: 'Disputes', text: 'Sales that partners say are not ours', to: paths.adminDisputes() },
  {
    group: 'money',
    name: 'Adjustments',
    text: 'Waivers and entries by hand, by two people',
    to: paths.adminAdjustments(),
  },
  { group: 'money', name: 'Exchange rates', text: 'Each with its day and its source', to: paths.adminRates() },
  { group: 'people', name: 'Tickets', text: 'What people ask and write to us', to: paths.tickets() },
  { group: 'people', name: 'Waitlist', text: 'Who wants to hear from us', to: paths.adminWaitlist() },
  { group: 'people', name: 'Outbox', text: 'Every mail that the shop meant to send', to: paths.outbox() },
  { group: 'machine', name: 'Database', text: 'Sizes, queues, slow statements, integrity', to: paths.adminDatabase() },
  { group: 'machine', name: 'Audit log', text: 'Who did what, and what it changed', to: paths.adminAudit() },
]
