import { z } from 'zod'
import { decimalsOf, toMinor } from '#server/platform/money.schema.ts'
import { MAX_ORDER_MINOR, MOST_LINES } from '#server/sales/store-order.schema.ts'

/** Events of one call. */
export const MOST_EVENTS = 100
/** How far a store's clock may be ahead of ours. */
const AHEAD_MS = 24 * 3_600_000

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * A short text from the store, such as an id or a name. PostgreSQL cannot store NUL or half a surrogate pair, and no id
 * has control characters.
 */
const word = (most: number) =>
  z
    .string()
    .min(1, 'This is empty.')
    .max(most, `Use at most ${most} characters.`)
    .regex(/^\P{Cc}+$/u, 'Leave out control characters.')
    .refine((text) => text.isWellFormed(), 'Half of a character is missing.')

const amount = z
  .string('Write an amount as text in units of the currency: "49.90".')
  .regex(
    /^\d{1,13}(\.\d{1,4})?$/,
    'Write an amount as text in units of the currency: "49.90". It has no sign and no separators of thousands.',
  )
  .describe('In units of the currency, with at most as many decimals as the currency has: "49.90".')

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Write the three capital letters of the currency: "USD".')
  .refine((code) => CURRENCIES.has(code), 'We do not know this currency (ISO 4217).')
  .describe('ISO 4217: "USD". Of all amounts of this event.')

const time = z.iso
  .datetime({ offset: true, error: 'Write a time in ISO 8601 with its zone: "2026-11-23T12:00:00Z".' })
  .refine((text) => Date.parse(text) <= Date.now() + AHEAD_MS, 'This is in the future. Is the clock right?')

const orderId = word(100).describe("The store's id of the order. All that you tell of an order has the same.")

const line = z.strictObject({
  id: word(100).describe("The store's id of the line, unique within the order."),
  product_id: word(100).optional().describe("The store's id of the product."),
  sku: word(255).optional(),
  title: word(500),
  quantity: z.int().min(1, 'Write a whole number, like 2. A line has at least one piece.').max(1_000_000),
  price: amount.describe('Of one piece, before discounts.'),
  discount: amount.default('0').describe("Of all pieces: the line's own discounts and its share of the order's."),
  included_tax: amount.default('0').describe('Of all pieces, if the prices contain tax. "0" where it comes on top.'),
  kind: z
    .enum(['product', 'gift_card', 'tip'])
    .default('product')
    .describe('No commission is owed for gift cards and tips.'),
})

const paid = z
  .strictObject({
    type: z.literal('order.paid'),
    order_id: orderId,
    order_name: word(100).optional().describe('As people call it: "#1001".'),
    ordered_at: time.optional().describe('When it was ordered, if not when it was paid.'),
    occurred_at: time.describe(
      'When it was paid, or last changed: of two events about an order the later one is true.',
    ),
    currency,
    click_id: word(100)
      .optional()
      .describe('The value of wtf_cid, with which the shopper came to the store. It earns by itself.'),
    discount_codes: z.array(word(100)).max(20).default([]),
    customer_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "Send the SHA-256 of the buyer's address in lower case, as 64 hex digits, or nothing.")
      .optional()
      .describe(
        "SHA-256 of the buyer's e-mail address in lower case, as hex: to count buyers. Never send the address itself.",
      ),
    test: z.boolean().default(false).describe('No commission is owed for a test order.'),
    tax: amount.default('0').describe('All tax, whether the prices contain it or not.'),
    shipping: amount.default('0'),
    lines: z.array(line).min(1, 'An order has at least one line.').max(MOST_LINES),
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
      if (ids.has(each.id)) tell('id', 'Another line of this order has this id.')
      ids.add(each.id)
      const minor = (text: string) => (CURRENCIES.has(event.currency) ? toMinor(text, event.currency) : null)
      const [price, discount, tax] = [minor(each.price), minor(each.discount), minor(each.included_tax)]
      if (price === null || discount === null || tax === null) return
      const gross = price * BigInt(each.quantity)
      total += gross
      if (gross > MAX_ORDER_MINOR) tell('price', 'This is more than any order comes to.')
      else if (discount > gross) tell('discount', 'The discount is more than price times quantity.')
      else if (tax > gross - discount) tell('included_tax', 'The included tax is more than what is paid for the line.')
    })
    if (total > MAX_ORDER_MINOR)
      context.addIssue({ code: 'custom', path: ['lines'], message: 'Together they are more than any order comes to.' })
  })

