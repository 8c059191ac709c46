import { z } from 'zod'
import { decimalsOf, toMinor } from '#server/platform/money.schema.ts'
import { plainError } from '#server/platform/plain-error.schema.ts'
import { MAX_ORDER_MINOR, MAX_LINES } from '#server/sales/store-order.schema.ts'

/** The maximum number of events in one call. */
export const MAX_EVENTS = 100
/** How far ahead a store's clock may be. */
const AHEAD_MS = 24 * 3_600_000

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * A short text from the store, such as an id or a name. PostgreSQL cannot store NUL or lone surrogates, and ids have no
 * control characters.
 */
const word = (most: number) =>
  z
    .string()
    .min(1, 'This is empty.')
    .max(most, `Use at most ${most} characters.`)
    .regex(/^\P{Cc}+$/u, 'Remove control characters.')
    .refine((text) => text.isWellFormed(), 'This contains an incomplete character.')

const amount = z
  .string('Send the amount as a decimal string in currency units: "49.90".')
  .regex(
    /^\d{1,13}(\.\d{1,4})?$/,
    'Send the amount as a decimal string in currency units: "49.90". Do not use a sign or thousands separators.',
  )
  .describe('In currency units, with no more decimal places than the currency has: "49.90".')

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Send the three-letter currency code in capitals: "USD".')
  .refine((code) => CURRENCIES.has(code), 'We do not recognise this currency code (ISO 4217).')
  .describe('ISO 4217: "USD". Applies to all amounts in the event.')

const time = z.iso
  .datetime({ offset: true, error: 'Send the time in ISO 8601 with a time zone: "2026-11-23T12:00:00Z".' })
  .refine(
    (text) => Date.parse(text) <= Date.now() + AHEAD_MS,
    'This time is in the future. Check that your clock is right.',
  )

const orderId = word(100).describe("The store's order ID. Use the same ID in all events about an order.")

const line = z.strictObject({
  id: word(100).describe("The store's line ID, unique within the order."),
  product_id: word(100).optional().describe("The store's product ID."),
  sku: word(255).optional(),
  title: word(500),
  quantity: z.int().min(1, 'Use a whole number, such as 2. A line needs at least one item.').max(1_000_000),
  price: amount.describe('The price of one item, before discounts.'),
  discount: amount
    .default('0')
    .describe("For all items together: the line's own discounts and its share of the order's discounts."),
  included_tax: amount
    .default('0')
    .describe('For all items together, if prices include tax. Send "0" if tax is added on top.'),
  kind: z
    .enum(['product', 'gift_card', 'tip'])
    .default('product')
    .describe('No commission is owed on gift cards or tips.'),
})

const paid = z
  .strictObject({
    type: z.literal('order.paid'),
    order_id: orderId,
    order_name: word(100).optional().describe('The order number that people see: "#1001".'),
    ordered_at: time.optional().describe('When the order was placed, if different from when it was paid.'),
    occurred_at: time.describe(
      'When it was paid or last changed. If two events describe the same order, we use the later one.',
    ),
    currency,
    click_id: word(100)
      .optional()
      .describe('The value of wtf_cid from the shopper’s visit. It is enough to attribute the order.'),
    discount_codes: z.array(word(100)).max(20).default([]),
    customer_hash: z
      .string()
      .regex(
        /^[0-9a-f]{64}$/,
        "Send the SHA-256 of the buyer's lower-case email address as 64 hex digits, or leave this out.",
      )
      .optional()
      .describe(
        "SHA-256 of the buyer's lower-case email address, in hex, used to count buyers. Never send the address itself.",
      ),
    test: z.boolean().default(false).describe('No commission is owed on a test order.'),
    tax: amount.default('0').describe('All tax, whether or not prices include it.'),
    shipping: amount.default('0'),
    lines: z.array(line).min(1, 'An order needs at least one line.').max(MAX_LINES),
  })
  .superRefine((event, context) => {
    checkAmounts(event, context, ['tax', 'shipping'])
    const ids = new Set<string>()
    let total = 0n
    event.lines.forEach((each, index) => {
      checkAmounts(
        { ...each, currency: event.currency },
        context,
        ['price', 'discount', 'included_tax'],
        ['lines', index],
      )
      const tell = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['lines', index, field], message })
      if (ids.has(each.id)) tell('id', 'Another line in this order has this ID.')
      ids.add(each.id)
      const minor = (text: string) => (CURRENCIES.has(event.currency) ? toMinor(text, event.currency) : null)
      const [price, discount, tax] = [minor(each.price), minor(each.discount), minor(each.included_tax)]
      if (price === null || discount === null || tax === null) return
      const gross = price * BigInt(each.quantity)
      total += gross
      if (gross > MAX_ORDER_MINOR) tell('price', 'This amount is too large.')
      else if (discount > gross) tell('discount', 'The discount is more than price times quantity.')
      else if (tax > gross - discount)
        tell('included_tax', 'The included tax is more than the amount paid for the line.')
    })
    if (total > MAX_ORDER_MINOR)
      context.addIssue({ code: 'custom', path: ['lines'], message: 'The total of these amounts is too large.' })
  })

