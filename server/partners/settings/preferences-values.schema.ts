/** Seconds between two looks of the dashboard at what has changed. */
export const REFRESH_INTERVALS = [10, 30, 60, 300] as const
export const THEMES = ['dark', 'light'] as const

/** Which mails and messages about a store its people may want, and what they get if they have not said. */
export const STORE_NOTICES = {
  emailSales: true,
  emailReviews: true,
  emailInventory: true,
  emailWeeklyReport: false,
  pushSales: true,
  pushReviews: false,
  pushInventory: true,
} as const satisfies Record<string, boolean>
export type StoreNotice = keyof typeof STORE_NOTICES
