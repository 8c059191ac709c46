import { z } from 'zod'

/** The maximum number of lines of an order. Shopify's own limit is 500. */
export const MAX_LINES = 1_000

/**
 * The highest value of an order in minor units of any currency. 2^63 has room for 9 million such orders, and 2^53 for
 * 9,000. Partners have to confirm each of them.
 */
export const MAX_ORDER_MINOR = 10n ** 12n
const MAX_MINOR = Number(MAX_ORDER_MINOR)
const minor = z.number().int().min(0).max(MAX_MINOR)
const id = z.string().min(1).max(100)

const storeLine = z.strictObject({
  /** The store's id of the line. */
  id,
  /** The store's id of the product. */
  productId: z.string().max(100).nullable(),
  sku: z.string().max(255).nullable(),
  title: z.string().max(500),
  quantity: z.number().int().min(0).max(1_000_000),
  /** Removed by an edit of the order, without a refund. */
  removedQuantity: z.number().int().min(0).max(1_000_000),
  /** Price of one unit, in the order's currency. */
  priceMinor: minor,
  /** Discounts for the entire line: its own, and its share of the order's. */
  discountMinor: minor,
  /** Included tax for the entire line; 0 if tax is added to prices. */
  includedTaxMinor: minor,
  /** Why it earns no commission: 'gift card', 'tip'. Empty if it does. */
  leftOut: z.string().max(40),
})
export type StoreLine = z.infer<typeof storeLine>

const storeRefund = z.strictObject({
  /** The store's id of the refund. It is the same in every message about the order. */
  id,
  refundedAt: z.iso.datetime(),
  /** Without included tax. */
  lines: z.array(z.strictObject({ lineId: id, quantity: z.number().int().min(0), amountMinor: minor })).max(MAX_LINES),
  /** Refunded in addition to lines and shipping. If negative, this much of the lines' value was not refunded. */
  otherMinor: z.number().int().min(-MAX_MINOR).max(MAX_MINOR),
  /**
   * The same amount in the store's own prices, with tax if its prices include it. The part without tax is derived from
   * the order's lines.
   */
  grossOtherMinor: z.number().int().min(-MAX_MINOR).max(MAX_MINOR).optional(),
})
export type StoreRefund = z.infer<typeof storeRefund>

/** A sign in an order that we may have referred it. `text` is the matching text, for people to read. */
const signal = z.strictObject({
  level: z.enum(['A', 'B', 'C', 'D', 'U', 'M']),
  /**
   * The signal's source: 'cart attribute', 'line property', 'plugin', 'conversions API', 'referral code', 'visit',
   * 'landing page', 'discount code', 'utm'.
   */
  from: z.string().max(60),
  /** A click id as found; null for codes and utm. */
  clickId: z.string().max(100).nullable(),
  code: z.string().max(100).nullable(),
  text: z.string().max(300),
})
export type Signal = z.infer<typeof signal>

/**
 * A store's order from any source (a webhook, the nightly comparison, the conversions API, a file), without personal
 * data. It is a snapshot: of two, the one with the later `updatedAt` is correct. Refunds and signals add up.
 */
export const storeOrder = z.strictObject({
  source: z.enum(['shopify', 'woocommerce', 'api', 'postback', 'csv']),
  id,
  /** '#1001' */
  name: z.string().max(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  orderedAt: z.iso.datetime(),
  /** Null if it is not paid yet. */
  paidAt: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  isTest: z.boolean(),
  channel: z.enum(['web', 'pos', 'draft', 'other']),
  /** Keyed hash of the buyer's email address, in hex. */
  customerHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** All tax, whether included or not. */
  taxMinor: minor,
  shippingMinor: minor,
  /** Null if this message does not contain them. Known lines then stay. */
  lines: z.array(storeLine).max(MAX_LINES).nullable(),
  refunds: z.array(storeRefund).max(MAX_LINES),
  /** When all refunds of the order were requested. An earlier refund that is missing from them has been deleted. */
  refundsReadAt: z.iso.datetime().optional(),
  signals: z.array(signal).max(100),
})
export type StoreOrder = z.infer<typeof storeOrder>

/** Whether a connected store reports the order. It takes precedence over files and the conversions API. */
export const isFromStore = (source: StoreOrder['source']): boolean => source === 'shopify' || source === 'woocommerce'

/** Whether the store counts its orders itself, so that the partner's next store gives other orders the same ids. */
export const isCountedByStore = (source: StoreOrder['source']): boolean => source === 'woocommerce'

/** Whether order ids are unique across all stores of the platform. */
export const hasUniqueIds = (source: StoreOrder['source']): boolean => source === 'shopify'

/** A signal with its verdict, as stored in `conversions.evidence`. */
export const judgedSignal = signal.extend({
  /** 'hit': this signal wins. 'also': it is valid, but another one wins. 'rejected': `reason` says why. */
  verdict: z.enum(['hit', 'also', 'rejected']),
  reason: z.string(),
  /** The click that it leads to. For a repeat, the click that counts. */
  leadsTo: z.string().nullable(),
})
export type JudgedSignal = z.infer<typeof judgedSignal>
