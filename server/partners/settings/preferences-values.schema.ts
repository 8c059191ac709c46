/** Seconds between two looks of the dashboard at what has changed. */
export const REFRESH_INTERVALS = [10, 30, 60, 300] as const
export const THEMES = ['dark', 'light'] as const

/** When a person gets emails about new sales. */
export const SALE_EMAILS = ['instant', 'daily', 'off'] as const
export type SaleEmails = (typeof SALE_EMAILS)[number]
/** What people get if they have not chosen. */
export const DEFAULT_SALE_EMAILS: SaleEmails = 'daily'

/** Which other emails and messages about a store its people may want, and what they get if they have not chosen. */
export const STORE_NOTICES = {
  emailReviews: true,
  emailInventory: true,
  emailWeeklyReport: false,
  pushSales: true,
  pushReviews: false,
  pushInventory: true,
} as const satisfies Record<string, boolean>
export type StoreNotice = keyof typeof STORE_NOTICES
