import { z } from 'zod'
import { parseEvent } from './conversion-events.schema.ts'

/** How long a signed URL is valid. A store that could not reach us retries within the day. */
export const POSTBACK_HOURS = 24

const value = z
  .string()
  .max(100)
  .regex(/^[^&=\p{Cc}]*$/u, 'A value cannot contain "&", "=" or control characters.')
  .refine((text) => text.isWellFormed(), 'This contains an incomplete character.')

/** The query parameters of a signed postback. */
export const postbackParameters = z.strictObject({
  order_id: value.min(1),
  amount: value.optional(),
  currency: value.optional(),
  wtf_cid: value.optional(),
  event: z.enum(['order.paid', 'order.refunded', 'order.cancelled']).default('order.paid'),
  refund_id: value.optional(),
  discount_code: value.optional(),
  ts: z.string().regex(/^\d{10}$/, 'Send the Unix time in seconds: 10 digits.'),
  sig: z.string().regex(/^[0-9a-f]{64}$/, 'Send the signature as 64 hex digits in lower case.'),
})
export type PostbackParameters = z.output<typeof postbackParameters>

/** Turns a postback into an event for an order with one line. @returns zod issues for invalid fields */
export function postbackEvent({
  order_id,
  amount,
  currency,
  wtf_cid,
  event,
  refund_id,
  discount_code,
  ts,
}: PostbackParameters) {
  const common = { type: event, order_id, occurred_at: new Date(Number(ts) * 1000).toISOString() }
  if (event === 'order.cancelled') return parseEvent(common)
  if (event === 'order.refunded')
    return parseEvent({ ...common, refund_id, currency, lines: [{ id: POSTBACK_LINE, amount }] })
  return parseEvent({
    ...common,
    currency,
    ...(wtf_cid && { click_id: wtf_cid }),
    ...(discount_code && { discount_codes: [discount_code] }),
    lines: [{ id: POSTBACK_LINE, title: `Order ${order_id}`, quantity: 1, price: amount }],
  })
}

/** A postback has no lines, so the order counts as one line. */
const POSTBACK_LINE = 'order'

/**
 * Returns the text to sign: every parameter except `sig`, unescaped and sorted by name: 'amount=49.90&order_id=1001'.
 */
export function signedText(parameters: Readonly<Record<string, string>>): string {
  return Object.keys(parameters)
    .filter((name) => name !== 'sig')
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&')
}
