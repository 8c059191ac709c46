import type { NotificationKey } from '#server/accounts/account-values.schema.ts'

/** The events of wishlist products, the most important first, with the setting that emails each. */
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
  /** For below_target. */
  targetMinor?: number
}

export interface StockFacts {
  /** Null for any. */
  size: string | null
  /** Null if the store does not report it. */
  stock: number | null
}
