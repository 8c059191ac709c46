import { z } from 'zod'

/** The events that a webhook can subscribe to, with a description for its owner. */
export const EVENT_TYPES = {
  'sale.created': 'We recorded an order that one of our shoppers placed in your store.',
  'sale.changed': 'A sale changed, for example because of a refund, a cancellation or a dispute.',
  'sale.confirmed': 'We confirmed a sale after its lock period. It will be on your next invoice.',
  'invoice.issued': 'We issued an invoice or a credit note.',
  'invoice.paid': 'We received your payment for an invoice.',
  'product.rejected': 'We took down one of your products.',
  'feedback.received': 'A shopper sent your store a message, or we published a review of one of your products.',
  'click.daily': 'How many shoppers we sent to your store in a day, by product. Sent once a day.',
} as const

export type EventType = keyof typeof EVENT_TYPES
export const eventType = z.enum(Object.keys(EVENT_TYPES) as [EventType, ...EventType[]])

/** Sent by the test button, to any webhook. */
export const TEST_TYPE = 'test'
