/** Seconds between two refreshes of the dashboard. */
export const REFRESH_INTERVALS = [10, 30, 60, 300] as const
export const THEMES = ['dark', 'light'] as const

/** When a person gets emails about new sales. */
export const SALE_EMAILS = ['instant', 'daily', 'off'] as const
export type SaleEmails = (typeof SALE_EMAILS)[number]
export const DEFAULT_SALE_EMAILS: SaleEmails = 'daily'

/** Optional emails and messages about a store, with their defaults. */
export const STORE_NOTICES = {
  emailReviews: true,
  emailInventory: true,
  emailWeeklyReport: false,
  pushSales: true,
  pushReviews: false,
  pushInventory: true,
} as const satisfies Record<string, boolean>
export type StoreNotice = keyof typeof STORE_NOTICES
