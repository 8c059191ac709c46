import { z } from 'zod'
import type { Signal, StoreOrder } from '#server/sales/store-order.schema.ts'
import { askShopify } from './admin-api.ts'
import { DOCUMENTS } from './documents.values.ts'
import { attributeSignals, codeSignals, distinctSignals, visitSignals } from '#server/stores/order-signals.ts'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { behind, changedSince, pageInfo, type PageInfo } from './answer-pages.ts'
import { isTip, numberOf, storeOrderFromShopify, type ShopLine, type ShopRefund } from './shop-order.ts'
import { StoreError, TooMany } from '#server/stores/store-error.ts'
import type { ChangedOrders, OrderOptions, StoreAccess } from '#server/stores/store-platform.ts'

const MAX_PAGES = 1_000
/** The most refunds that Shopify returns with an order. */
const MAX_REFUNDS = 50

const money = z
  .object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }) })
  .transform(({ shopMoney: { amount, currencyCode: currency } }) => ({ amount, currency }))
const attributes = z
  .array(z.object({ key: z.string(), value: z.string().nullable() }))
  .transform((given) => given.flatMap(({ key, value }) => (value === null ? [] : [{ name: key, value }])))
const visit = z
  .object({
    landingPage: z.string().nullable(),
    referralCode: z.string().nullable(),
    utmParameters: z.object({ source: z.string().nullable() }).nullable(),
  })
  .transform(({ landingPage, referralCode, utmParameters }) => ({
    landingPage,
    referralCode,
    utmSource: utmParameters?.source ?? null,
  }))
const journey = z
  .object({
    ready: z.boolean(),
    firstVisit: visit.nullable(),
    lastVisit: visit.nullable(),
    // Other types of moments are empty objects.
    moments: z.object({ nodes: z.array(visit.nullable().catch(null)) }).nullable(),
  })
  .nullable()
const line = z
  .object({
    id: z.string(),
    title: z.string(),
    sku: z.string().nullable(),
    quantity: z.number(),
    currentQuantity: z.number(),
    isGiftCard: z.boolean(),
    product: z.object({ id: z.string() }).nullable(),
    customAttributes: attributes,
    originalUnitPriceSet: money,
    discountAllocations: z.array(z.object({ allocatedAmountSet: money })),
    taxLines: z.array(z.object({ priceSet: money })),
  })
  .transform(({ product, ...given }): ShopLine & { signals: Signal[] } => {
    const common = { title: given.title, sku: given.sku, productId: product ? numberOf(product.id) : null }
    return {
      ...common,
      id: numberOf(given.id),
      quantity: given.quantity,
      currentQuantity: given.currentQuantity,
      isGiftCard: given.isGiftCard,
      isTip: isTip(common),
      price: given.originalUnitPriceSet,
      discounts: given.discountAllocations.map(({ allocatedAmountSet }) => allocatedAmountSet),
      taxes: given.taxLines.map(({ priceSet }) => priceSet),
      signals: attributeSignals('line property', given.customAttributes),
    }
  })
const lines = z.object({ nodes: z.array(line), pageInfo })
const refundLine = z
  .object({ quantity: z.number(), lineItem: z.object({ id: z.string() }), subtotalSet: money, totalTaxSet: money })
  .transform(({ quantity, lineItem, subtotalSet: subtotal, totalTaxSet: tax }) => ({
    lineId: numberOf(lineItem.id),
    quantity,
    subtotal,
    tax,
  }))
const refundLines = z.object({ nodes: z.array(refundLine), pageInfo })
const refund = z.object({
  orderAdjustments: z.object({ nodes: z.array(z.object({ reason: z.string().nullable(), amountSet: money })) }),
  refundLineItems: refundLines,
  transactions: z.object({ nodes: z.array(z.object({ kind: z.string(), status: z.string() })) }),
})
const order = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullish(),
  currencyCode: z.string(),
  createdAt: z.string(),
  processedAt: z.string().nullable(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  test: z.boolean(),
  sourceName: z.string().nullable(),
  taxesIncluded: z.boolean(),
  displayFinancialStatus: z.string().nullable(),
  discountCodes: z.array(z.string()),
  customAttributes: attributes,
  totalTaxSet: money.nullable(),
  totalShippingPriceSet: money,
  customerJourneySummary: journey,
  lineItems: lines,
  refunds: z.array(z.object({ id: z.string(), createdAt: z.string().nullable() })),
})

/**
 * Reads the orders that changed since a time, earliest change first, about fifty at a time. Each order is a separate
 * request, because a page of orders with all lines and refunds would exceed the store's query cost limit.
 * @throws StoreError
 */
export async function* fetchShopifyOrdersChangedSince(
  access: StoreAccess,
  since: Date,
  options: OrderOptions,
): AsyncGenerator<ChangedOrders> {
  const node = z.object({ id: z.string(), name: z.string(), updatedAt: z.coerce.date() })
  const asked = z.object({ orders: z.object({ nodes: z.array(node), pageInfo }) })
  let after: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer: unknown = await askShopify(
      access,
      DOCUMENTS.changedOrders,
      { query: changedSince(since), after },
      options,
    )
    const { orders } = parseAnswer(asked, answer, 'its orders')
    const found: StoreOrder[] = []
    const unreadable: ChangedOrders['unreadable'] = []
    for (const { id, name } of orders.nodes) {
      try {
        const one = await fetchShopifyOrder(access, numberOf(id), options)
        if (one) found.push(one)
      } catch (error) {
        if (!(error instanceof StoreError) || error.kind !== 'bad_answer') throw error
        unreadable.push({ name, error })
      }
    }
    const last = orders.nodes.at(-1)
    if (last) yield { orders: found, unreadable, until: last.updatedAt }
    if (!orders.pageInfo.hasNextPage) return
    after = orders.pageInfo.endCursor
  }
  throw new TooMany('orders')
}

