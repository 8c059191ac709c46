import { toMinor } from '#server/platform/money.schema.ts'
import type { Signal, StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'
import { distinctSignals } from '#server/stores/order-signals.ts'
import { unreadable } from '#server/stores/store-error.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** An amount as Shopify writes it: '49.90' or '49.9', and '1000.0' in a currency without decimals. */
export interface ShopAmount {
  amount: string
  currency: string
}

/** An order from either of Shopify's APIs. Ids are its numbers, times are ISO 8601. */
export interface ShopOrder {
  id: string
  name: string
  currency: string
  createdAt: string
  processedAt: string | null
  updatedAt: string
  cancelledAt: string | null
  isTest: boolean
  sourceName: string | null
  /** 'paid', 'partially_refunded', ... */
  financialStatus: string | null
  taxesIncluded: boolean
  customerHash: string | null
  tax: ShopAmount | null
  shipping: ShopAmount
  lines: ShopLine[]
  refunds: ShopRefund[]
  signals: Signal[]
}

export interface ShopLine {
  id: string
  productId: string | null
  sku: string | null
  title: string
  quantity: number
  /** Without refunded and removed items. */
  currentQuantity: number
  isGiftCard: boolean
  isTip: boolean
  price: ShopAmount
  discounts: ShopAmount[]
  taxes: ShopAmount[]
}

export interface ShopRefund {
  id: string
  at: string
  lines: Array<{ lineId: string; quantity: number; subtotal: ShopAmount; tax: ShopAmount }>
  /** Shopify's discrepancies, in the shop's prices: negative if more was refunded than lines and shipping, positive if less. */
  discrepancies: ShopAmount[]
  transactions: Array<{ kind: string; status: string }>
}

/** The same limit as in sales/store-order.schema.ts. */
const MAX_LINES = 1_000
const MAX_QUANTITY = 1_000_000
const MAX_MINOR = 1_000_000_000_000

/** Statuses of paid orders. */
const PAID = new Set(['paid', 'partially_refunded', 'refunded'])
const CHANNELS = lookup<StoreOrder['channel']>({
  web: 'web',
  pos: 'pos',
  shopify_draft_order: 'draft',
})

/**
 * Converts Shopify's order to the format of our sales. `paidAt` is the day on which the store books a paid order,
 * because the messages do not contain the time of the payment. Items that are neither present nor refunded were removed
 * by an edit.
 * @throws StoreError bad_answer if an amount or a number is missing or invalid: never returns a wrong amount
 */
export function storeOrderFromShopify(order: ShopOrder): StoreOrder {
  const { currency, lines, taxesIncluded } = order
  if (lines.length > MAX_LINES || order.refunds.length > MAX_LINES) throw unreadable('an order with too many lines')
  const refunded = new Map<string, number>()
  for (const refund of order.refunds)
    for (const { lineId, quantity } of refund.lines) refunded.set(lineId, (refunded.get(lineId) ?? 0) + quantity)
  if (!/^[A-Z]{3}$/.test(currency)) throw unreadable("the order's currency")
  return {
    source: 'shopify',
    id: order.id,
    name: order.name.slice(0, 100),
    currency,
    orderedAt: timeOf(order.createdAt),
    paidAt: PAID.has(order.financialStatus ?? '') ? timeOf(order.processedAt ?? order.createdAt) : null,
    cancelledAt: order.cancelledAt === null ? null : timeOf(order.cancelledAt),
    updatedAt: timeOf(order.updatedAt),
    isTest: order.isTest,
    channel: CHANNELS[order.sourceName ?? ''] ?? 'other',
    customerHash: order.customerHash,
    taxMinor: order.tax ? shopifyMinorOf(order.tax, currency) : 0,
    shippingMinor: shopifyMinorOf(order.shipping, currency),
    lines: lines.map((line) => lineOf(line, currency, { taxesIncluded, refunded: refunded.get(line.id) ?? 0 })),
    refunds: order.refunds.map((refund) => storeRefundOf(refund, currency, taxesIncluded)),
    signals: distinctSignals(order.signals),
  }
}

function lineOf(
  line: ShopLine,
  currency: string,
  { taxesIncluded, refunded }: { taxesIncluded: boolean; refunded: number },
): NonNullable<StoreOrder['lines']>[number] {
  if (!isQuantity(line.quantity) || !isQuantity(line.currentQuantity) || line.currentQuantity > line.quantity)
    throw unreadable('the quantity of a line')
  const priceMinor = shopifyMinorOf(line.price, currency)
  if (priceMinor * line.quantity > MAX_MINOR) throw unreadable('the price of a line')
  const discountMinor = sumOfAmounts(line.discounts, currency)
  const includedTaxMinor = taxesIncluded ? sumOfAmounts(line.taxes, currency) : 0
  if (discountMinor + includedTaxMinor > priceMinor * line.quantity)
    throw unreadable('a line whose discount exceeds its price')
  return {
    id: line.id,
    productId: line.productId,
    sku: line.sku?.slice(0, 255) || null,
    title: line.title.slice(0, 500).toWellFormed(),
    quantity: line.quantity,
    removedQuantity: Math.max(0, line.quantity - line.currentQuantity - refunded),
    priceMinor,
    discountMinor,
    includedTaxMinor,
    leftOut: line.isGiftCard ? 'gift card' : line.isTip ? 'tip' : '',
  }
}

/** @throws StoreError bad_answer */
export function storeRefundOf(refund: ShopRefund, currency: string, taxesIncluded: boolean): StoreRefund {
  if (refund.lines.length > MAX_LINES) throw unreadable('a refund with too many lines')
  // The money has not moved yet, or never will. A message after the refund is paid has the same id.
  const isUnpaid = isUnpaidRefund(refund)
  const other = isUnpaid ? 0 : refund.discrepancies.reduce((sum, amount) => sum + signedMinorOf(amount, currency), 0)
  return {
    id: refund.id,
    refundedAt: timeOf(refund.at),
    lines: refund.lines.map(({ lineId, quantity, subtotal, tax }) => {
      if (!isQuantity(quantity)) throw unreadable('a refunded quantity')
      const [gross, included] = [shopifyMinorOf(subtotal, currency), taxesIncluded ? shopifyMinorOf(tax, currency) : 0]
      if (included > gross) throw unreadable('a refund with more tax than its amount')
      return { lineId, quantity, amountMinor: isUnpaid ? 0 : gross - included }
    }),
    otherMinor: 0,
    grossOtherMinor: 0 - other,
  }
}

/** Whether the refund has transactions and none has succeeded. */
function isUnpaidRefund({ transactions }: ShopRefund): boolean {
  const paying = transactions.filter(({ kind }) => /^refund$/i.test(kind))
  return paying.length > 0 && paying.every(({ status }) => !/^success$/i.test(status))
}

/** Whether a line is a tip: a separate line without a product. */
export const isTip = ({ title, productId, sku }: Pick<ShopLine, 'title' | 'productId' | 'sku'>): boolean =>
  productId === null && !sku && /^tip$/i.test(title.trim())

/** Returns the number in an id: 'gid://shopify/Order/1001' -> '1001'. */
export function numberOf(gid: string): string {
  const [, number] = /^gid:\/\/shopify\/\w+\/(\d{1,30})(?:\?.*)?$/.exec(gid) ?? []
  if (number === undefined) throw unreadable('an ID')
  return number
}

const isQuantity = (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= MAX_QUANTITY

/** Returns the sum in minor units. @throws StoreError bad_answer */
export const sumOfAmounts = (amounts: readonly ShopAmount[], currency: string): number =>
  amounts.reduce((sum, amount) => sum + shopifyMinorOf(amount, currency), 0)

/**
 * Returns an amount in minor units. @throws StoreError bad_answer for an amount that is negative or not in this
 * currency
 */
export function shopifyMinorOf(given: ShopAmount, currency: string): number {
  const minor = signedMinorOf(given, currency)
  if (minor < 0) throw unreadable('an amount below zero')
  return minor
}

/** Parses digit by digit: never computes with fractions. */
function signedMinorOf({ amount, currency: of }: ShopAmount, currency: string): number {
  if (of !== currency) throw unreadable(`an amount in ${of} instead of ${currency}`)
  const [, sign = '', units = '', fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,10}))?$/.exec(amount) ?? []
  const kept = fraction.replace(/0+$/, '')
  const minor = toMinor(kept === '' ? units : `${units}.${kept}`, currency)
  if (minor === null || minor > MAX_MINOR) throw unreadable('an amount')
  return sign === '-' ? -Number(minor) : Number(minor)
}

function timeOf(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw unreadable('a time')
  return at.toISOString()
}