const refunded = z
  .strictObject({
    type: z.literal('order.refunded'),
    order_id: orderId,
    refund_id: word(100).describe("The store's refund ID. Each refund counts once."),
    occurred_at: time,
    currency,
    lines: z
      .array(
        z.strictObject({
          id: word(100).describe("The line's ID in order.paid."),
          quantity: z.int().min(0).max(1_000_000).default(0).describe('0 if the buyer keeps the items.'),
          amount: amount.describe('The amount refunded for the line, without included tax.'),
        }),
      )
      .max(MAX_LINES)
      .default([]),
    amount: amount.default('0').describe('Refunded in addition to lines and shipping, without included tax.'),
  })
  .superRefine((event, context) => {
    checkAmounts(event, context, ['amount'])
    event.lines.forEach((each, index) =>
      checkAmounts({ ...each, currency: event.currency }, context, ['amount'], ['lines', index]),
    )
    if (!event.lines.length && !/[1-9]/.test(event.amount))
      context.addIssue({ code: 'custom', path: ['lines'], message: 'Send the lines that were refunded, or an amount.' })
  })

const cancelled = z.strictObject({
  type: z.literal('order.cancelled'),
  order_id: orderId,
  occurred_at: time,
})

/** Refuses amounts with more decimals than the currency, or larger than any order. */
function checkAmounts<Fields extends { currency: string }, Name extends keyof Fields & string>(
  fields: Fields & Record<Name, string>,
  context: z.RefinementCtx,
  names: readonly Name[],
  at: Array<string | number> = [],
): void {
  if (!CURRENCIES.has(fields.currency)) return
  for (const name of names) {
    const minor = toMinor(fields[name], fields.currency)
    const message =
      minor === null
        ? `${fields.currency} has ${decimalsOf(fields.currency) || 'no'} decimal places.`
        : minor > MAX_ORDER_MINOR
          ? 'This amount is too large.'
          : null
    if (message) context.addIssue({ code: 'custom', path: [...at, name], message })
  }
}

/** An event that a store reports about an order. */
export const conversionEvent = z.discriminatedUnion('type', [paid, refunded, cancelled])
export type ConversionEvent = z.output<typeof conversionEvent>
export type PaidEvent = z.output<typeof paid>
export type RefundedEvent = z.output<typeof refunded>
export type CancelledEvent = z.output<typeof cancelled>

const eventError: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_union' ? 'type must be order.paid, order.refunded or order.cancelled.' : plainError(issue)

export const parseEvent = (json: unknown) => conversionEvent.safeParse(json, { error: eventError })

/** Parses a call with several events. */
export const parseEvents = (json: unknown) => conversionEvents.safeParse(json, { error: eventError })

/** Several events in one call. Each is accepted or refused separately, in the given order. */
export const conversionEvents = z.strictObject({
  events: z
    .array(conversionEvent)
    .min(1, 'Send at least one event.')
    .max(MAX_EVENTS, `Send at most ${MAX_EVENTS} events.`),
})

/** The result of an event. */
export const conversionResult = z.object({
  order_id: z.string(),
  outcome: z
    .enum(['recorded', 'unchanged', 'ignored', 'held', 'refused'])
    .describe(
      'recorded: the event was stored. If `conversion_id` is null, it waits, for its order or until your connected store answers us: see `match.reason`. ignored: nothing links the order to WTF, so it was not stored. held: the order is unusually large, and the store owner has to confirm it on the Sales page. refused: see `problem` for the reason.',
    ),
  conversion_id: z.string().nullable(),
  status: z
    .enum(['tracked', 'pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed', 'cancelled'])
    .nullable()
    .describe('tracked: no commission is owed, because the order was not matched at a level that earns commission.'),
  match: z.object({
    level: z.enum(['A', 'B', 'C', 'D', 'U', 'M']).nullable(),
    reason: z.string(),
  }),
  problem: z.string().optional(),
})
export type ConversionResult = z.infer<typeof conversionResult>
export const conversionResults = z.object({ results: z.array(conversionResult) })

/** The recorded state of an order. */
export const conversionState = conversionResult.omit({ outcome: true, problem: true }).extend({
  currency: z.string(),
  ordered_at: z.iso.datetime(),
  net: z.string().describe('The amount on which commission is charged, after refunds.'),
  refunded: z.string(),
})
export type ConversionState = z.infer<typeof conversionState>

/** Problem details (RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('What is wrong and what to do about it.'),
  errors: z.array(z.object({ path: z.string().describe('"lines[0].price"'), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof problem>