/**
 * Reads one order by Shopify's id, with its journey if that is ready.
 * @returns null if the store has no such order or does not show it
 * @throws StoreError
 */
export async function fetchShopifyOrder(
  access: StoreAccess,
  id: string,
  options: OrderOptions,
): Promise<StoreOrder | null> {
  const readAt = new Date()
  const asked = z.object({ order: order.nullable() })
  const gid = `gid://shopify/Order/${id}`
  const ask = (withEmail: boolean) => askShopify(access, DOCUMENTS.order, { id: gid, withEmail }, options)
  const answer = await ask(true).catch((error: unknown) => {
    // Stores on small plans do not give apps the buyers' email addresses.
    if (error instanceof StoreError && error.kind === 'forbidden') return ask(false)
    throw error
  })
  const { order: given } = parseAnswer(asked, answer, 'an order')
  if (!given) return null
  const allLines = [...given.lineItems.nodes, ...(await moreLines(access, gid, given.lineItems.pageInfo, options))]
  const refunds: ShopRefund[] = []
  for (const { id: refundId, createdAt } of given.refunds)
    refunds.push(await shopRefundOf(access, { id: refundId, at: createdAt ?? given.createdAt }, options))
  const email = (given.email ?? '').trim().toLowerCase()
  const found = storeOrderFromShopify({
    id: numberOf(given.id),
    name: given.name,
    currency: given.currencyCode,
    createdAt: given.createdAt,
    processedAt: given.processedAt,
    updatedAt: given.updatedAt,
    cancelledAt: given.cancelledAt,
    isTest: given.test,
    sourceName: given.sourceName,
    financialStatus: given.displayFinancialStatus?.toLowerCase() ?? null,
    taxesIncluded: given.taxesIncluded,
    customerHash: email === '' ? null : options.hashEmail(email),
    tax: given.totalTaxSet,
    shipping: given.totalShippingPriceSet,
    lines: allLines,
    refunds,
    signals: [
      ...attributeSignals('cart attribute', given.customAttributes),
      ...allLines.flatMap(({ signals }) => signals),
      ...journeySignals(given.customerJourneySummary),
      ...codeSignals(given.discountCodes),
    ],
  })
  return refunds.length < MAX_REFUNDS ? { ...found, refundsReadAt: readAt.toISOString() } : found
}

/**
 * Reads the customer journey of an order. Shopify prepares it some time after the order.
 * @param orderId Shopify's id
 * @throws StoreError; not_found if there is no such order
 */
export async function fetchJourney(
  access: StoreAccess,
  orderId: string,
  options: { signal?: AbortSignal } = {},
): Promise<{ isReady: boolean; signals: Signal[] }> {
  const asked = z.object({ order: z.object({ customerJourneySummary: journey }).nullable() })
  const variables = { id: `gid://shopify/Order/${orderId}` }
  const { order: given } = parseAnswer(
    asked,
    await askShopify(access, DOCUMENTS.journey, variables, options),
    'a journey',
  )
  if (!given) throw new StoreError('not_found', `${access.shop} has no order ${orderId}.`)
  const { customerJourneySummary: summary } = given
  return { isReady: summary?.ready ?? false, signals: distinctSignals(journeySignals(summary)) }
}

const journeySignals = (summary: z.infer<typeof journey>): Signal[] =>
  [summary?.lastVisit, ...(summary?.moments?.nodes ?? []), summary?.firstVisit].flatMap((one) =>
    one ? visitSignals(one) : [],
  )

async function moreLines(
  access: StoreAccess,
  id: string,
  first: PageInfo,
  options: { signal?: AbortSignal },
): Promise<z.infer<typeof line>[]> {
  const asked = z.object({ order: z.object({ lineItems: lines }) })
  return behind(first, async (after) => {
    const answer = await askShopify(access, DOCUMENTS.moreLines, { id, after }, options)
    return parseAnswer(asked, answer, 'the lines of an order').order.lineItems
  })
}

async function shopRefundOf(
  access: StoreAccess,
  { id, at }: { id: string; at: string },
  options: { signal?: AbortSignal },
): Promise<ShopRefund> {
  const refundAnswer = z.object({ refund })
  const asked = z.object({ refund: z.object({ refundLineItems: refundLines }) })
  const answer = await askShopify(access, DOCUMENTS.refund, { id }, options)
  const { orderAdjustments, refundLineItems, transactions } = parseAnswer(refundAnswer, answer, 'a refund').refund
  const more = await behind(refundLineItems.pageInfo, async (after) => {
    const page = await askShopify(access, DOCUMENTS.moreRefundLines, { id, after }, options)
    return parseAnswer(asked, page, 'the lines of a refund').refund.refundLineItems
  })
  return {
    id: numberOf(id),
    at,
    lines: [...refundLineItems.nodes, ...more],
    // An adjustment with a reason is a discrepancy; Shopify does not say what an adjustment without a reason is for.
    discrepancies: orderAdjustments.nodes.flatMap(({ reason, amountSet }) => (reason === null ? [] : [amountSet])),
    transactions: transactions.nodes,
  }
}
