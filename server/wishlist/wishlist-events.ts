import type { NotificationKey } from '#server/accounts/account-values.schema.ts'

/** What can happen to a wished product, the most telling first, and the switch of the settings that mails it. */
export const WISHLIST_EVENTS = {
  back_in_stock: 'backInStock',
  below_target: 'priceDrops',
  price_drop: 'priceDrops',
  low_stock: 'backInStock',
} as const satisfies Record<string, NotificationKey>

export type WishlistEventKind = keyof typeof WISHLIST_EVENTS

/** Minor units of `currency`. */
export interface PriceFacts {
  fromMinor: number
  toMinor: number
  currency: string
  /** Of below_target. */
  targetMinor?: number
}

export interface StockFacts {
  /** Null: any. */
  size: string | null
  /** Null if the store does not report it. */
  stock: number | null
}
