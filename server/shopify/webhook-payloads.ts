import type { StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'
import {
  attributeSignals,
  codeSignals,
  landingSignals,
  ownAttributes,
  ownLandingSite,
} from '#server/stores/order-signals.ts'
import {
  isTip,
  numberOf,
  storeOrderFromShopify,
  storeRefundOf,
  type ShopAmount,
  type ShopLine,
  type ShopRefund,
} from './shop-order.ts'
import { unreadable } from '#server/stores/store-error.ts'
import type { Topic } from './subscriptions.ts'
import { taxesIncludedIn } from './taxes-included.ts'
import {
  buyerPayload,
  inventoryPayload,
  orderPayload,
  productPayload,
  refundPayload,
  shopPayload,
  type AmountSet,
  type LinePayload,
  type OrderPayload,
  type RefundPayload,
} from './webhook-schemas.ts'

type Named = { name: string | null; value: string | null } | null

const READERS: Readonly<Record<Topic, (body: unknown, hashEmail: (email: string) => string) => object>> = {
  'orders/create': redactOrder,
  'orders/paid': redactOrder,
  'orders/updated': redactOrder,
  'orders/cancelled': redactOrder,
  'refunds/create': (body) => redactRefund(refundPayload.parse(objectOf(body))),
  'products/create': (body) => productPayload.parse(objectOf(body)),
  'products/update': (body) => productPayload.parse(objectOf(body)),
  'products/delete': (body) => productPayload.parse(objectOf(body)),
  'inventory_levels/update': (body) => inventoryPayload.parse(objectOf(body)),
  'app/uninstalled': (body) => shopPayload.parse(objectOf(body)),
}

/**
 * Returns the parts of a webhook that may be kept: only fields in webhook-schemas.ts, without names, addresses, phone
 * numbers, notes or other personal data. The buyer's email address remains only as the hash `customer_hash`. Never
 * throws for an unexpected body.
 * @param hashEmail receives the address in lower case without blanks; returns 64 hex digits
 * @returns null for an unknown topic
 */
export function redactShopifyWebhook(
  topic: string,
  body: unknown,
  hashEmail: (email: string) => string,
): object | null {
  return Object.hasOwn(READERS, topic) ? READERS[topic as Topic](body, hashEmail) : null
}

const objectOf = (body: unknown): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}

function redactOrder(body: unknown, hashEmail: (email: string) => string): OrderPayload {
  const order = orderPayload.parse(objectOf(body))
  const { email, contact_email, customer } = buyerPayload.parse(objectOf(body))
  const address = (email || contact_email || customer?.email || '').trim().toLowerCase()
  return {
    ...order,
    customer_hash: address === '' ? null : hashEmail(address),
    landing_site: ownLandingSite(order.landing_site),
    note_attributes: ownNamed(order.note_attributes),
    line_items: order.line_items?.map((line) => line && redactLine(line)) ?? null,
    refunds: order.refunds?.map((refund) => refund && redactRefund(refund)) ?? null,
  }
}

const redactLine = (line: LinePayload): LinePayload => ({ ...line, properties: ownNamed(line.properties) })

const redactRefund = (refund: RefundPayload): RefundPayload => ({
  ...refund,
  refund_line_items:
    refund.refund_line_items?.map(
      (item) => item && { ...item, ...(item.line_item ? { line_item: redactLine(item.line_item) } : {}) },
    ) ?? null,
})

const namedOf = (given: readonly Named[] | null) =>
  (given ?? []).flatMap((one) => (one?.name && one.value ? [{ name: one.name, value: one.value }] : []))
const ownNamed = (given: readonly Named[] | null) => ownAttributes(namedOf(given))

/**
 * Returns the order of a redacted payload of orders/*.
 * @throws StoreError bad_answer
 */
export function orderInWebhook(payload: unknown): StoreOrder {
  const order = orderPayload.parse(objectOf(payload))
  const { currency, line_items: lines, refunds, total_shipping_price_set: shipping } = order
  if (!lines || !refunds || currency === null || order.taxes_included === null || order.test === null)
    throw unreadable('an order')
  const complete = lines.map((line) => line ?? missing('a line'))
  return storeOrderFromShopify({
    id: idOf(order, 'an order'),
    name: order.name ?? '',
    currency,
    createdAt: order.created_at ?? missing('the order date'),
    processedAt: order.processed_at,
    updatedAt: order.updated_at ?? missing('the date of the last change'),
    cancelledAt: order.cancelled_at,
    isTest: order.test,
    sourceName: order.source_name,
    financialStatus: order.financial_status,
    taxesIncluded: order.taxes_included,
    customerHash: order.customer_hash,
    tax: order.total_tax_set ? amountOf(order.total_tax_set) : null,
    shipping: amountOf(shipping),
    lines: complete.map(lineOf),
    refunds: refunds.map((refund) => shopRefundOf(refund ?? missing('a refund'))),
    signals: [
      ...attributeSignals('cart attribute', namedOf(order.note_attributes)),
      ...complete.flatMap(({ properties }) => attributeSignals('line property', namedOf(properties))),
      ...landingSignals(order.landing_site),
      ...codeSignals((order.discount_codes ?? []).flatMap((one) => one?.code ?? [])),
    ],
  })
}

