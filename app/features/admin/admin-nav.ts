import { offerPaths } from '#app/lib/offer-paths.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'

type AdminPageGroup = 'market' | 'moderation' | 'money' | 'people' | 'machine'

interface AdminPageLink {
  group: AdminPageGroup
  name: string
  text: string
  to: string
}

/** All admin pages, in navigation order. */
export const ADMIN_PAGES: readonly AdminPageLink[] = [
  {
    group: 'market',
    name: 'Analytics',
    text: 'Sales, partners, shoppers, search and speed',
    to: adminPaths.adminAnalytics(),
  },
  {
    group: 'market',
    name: 'Partners',
    text: 'Approved partners and applications',
    to: adminPaths.adminPartners(),
  },
  { group: 'market', name: 'Invite partners', text: 'Invitation links for brands', to: adminPaths.invitePartners() },
  {
    group: 'moderation',
    name: 'Promotions',
    text: 'Partner content for the home page',
    to: adminPaths.adminPromotions(),
  },
  {
    group: 'moderation',
    name: 'Reviews',
    text: 'Shopper reviews and store flags',
    to: adminPaths.adminReviews(),
  },
  {
    group: 'moderation',
    name: 'Flagged products',
    text: 'Reported by shoppers or automatic checks',
    to: adminPaths.adminProducts(),
  },
  {
    group: 'moderation',
    name: 'Wrong matches',
    text: 'Different items shown as one',
    to: offerPaths.adminMatches(),
  },
  { group: 'moderation', name: 'Store images', text: "Stores' logos and hero images", to: adminPaths.adminPictures() },
  {
    group: 'moderation',
    name: 'Size tables',
    text: 'For brands that partners resell',
    to: adminPaths.adminSizeTables(),
  },
  { group: 'moderation', name: 'Appeals', text: 'Appeals against our decisions', to: adminPaths.adminAppeals() },
  { group: 'money', name: 'Sales', text: 'Every sale of every partner', to: adminPaths.adminSales() },
  { group: 'money', name: 'Order files', text: 'Orders uploaded as CSV', to: adminPaths.adminOrderFiles() },
  { group: 'money', name: 'Invoices', text: 'Amounts that partners owe and have paid', to: adminPaths.adminInvoices() },
  { group: 'money', name: 'Flags', text: 'Sales and stores to review', to: adminPaths.adminFlags() },
  { group: 'people', name: 'Users', text: 'Find, view, suspend and close accounts', to: adminPaths.adminUsers() },
  {
    group: 'machine',
    name: 'Connections',
    text: 'Broken connections and failed webhooks',
    to: adminPaths.adminConnections(),
  },
  {
    group: 'machine',
    name: 'The site',
    text: 'Site status, launch date and system information',
    to: adminPaths.adminSite(),
  },
  { group: 'money', name: 'Plans', text: 'Commission plans and versions', to: adminPaths.adminPlans() },
  { group: 'money', name: 'Disputes', text: 'Sales that partners dispute', to: adminPaths.adminDisputes() },
  {
    group: 'money',
    name: 'Adjustments',
    text: 'Waivers and manual ledger entries',
    to: adminPaths.adminAdjustments(),
  },
  {
    group: 'money',
    name: 'Approvals',
    text: 'Actions that need a second administrator',
    to: adminPaths.adminApprovals(),
  },
  {
    group: 'money',
    name: 'Seller details',
    text: 'Company and bank account on invoices',
    to: adminPaths.adminSeller(),
  },
  { group: 'money', name: 'Exchange rates', text: 'Rates with their date and source', to: adminPaths.adminRates() },
  {
    group: 'money',
    name: 'Bank statements',
    text: 'Match incoming payments with invoices',
    to: adminPaths.adminStatements(),
  },
  { group: 'people', name: 'Tickets', text: 'Support and contact messages', to: adminPaths.tickets() },
  { group: 'people', name: 'Waitlist', text: 'People who signed up for updates', to: adminPaths.adminWaitlist() },
  { group: 'people', name: 'Outbox', text: 'Every email, sent or queued', to: adminPaths.outbox() },
  {
    group: 'machine',
    name: 'Database',
    text: 'Backups, queues, slow statements and integrity checks',
    to: adminPaths.adminDatabase(),
  },
  { group: 'machine', name: 'Audit log', text: 'Who changed what, and when', to: adminPaths.adminAudit() },
]
