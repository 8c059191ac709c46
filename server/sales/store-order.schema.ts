import { z } from 'zod'

/** So many lines at most has an order that is read; Shopify's own limit is 500. */
export const MOST_LINES = 1_000

/**
 * Minor units that an order comes to at most, in any currency. 2 to the power of 63 has room for 9 million such orders, and 2^53 for
 * 9,000, each of which its partner has confirmed.
 */
export const MAX_ORDER_MINOR = 10n ** 12n
const MOST_MINOR = Number(MAX_ORDER_MINOR)
const minor = z.number().int().min(0).max(MOST_MINOR)
const id = z.string().min(1).max(100)

const storeLine = z.strictObject({
  /** The store's id of the line. */
  id,
  /** The store's id of the product. */
  productId: z.string().max(100).nullable(),
  sku: z.string().max(255).nullable(),
  title: z.string().max(500),
  quantity: z.number().int().min(0).max(1_000_000),
  /** Taken out by an edit of the order, without a refund. */
  removedQuantity: z.number().int().min(0).max(1_000_000),
  /** Of one, in the order's currency. */
  priceMinor: minor,
  /** Of all of the line: its own discounts and its share of the order's. */
  discountMinor: minor,
  /** Of all of the line, if the prices contain it; 0 where tax comes on top. */
  includedTaxMinor: minor,
  /** Why no commission is owed for it: 'gift card', 'tip'. Empty: it counts. */
  leftOut: z.string().max(40),
})
export type StoreLine = z.infer<typeof storeLine>

const storeRefund = z.strictObject({
  /** The store's id of the refund: the same one comes again in every message about the order. */
  id,
  refundedAt: z.iso.datetime(),
  /** Without included tax. */
  lines: z.array(z.strictObject({ lineId: id, quantity: z.number().int().min(0), amountMinor: minor })).max(MOST_LINES),
  /** Given back beside lines and shipping. Below zero: so much of the lines' worth was not given back. */
  otherMinor: z.number().int().min(-MOST_MINOR).max(MOST_MINOR),
  /** The same in the store's own prices: with tax if the prices contain it. Its part without tax follows from the order's lines. */
  grossOtherMinor: z.number().int().min(-MOST_MINOR).max(MOST_MINOR).optional(),
})
export type StoreRefund = z.infer<typeof storeRefund>

/** Something about an order that may name us. `text` is what was found, for people to read. */
const signal = z.strictObject({
  level: z.enum(['A', 'B', 'C', 'D', 'U', 'M']),
  /** Where it was found: 'cart attribute', 'line property', 'conversions API', 'referral code', 'visit', 'landing page', 'discount code', 'utm'. */
  from: z.string().max(60),
  /** A click's id as it stood there; null for codes and utm. */
  clickId: z.string().max(100).nullable(),
  code: z.string().max(100).nullable(),
  text: z.string().max(300),
})
export type Signal = z.infer<typeof signal>

/**
 * A store's order from any source (a webhook, the nightly comparison, the conversions API, a file), without personal
 * data. It is a snapshot: of two, the one with the later `updatedAt` is true. Refunds and signals add up.
 */
export const storeOrder = z.strictObject({
  source: z.enum(['shopify', 'api', 'postback', 'csv']),
  id,
  /** '#1001' */
  name: z.string().max(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  orderedAt: z.iso.datetime(),
  /** Null: not paid yet. */
  paidAt: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  isTest: z.boolean(),
  channel: z.enum(['web', 'pos', 'draft', 'other']),
  /** Keyed hash of the buyer's address, in hex. */
  customerHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** All tax, whether included or not. */
  taxMinor: minor,
  shippingMinor: minor,
  /** Null: this message says nothing of them (what is known stays). */
  lines: z.array(storeLine).max(MOST_LINES).nullable(),
  refunds: z.array(storeRefund).max(MOST_LINES),
  signals: z.array(signal).max(100),
})
export type StoreOrder = z.infer<typeof storeOrder>

/** A signal and what became of it, as `conversions.evidence` keeps it. */
export const judgedSignal = signal.extend({
  /** 'hit': this one wins. 'also': it would have hit, another went before. 'rejected': `reason` says why. */
  verdict: z.enum(['hit', 'also', 'rejected']),
  reason: z.string(),
  /** The click that it leads to: of a repeat the one that counts. */
  leadsTo: z.string().nullable(),
})
export type JudgedSignal = z.infer<typeof judgedSignal>
