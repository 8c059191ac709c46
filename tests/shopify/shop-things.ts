// Data of our simulated Shopify, in minor units of the shop's currency.

export interface FakeVariant {
  id: number
  inventoryItemId: number
  options: string[]
  sku: string | null
  barcode: string | null
  priceMinor: number
  compareAtMinor: number | null
  quantity: number
  isTracked: boolean
  sellsWhenSoldOut: boolean
  pictureUrl: string | null
}

export interface FakeProduct {
  id: number
  handle: string
  title: string
  html: string
  vendor: string
  productType: string
  category: string | null
  tags: string[]
  status: 'active' | 'draft' | 'archived'
  isPublished: boolean
  isGiftCard: boolean
  updatedAt: Date
  optionNames: string[]
  pictures: Array<{ id: number; url: string; alt: string | null }>
  variants: FakeVariant[]
}

/** The product fields that a test or the demo provides. */
export type GivenProduct = Partial<Omit<FakeProduct, 'id' | 'variants' | 'pictures' | 'updatedAt'>> & {
  handle: string
  title: string
  pictures?: Array<{ url: string; alt?: string | null }>
  variants: Array<Partial<Omit<FakeVariant, 'id' | 'inventoryItemId'>> & { priceMinor: number }>
}

export interface FakeLine {
  id: number
  productId: number | null
  title: string
  sku: string | null
  quantity: number
  currentQuantity: number
  isGiftCard: boolean
  isTip: boolean
  priceMinor: number
  discountsMinor: number[]
  taxMinor: number
  properties: Array<{ name: string; value: string }>
}

export interface FakeRefund {
  id: number
  createdAt: Date
  lines: Array<{ line: FakeLine; quantity: number; subtotalMinor: number; taxMinor: number }>
  shippingMinor: number
  /** The amount refunded in addition to lines and shipping. Negative: this part of their value was not refunded. */
  otherMinor: number
  /** The API's name for this kind of amount. */
  discrepancy: string
  /** The status of its only transaction, as in webhooks. */
  payment: 'success' | 'pending' | 'failure'
}

export interface FakeVisit {
  id: number
  at: Date
  landingPage: string
  referralCode: string | null
  utmSource: string | null
}

export interface FakeOrder {
  id: number
  number: number
  createdAt: Date
  updatedAt: Date
  cancelledAt: Date | null
  isTest: boolean
  sourceName: string
  financialStatus: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided'
  email: string | null
  discountCodes: string[]
  noteAttributes: Array<{ name: string; value: string }>
  landingSite: string | null
  isJourneyReady: boolean
  visits: FakeVisit[]
  lines: FakeLine[]
  shippingMinor: number
  refunds: FakeRefund[]
}

/** An item that someone buys. */
export interface Purchase {
  lines: Array<{
    handle: string
    /** The variant's position; the first one by default. */
    variant?: number
    quantity?: number
    properties?: Array<{ name: string; value: string }>
  }>
  /** The path in the store where the shopper landed: '/products/coat?wtf_cid=...'. */
  landing?: string | null
  attributes?: Array<{ name: string; value: string }>
  codes?: string[]
  /** A discount on the order, which is split among its lines. */
  discountMinor?: number
  shippingMinor?: number
  tipMinor?: number
  email?: string | null
  isTest?: boolean
  sourceName?: string
  isPaid?: boolean
  /** False if the customer journey only becomes ready with `lateJourney`. */
  isJourneyReady?: boolean
}

/** Formats an amount in a currency with two decimals: 4990 -> '49.90'. */
export const amountOf = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`

/** The data that API responses come from. */
export interface ApiShop {
  readonly shop: string
  readonly shopId: number
  readonly name: string
  readonly currency: string
  readonly taxesIncluded: boolean
  readonly origin: string
  readonly primaryHost: string
  readonly scopes: readonly string[]
  readonly products: FakeProduct[]
  readonly orders: FakeOrder[]
  subscriptions: Array<{ id: string; topic: string; uri: string }>
  readonly bulk: {
    start: (query: string) => { id: string }
    /** Returns the progress; null if there is no such operation. */
    look: (id: string) => object | null
  }
  newId: () => number
}
