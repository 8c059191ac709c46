import { z } from 'zod'
import type { EventType } from './event-types.schema.ts'

// docs/webhooks.md describes these fields to partners. No field may contain a shopper's personal data, or free text by
// a shopper.

const time = z.iso.datetime()
/** Minor units of the currency beside it. */
const minor = z.int()
const currency = z.string().length(3)
/** Maximum characters of a text. */
export const MAX_TEXT = 300
const shortText = z.string().max(MAX_TEXT)

/** A sale, as webhooks and the partner API show it. */
export const saleData = z.strictObject({
  id: z.uuid(),
  orderId: shortText.describe('The order’s ID in your store.'),
  orderName: shortText.describe('The order’s number in your store, such as #1001.'),
  status: z.enum(['tracked', 'pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed', 'cancelled']),
  isTest: z.boolean(),
  currency,
  commissionableMinor: minor.describe('The amount that commission is computed from, before refunds.'),
  refundedMinor: minor,
  netMinor: minor.describe('The amount that commission is computed from, after refunds.'),
  commission: z
    .strictObject({ amountMinor: minor, currency })
    .nullable()
    .describe('In the currency of your plan. Null until we charge a commission, and 0 after a full refund.'),
  clickId: shortText.nullable(),
  orderedAt: time,
  paidAt: time.nullable(),
  cancelledAt: time.nullable(),
  confirmedAt: time.nullable(),
})

/** An invoice or a credit note, as webhooks and the partner API show it. */
export const invoiceData = z.strictObject({
  id: z.uuid(),
  number: shortText,
  kind: z.enum(['invoice', 'credit_note']),
  status: z.enum(['open', 'paid', 'settled']),
  month: z.string().length(7).describe('YYYY-MM'),
  currency,
  netMinor: minor,
  vatMinor: minor,
  grossMinor: minor,
  payableMinor: minor,
  issuedAt: time,
  dueOn: z.iso.date(),
  paidAt: time.nullable(),
})

/** Maximum products in a `click.daily` event. The total includes the others. */
export const MAX_PRODUCTS = 100

export const EVENT_DATA = {
  'sale.created': saleData,
  'sale.changed': saleData,
  'sale.confirmed': saleData,
  'invoice.issued': invoiceData,
  'invoice.paid': invoiceData,
  'product.rejected': z.strictObject({
    productId: z.uuid(),
    name: shortText,
    /** Our explanation to the partner. */
    reason: z.string().max(2_000),
    rejectedAt: time,
  }),
  'feedback.received': z.strictObject({
    id: z.uuid(),
    kind: z.enum(['message', 'review']),
    rating: z.int().min(1).max(5),
    /** The subject of a message; null for a review. */
    category: shortText.nullable(),
    /** The reviewed product; null for a message. */
    productId: z.uuid().nullable(),
    receivedAt: time,
  }),
  'click.daily': z.strictObject({
    /** A day in the store's time zone. */
    day: z.iso.date(),
    timeZone: shortText,
    clicks: z.int(),
    products: z.array(z.strictObject({ productId: z.uuid(), clicks: z.int() })).max(MAX_PRODUCTS),
  }),
} as const satisfies Record<EventType, z.ZodType>

export type EventData<Type extends EventType> = z.input<(typeof EVENT_DATA)[Type]>
