import { toSearch } from './paths.ts'

// Kept out of paths.ts, which every page loads, because shoppers have no links to these.

/** The administrators' pages. */
export const adminPaths = {
  adminWaitlist: (
    query: { source?: string | undefined; state?: string | undefined; email?: string; page?: number } = {},
  ) => `/admin/waitlist${toSearch(query)}`,
  waitlistFile: (query: { source?: string | undefined; state?: string | undefined; email?: string } = {}) =>
    `/admin/waitlist.csv${toSearch(query)}`,
  adminAnalytics: (query: { period?: string | undefined; show?: string | undefined } = {}) =>
    `/admin/analytics${toSearch(query)}`,
  /** The chart's data as a CSV file. */
  marketFile: (query: { period?: string | undefined } = {}) => `/admin/analytics/days.csv${toSearch(query)}`,
  /** Receives the forms that control the site. */
  adminForms: () => '/admin?index',
  /** Also receives the forms that control the site. */
  adminSite: () => '/admin/site',
  adminSearch: (query: { q?: string } = {}) => `/admin/search${toSearch(query)}`,
  /** Also receives the form that retries a message. */
  adminConnections: (query: { show?: string | undefined; page?: number | undefined } = {}) =>
    `/admin/connections${toSearch(query)}`,
  adminSales: (
    query: {
      partner?: string
      status?: string | undefined
      from?: string | undefined
      to?: string | undefined
      after?: string | undefined
    } = {},
  ) => `/admin/sales${toSearch(query)}`,
  adminSale: (conversionId: string) => `/admin/sales/${encodeURIComponent(conversionId)}`,
  adminClick: (clickId: string) => `/admin/clicks/${encodeURIComponent(clickId)}`,
  endBypass: () => '/admin/bypass',
  tickets: (
    query: {
      state?: string | undefined
      channel?: string | undefined
      category?: string | undefined
      priority?: string | undefined
      q?: string
      page?: number
    } = {},
  ) => `/admin/tickets${toSearch(query)}`,
  ticket: (ticketId: string) => `/admin/tickets/${encodeURIComponent(ticketId)}`,
  adminUsers: (
    query: { q?: string; state?: string | undefined; sort?: string | undefined; page?: number | undefined } = {},
  ) => `/admin/users${toSearch(query)}`,
  adminUser: (userId: string) => `/admin/users/${encodeURIComponent(userId)}`,
  adminPartners: (query: { status?: string; q?: string; page?: number } = {}) => `/admin/partners${toSearch(query)}`,
  /** A partner's details, and the forms that approve, reject and suspend it. */
  adminPartner: (partnerId: string) => `/admin/partners/${encodeURIComponent(partnerId)}`,
  /** Also receives the forms of invitations. */
  invitePartners: (query: { status?: string | undefined; q?: string; page?: number } = {}) =>
    `/admin/partners/invite${toSearch(query)}`,
  adminAudit: (
    query: {
      who?: string
      action?: string
      about?: string
      from?: string | undefined
      to?: string | undefined
      place?: string | undefined
      after?: string | undefined
    } = {},
  ) => `/admin/audit${toSearch(query)}`,
  auditFile: (query: { format: 'csv' | 'jsonl' } & Record<string, string | undefined>) =>
    `/admin/audit/export${toSearch(query)}`,
  adminDatabase: () => '/admin/database',
  adminOrderFiles: (query: { status?: string | undefined; page?: number } = {}) =>
    `/admin/order-files${toSearch(query)}`,
  /** Also receives the forms that decide on the file. */
  adminOrderFile: (fileId: string, query: { page?: number } = {}) =>
    `/admin/order-files/${encodeURIComponent(fileId)}${toSearch(query)}`,
  /** Also receives the form that marks one as paid. */
  adminInvoices: (query: { status?: string | undefined; page?: number; close?: 'preview' } = {}) =>
    `/admin/invoices${toSearch(query)}`,
  adminPlans: () => '/admin/plans',
  adminPlan: (planId: string) => `/admin/plans/${encodeURIComponent(planId)}`,
  newPlan: (query: { from?: string } = {}) => `/admin/plans/new${toSearch(query)}`,
  adminDisputes: (query: { state?: string | undefined; page?: number } = {}) => `/admin/disputes${toSearch(query)}`,
  adminApprovals: (query: { state?: string | undefined; page?: number } = {}) => `/admin/approvals${toSearch(query)}`,
  adminAdjustments: (query: { status?: string | undefined; page?: number; partner?: string; sale?: string } = {}) =>
    `/admin/adjustments${toSearch(query)}`,
  adminInvoiceFile: (invoiceId: string) => `/admin/invoices/${encodeURIComponent(invoiceId)}/invoice.pdf`,
  adminEInvoiceFile: (invoiceId: string) => `/admin/invoices/${encodeURIComponent(invoiceId)}/invoice.xml`,
  adminInvoicesFile: () => '/admin/invoices/export.csv',
  adminSeller: () => '/admin/seller',
  /** Also receives an uploaded or pasted statement. */
  adminStatements: (query: { page?: number } = {}) => `/admin/statements${toSearch(query)}`,
  /** Also receives the forms that record payments and undo them. */
  adminStatement: (statementId: string, query: { page?: number } = {}) =>
    `/admin/statements/${encodeURIComponent(statementId)}${toSearch(query)}`,
  adminRates: () => '/admin/rates',
  adminFlags: (query: { page?: number } = {}) => `/admin/flags${toSearch(query)}`,
  /** Also receives the forms that approve and reject them. */
  adminPromotions: (query: { review?: string; page?: number } = {}) => `/admin/promotions${toSearch(query)}`,
  /** Also receives the forms that decide on reviews and answer flags. */
  adminReviews: (query: { state?: string | undefined; page?: number | undefined } = {}) =>
    `/admin/reviews${toSearch(query)}`,
  /** Also receives the forms that keep, take down and restore products. */
  adminProducts: (query: { state?: string | undefined; page?: number } = {}) => `/admin/products${toSearch(query)}`,
  /** Also receives the forms about store pictures. */
  adminPictures: (query: { state?: string | undefined; page?: number } = {}) => `/admin/pictures${toSearch(query)}`,
  /** Also receives the forms that accept and reject them. */
  adminSizeTables: (query: { state?: string | undefined; page?: number } = {}) =>
    `/admin/size-tables${toSearch(query)}`,
  adminAppeals: (query: { state?: string | undefined; page?: number } = {}) => `/admin/appeals${toSearch(query)}`,
  outbox: (query: { state?: string | undefined; to?: string; page?: number } = {}) => `/admin/outbox${toSearch(query)}`,
  outboxMail: (mailId: string) => `/admin/outbox/${encodeURIComponent(mailId)}`,
}
