import { z } from 'zod'
import type { EventType } from './event-types.schema.ts'

// docs/webhooks.md describes these fields to partners. No field may hold a shopper's personal data, or free text that a
// shopper wrote.

const time = z.iso.datetime()
/** Minor units of the currency beside it. */
const minor = z.int()
const currency = z.string().length(3)
const shortText = z.string().max(300)

const sale = z.strictObject({
  id: z.uuid(),
  /** The store's own id and number of the order. */
  orderId: shortText,
  orderName: shortText,
  status: z.enum(['tracked', 'pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed', 'cancelled']),
  isTest: z.boolean(),
  currency,
  /** What the commission is computed from, before and after refunds. */
  commissionableMinor: minor,
  refundedMinor: minor,
  netMinor: minor,
  /** In the currency of the partner's plan; null while none was charged, 0 after a full refund. */
  commission: z.strictObject({ amountMinor: minor, currency }).nullable(),
  clickId: shortText.nullable(),
  orderedAt: time,
  paidAt: time.nullable(),
  cancelledAt: time.nullable(),
  confirmedAt: time.nullable(),
})

const invoice = z.strictObject({
  id: z.uuid(),
  number: shortText,
  kind: z.enum(['invoice', 'credit_note']),
  status: z.enum(['open', 'paid', 'settled']),
  /** 'YYYY-MM' */
  month: z.string().length(7),
  currency,
  netMinor: minor,
  vatMinor: minor,
  grossMinor: minor,
  payableMinor: minor,
  issuedAt: time,
  dueOn: z.iso.date(),
  paidAt: time.nullable(),
})

/** How many products a `click.daily` event names; the total includes the others. */
export const MAX_PRODUCTS = 100

export const EVENT_DATA = {
  'sale.created': sale,
  'sale.changed': sale,
  'sale.confirmed': sale,
  'invoice.issued': invoice,
  'invoice.paid': invoice,
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
    /** What a message is about; null for a review. */
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
