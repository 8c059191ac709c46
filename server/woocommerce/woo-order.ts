import { z } from 'zod'
import type { Signal, StoreLine, StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'
import { attributeSignals, codeSignals, distinctSignals, landingSignals } from '#server/stores/order-signals.ts'
import { StoreError, unreadable } from '#server/stores/store-error.ts'
import { wooMinorOf } from './woo-amount.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The same limit as in sales/store-order.schema.ts. */
const MAX_LINES = 1_000
const MAX_QUANTITY = 1_000_000
const MAX_URL = 4_000

const amount = z.string().max(40)
/** '2026-11-26T19:58:27' in UTC, without a zone. */
const gmt = z.string().max(40)
const metas = z.array(z.object({ key: z.string(), value: z.unknown() })).catch([])
const id = z.number().int().positive()

const line = z.object({
  id,
  name: z.string(),
  product_id: z.number().int().min(0),
  quantity: z.number(),
  subtotal: amount,
  subtotal_tax: amount,
  total: amount,
  total_tax: amount,
  sku: z.string().nullish(),
})
const otherLine = z.object({ total: amount, total_tax: amount })

/** The fields of a REST v3 order that we read. */
const wooOrder = z.object({
  id,
  number: z.string().max(100),
  status: z.string().max(60),
  currency: z.string().regex(/^[A-Z]{3}$/),
  prices_include_tax: z.boolean(),
  created_via: z.string().max(100).catch(''),
  date_created_gmt: gmt,
  date_modified_gmt: gmt,
  date_paid_gmt: gmt.nullable(),
  date_completed_gmt: gmt.nullable(),
  total_tax: amount,
  shipping_total: amount,
  shipping_tax: amount,
  billing: z.object({ email: z.string().max(320).catch('') }).catch({ email: '' }),
  meta_data: metas,
  coupon_lines: z.array(z.object({ code: z.string() })).catch([]),
  line_items: z.array(line).max(MAX_LINES),
})

/** The fields of a REST v3 refund that we read. Its lines are negative. */
const wooRefund = z.object({
  id,
  date_created_gmt: gmt,
  amount,
  line_items: z
    .array(line.pick({ quantity: true, total: true, total_tax: true }).extend({ meta_data: metas }))
    .max(MAX_LINES),
  shipping_lines: z.array(otherLine).max(MAX_LINES).catch([]),
  fee_lines: z.array(otherLine).max(MAX_LINES).catch([]),
})

type WooOrder = z.infer<typeof wooOrder>

/** Statuses of carts that are not orders yet. */
const NO_ORDER = new Set(['checkout-draft', 'auto-draft'])
/** Statuses of orders that will not be delivered. Failed and pending orders can still be paid. */
const CANCELLED = new Set(['cancelled', 'trash'])
const CHANNELS = lookup<StoreOrder['channel']>({
  checkout: 'web',
  'store-api': 'web',
  'pos-rest-api': 'pos',
  admin: 'draft',
})

/**
 * Converts WooCommerce's order and its refunds, which are a separate resource, to the format of our sales. Its line
 * totals are without tax. Where prices contain tax, we add the line's tax to get the prices that shoppers saw. If a
 * line's total is not divisible by its quantity, the unit price is rounded up and the discount compensates, so that the
 * line's net amount is exact.
 * @param refundsReadAt when all refunds were requested: missing ones have been deleted
 * @returns null for a cart that has not become an order
 * @throws StoreError bad_answer if an amount or a number is missing or invalid: never returns a wrong amount
 */
export function storeOrderFromWoo(
  order: unknown,
  refunds: readonly unknown[],
  { hashEmail, refundsReadAt }: { hashEmail: (email: string) => string; refundsReadAt: Date },
): StoreOrder | null {
  const given = wooOrder.safeParse(order)
  if (!given.success) throw unreadable('an order')
  const { data } = given
  if (NO_ORDER.has(data.status)) return null
  const { currency } = data
  const paidAt = data.date_paid_gmt ?? (data.status === 'completed' ? data.date_completed_gmt : null)
  const isCancelled = CANCELLED.has(data.status)
  const email = data.billing.email.trim().toLowerCase()
  const included = data.prices_include_tax
  return {
    source: 'woocommerce',
    id: String(data.id),
    name: `#${data.number}`.slice(0, 100),
    currency,
    orderedAt: timeOf(data.date_created_gmt),
    paidAt: paidAt === null ? null : timeOf(paidAt),
    // An order that was cancelled before payment can still be paid later. Nothing is owed until then.
    cancelledAt: isCancelled && paidAt !== null ? timeOf(data.date_modified_gmt) : null,
    updatedAt: timeOf(data.date_modified_gmt),
    isTest: false,
    channel: CHANNELS[data.created_via] ?? 'other',
    customerHash: email === '' ? null : hashEmail(email),
    taxMinor: positive(data.total_tax, currency),
    shippingMinor: positive(data.shipping_total, currency) + (included ? positive(data.shipping_tax, currency) : 0),
    lines: data.line_items.map((one) => lineOf(one, currency, included)),
    refunds: refunds.map((refund) => refundOf(refund, data)),
    refundsReadAt: refundsReadAt.toISOString(),
    signals: signalsOf(data),
  }
}

function lineOf(given: WooOrder['line_items'][number], currency: string, included: boolean): StoreLine {
  const { quantity } = given
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_QUANTITY) throw unreadable('a quantity')
  const taxOf = (tax: string) => (included ? positive(tax, currency) : 0)
  const before = positive(given.subtotal, currency) + taxOf(given.subtotal_tax)
  const total = positive(given.total, currency) + taxOf(given.total_tax)
  if (quantity === 0 && total > 0) throw unreadable('a quantity')
  // A plugin may raise the total above the subtotal.
  const priceMinor = quantity ? Math.ceil(Math.max(before, total) / quantity) : 0
  return {
    id: String(given.id),
    productId: given.product_id ? String(given.product_id) : null,
    sku: given.sku?.slice(0, 255) || null,
    title: given.name.slice(0, 500).toWellFormed(),
    quantity,
    removedQuantity: 0,
    priceMinor,
    discountMinor: priceMinor * quantity - total,
    includedTaxMinor: taxOf(given.total_tax),
    leftOut: '',
  }
}