const refunded = z
  .strictObject({
    type: z.literal('order.refunded'),
    order_id: orderId,
    refund_id: word(100).describe("The store's id of the refund: the same refund counts once."),
    occurred_at: time,
    currency,
    lines: z
      .array(
        z.strictObject({
          id: word(100).describe("The line's id in order.paid."),
          quantity: z.int().min(0).max(1_000_000).default(0).describe('0: pieces stay with the buyer.'),
          amount: amount.describe('What was given back for it, without included tax.'),
        }),
      )
      .max(MOST_LINES)
      .default([]),
    amount: amount.default('0').describe('Given back beside lines and shipping, without included tax.'),
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
        ? `${fields.currency} has ${decimalsOf(fields.currency) || 'no'} decimals.`
        : minor > MAX_ORDER_MINOR
          ? 'This is more than any order comes to.'
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

/** Messages for errors that the schema has no text for, so that callers never see the library's own. */
const plainError: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'This is missing.'
    if (issue.expected === 'int' || issue.expected === 'number') return 'Write a whole number, like 2.'
    const expected = { string: 'a text', array: 'a list', object: 'an object', boolean: 'true or false' } as const
    return `This must be ${expected[issue.expected as keyof typeof expected] ?? `of the type ${issue.expected}`}.`
  }
  if (issue.code === 'too_big')
    return issue.origin === 'array'
      ? `This list has more than ${issue.maximum} entries.`
      : issue.origin === 'string'
        ? `Use at most ${issue.maximum} characters.`
        : `This is more than ${issue.maximum}.`
  if (issue.code === 'too_small')
    return issue.origin === 'string' || issue.origin === 'array'
      ? 'This is empty.'
      : `This is less than ${issue.minimum}.`
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.slice(0, 5).join(', ')}.`
  if (issue.code === 'invalid_value') return `This must be one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'invalid_union') return 'type must be order.paid, order.refunded or order.cancelled.'
  return 'This is not valid.'
}

/** Parses one event. */
export const parseEvent = (json: unknown) => conversionEvent.safeParse(json, { error: plainError })

/** Parses a call with several events. */
export const parseEvents = (json: unknown) => conversionEvents.safeParse(json, { error: plainError })

/** Several events in one call. Each is accepted or refused separately, in the order given. */
export const conversionEvents = z.strictObject({
  events: z
    .array(conversionEvent)
    .min(1, 'Send at least one event.')
    .max(MOST_EVENTS, `At most ${MOST_EVENTS} events.`),
})

/** The result of an event. */
export const conversionResult = z.object({
  order_id: z.string(),
  outcome: z
    .enum(['recorded', 'unchanged', 'ignored', 'held', 'refused'])
    .describe(
      'ignored: nothing in it names us, and nothing was kept. held: the order is unusually large, and the owner of the store has to confirm it on Sales. refused: `problem` says why.',
    ),
  conversion_id: z.string().nullable(),
  status: z
    .enum(['tracked', 'pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed', 'cancelled'])
    .nullable()
    .describe('tracked: nothing is owed for it, because no level that earns was hit.'),
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
  net: z.string().describe('What a commission is of, after refunds.'),
  refunded: z.string(),
})
export type ConversionState = z.infer<typeof conversionState>

/** RFC 9457. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('What is wrong, and what to do.'),
  errors: z.array(z.object({ path: z.string().describe('"lines[0].price"'), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof problem>