function lineOf(line: LinePayload): ShopLine {
  const { quantity, title } = line
  if (quantity === null || title === null || line.gift_card === null) throw unreadable('a line')
  const common = { title, sku: line.sku, productId: line.product_id === null ? null : String(line.product_id) }
  return {
    ...common,
    id: idOf(line, 'a line'),
    quantity,
    currentQuantity: line.current_quantity ?? quantity,
    isGiftCard: line.gift_card,
    isTip: line.tip === true || isTip(common),
    price: amountOf(line.price_set),
    discounts: (line.discount_allocations ?? []).map((one) => amountOf(one?.amount_set ?? null)),
    taxes: (line.tax_lines ?? missing('the taxes of a line')).map((one) => amountOf(one?.price_set ?? null)),
  }
}

const shopRefundOf = (refund: RefundPayload): ShopRefund => ({
  id: idOf(refund, 'a refund'),
  at: refund.created_at ?? missing('the refund date'),
  lines: (refund.refund_line_items ?? missing('the refunded lines')).map((item) => ({
    lineId: item?.line_item ? idOf(item.line_item, 'a line') : String(item?.line_item_id ?? missing('a line')),
    quantity: item?.quantity ?? missing('a refunded quantity'),
    subtotal: amountOf(item?.subtotal_set ?? null),
    tax: amountOf(item?.total_tax_set ?? null),
  })),
  discrepancies: (refund.order_adjustments ?? []).flatMap((one) =>
    one?.kind === 'refund_discrepancy' ? [amountOf(one.amount_set)] : [],
  ),
  transactions: (refund.transactions ?? []).flatMap((one) =>
    one?.kind && one.status ? [{ kind: one.kind, status: one.status }] : [],
  ),
})

/**
 * Returns the refund of a redacted payload of refunds/create. The message does not say whether prices include tax, so
 * that is derived from the taxes of its lines.
 * @throws StoreError bad_answer; also if the taxes are ambiguous: then read the order itself
 */
export function refundOf(payload: unknown): { orderId: string; refund: StoreRefund } {
  const refund = refundPayload.parse(objectOf(payload))
  const raw = shopRefundOf(refund)
  const currency = [...raw.lines.map(({ subtotal }) => subtotal), ...raw.discrepancies][0]?.currency
  const orderId = String(refund.order_id ?? missing('the order of a refund'))
  const lines = (refund.refund_line_items ?? []).flatMap((item) => item?.line_item ?? [])
  const isAnyTaxed = raw.lines.some(({ tax }) => /[1-9]/.test(tax.amount))
  const taxesIncluded = isAnyTaxed
    ? taxesIncludedIn(
        lines.map((line) => ({
          ...lineOf(line),
          rates: (line.tax_lines ?? []).map((tax) => tax?.rate ?? missing('the rate of a tax')),
        })),
        currency ?? '',
      )
    : false
  if (taxesIncluded === null) throw unreadable('the tax setting of a refund')
  return { orderId, refund: storeRefundOf(raw, currency ?? '', taxesIncluded) }
}

/** Returns the product of a redacted payload of products/*. A deletion has no time. @throws StoreError bad_answer */
export function productOf(payload: unknown): { id: string; updatedAt: Date | null } {
  const product = productPayload.parse(objectOf(payload))
  return { id: idOf(product, 'a product'), updatedAt: product.updated_at === null ? null : dateOf(product.updated_at) }
}

/** Returns the inventory item of a redacted payload of inventory_levels/update. @throws StoreError bad_answer */
export function inventoryOf(payload: unknown): { inventoryItemId: string; updatedAt: Date | null } {
  const { inventory_item_id: id, updated_at: at } = inventoryPayload.parse(objectOf(payload))
  return {
    inventoryItemId: String(id ?? missing('the ID of a stock item')),
    updatedAt: at === null ? null : dateOf(at),
  }
}

function dateOf(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw unreadable('a time')
  return at
}

function idOf(
  { id, admin_graphql_api_id: gid }: { id: number | null; admin_graphql_api_id: string | null },
  what: string,
) {
  if (gid !== null) return numberOf(gid)
  return String(id ?? missing(what))
}

function amountOf(set: AmountSet): ShopAmount {
  const { amount, currency_code: currency } = set?.shop_money ?? {}
  if (!amount || !currency) throw unreadable('an amount')
  return { amount, currency }
}

/** Throws for a required value that is missing. */
function missing(what: string): never {
  throw unreadable(what)
}