/**
 * Parses a refund. `rest` is what remains after lines, shipping and fees. If there are none of these, it is the full
 * amount.
 */
function refundOf(refund: unknown, order: WooOrder): StoreRefund {
  const given = wooRefund.safeParse(refund)
  if (!given.success) throw unreadable('a refund')
  const { data } = given
  const { currency } = order
  const known = new Set(order.line_items.map((line) => String(line.id)))
  const back = (text: string) => Math.max(0, -wooMinorOf(text, currency))
  let rest = positive(data.amount, currency)
  const lines: StoreRefund['lines'] = []
  for (const { meta_data: meta, quantity, total, total_tax: tax } of data.line_items) {
    const lineId = String(metaOf(meta, '_refunded_item_id') ?? '')
    if (!known.has(lineId)) continue
    const amountMinor = back(total)
    const units = Math.abs(quantity)
    if (!Number.isInteger(units) || units > MAX_QUANTITY) throw unreadable('a refunded quantity')
    rest -= amountMinor + back(tax)
    if (amountMinor > 0 || units > 0) lines.push({ lineId, quantity: units, amountMinor })
  }
  for (const { total, total_tax: tax } of [...data.shipping_lines, ...data.fee_lines]) rest -= back(total) + back(tax)
  return {
    id: String(data.id),
    refundedAt: timeOf(data.date_created_gmt),
    lines,
    // Refunded amounts include tax. If prices do not include tax, only the part without tax reduces the sale.
    ...(order.prices_include_tax
      ? { otherMinor: 0, grossOtherMinor: rest }
      : { otherMinor: withoutTax(rest, order), grossOtherMinor: 0 }),
  }
}

/** Returns an amount without its tax, at the order's average rate. */
function withoutTax(grossMinor: number, { line_items: lines, currency }: WooOrder): number {
  const net = lines.reduce((sum, { total }) => sum + positive(total, currency), 0)
  const tax = lines.reduce((sum, { total_tax: one }) => sum + positive(one, currency), 0)
  return net + tax ? Math.round((grossMinor * net) / (net + tax)) || 0 : grossMinor
}

/**
 * Returns all signals in an order that may refer to us: our plugin's field, the visit's landing page, coupons and utm.
 */
function signalsOf({ meta_data: meta, coupon_lines: coupons }: WooOrder): Signal[] {
  const entry = textOf(metaOf(meta, '_wc_order_attribution_session_entry'))
  const utm = textOf(metaOf(meta, '_wc_order_attribution_utm_source'))
  const attributes = meta.flatMap(({ key, value }) => (typeof value === 'string' ? [{ name: key, value }] : []))
  return distinctSignals([
    ...attributeSignals('plugin', attributes),
    ...landingSignals(entry),
    ...(utm === null ? [] : landingSignals(`/?${new URLSearchParams({ utm_source: utm }).toString()}`)),
    ...codeSignals(coupons.map(({ code }) => code)),
  ])
}

const metaOf = (meta: z.infer<typeof metas>, key: string): unknown => meta.find((one) => one.key === key)?.value
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.length <= MAX_URL ? value : null)

/** @throws StoreError bad_answer for an amount below zero */
function positive(amountText: string, currency: string): number {
  const minor = wooMinorOf(amountText, currency)
  if (minor < 0) throw new StoreError('bad_answer', 'The store sent an order with an amount below zero.')
  return minor
}

/** Parses a time: '2026-11-26T19:58:27' without a zone means UTC. */
export function timeOf(text: string): string {
  const at = new Date(`${text}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) || Number.isNaN(at.getTime())) throw unreadable('a time')
  return at.toISOString()
}
