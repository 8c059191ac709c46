import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storeOrder, type StoreOrder } from '#server/sales/store-order.schema.ts'
import type { FakeShop } from '#tests/shopify/fake-shop.ts'
import { refundPayload } from '#tests/shopify/rest-payloads.ts'
import type { Purchase } from '#tests/shopify/shop-things.ts'
import { startShopify, type RunningShopify } from '#tests/shopify/start-shopify.ts'
import { configureShopify } from './admin-api.ts'
import { fetchJourney, fetchShopifyOrder, fetchShopifyOrdersChangedSince } from './fetch-orders.ts'
import { TOPICS } from './subscriptions.ts'
import { inventoryOf, orderInWebhook, productOf, redactShopifyWebhook, refundOf } from './webhook-payloads.ts'
import { StoreError } from '#server/stores/store-error.ts'

const TOKEN = 'shpat_1'
const CLICK = 'wc_01JZZZZZZZZZZZZZZZZZZZZZZZ'
const hashEmail = (email: string) => createHash('sha256').update(email).digest('hex')
const options = { hashEmail }
const PRODUCTS = [
  { handle: 'coat', title: 'Wool coat', variants: [{ priceMinor: 24_995, sku: 'COAT' }] },
  { handle: 'scarf', title: 'Scarf', variants: [{ priceMinor: 3_333 }, { priceMinor: 4_050 }] },
  { handle: 'gift-card', title: 'Gift card', isGiftCard: true, variants: [{ priceMinor: 5_000 }] },
]

let shopify: RunningShopify
let exclusive: FakeShop
beforeAll(async () => {
  const budget = { maximum: 2_000, restoreRate: 1_000_000 }
  const common = { token: TOKEN, apiSecret: 'shpss_1', products: PRODUCTS, budget }
  shopify = await startShopify({ shop: 'tax-included.myshopify.com', ...common })
  exclusive = shopify.add({
    shop: 'tax-on-top.myshopify.com',
    ...common,
    taxesIncluded: false,
    taxRate: 825,
    currency: 'USD',
  })
  configureShopify({ addressOf: shopify.addressOf })
})
afterAll(async () => {
  configureShopify({})
  await shopify.stop()
})
afterEach(() => {
  shopify.shop.scopes = ['read_products', 'read_inventory', 'read_orders']
})

const accessTo = ({ shop }: FakeShop) => ({ shop, token: TOKEN })
/** Removes personal data, stores the message as JSON and parses it, like the receiver and the worker. */
const received = (shop: FakeShop, id: number): StoreOrder =>
  orderInWebhook(JSON.parse(JSON.stringify(redactShopifyWebhook('orders/updated', shop.payloadOf(id), hashEmail))))
const asked = async (shop: FakeShop, id: number): Promise<StoreOrder> => {
  const order = await fetchShopifyOrder(accessTo(shop), String(id), options)
  if (!order) throw new Error('The store has no such order.')
  return order
}
/** Returns only the signals that both sources have: journeys are in Shopify's API, landing pages in its webhooks. */
const common = ({ signals, ...order }: StoreOrder) => ({
  ...order,
  signals: signals.filter(({ level }) => level === 'A' || level === 'D'),
})
const bothOf = async (shop: FakeShop, id: number): Promise<StoreOrder> => {
  const [byWebhook, byApi] = [received(shop, id), await asked(shop, id)]
  expect(common(byApi)).toEqual(common(byWebhook))
  expect(storeOrder.parse(byWebhook)).toEqual(byWebhook)
  expect(storeOrder.parse(byApi)).toEqual(byApi)
  return byWebhook
}

const LANDING = `/products/coat?utm_source=WTF&utm_medium=affiliate&partner_id=x&wtf_cid=${CLICK}&ref=${CLICK}&email=ada%40example.com`

describe.each([
  ['prices include tax', () => shopify.shop],
  ['tax is added to prices', () => exclusive],
] as const)('when %s', (_name, shopOf) => {
  test('the webhook and the API return the same order after every change', async () => {
    const shop = shopOf()
    const { id } = shop.purchase({
      lines: [
        { handle: 'coat', quantity: 2, properties: [{ name: '_wtf_cid', value: CLICK }] },
        { handle: 'scarf', variant: 1, quantity: 3 },
        { handle: 'gift-card' },
      ],
      landing: LANDING,
      attributes: [{ name: 'wtf_cid', value: CLICK }],
      codes: ['AUTUMN10'],
      discountMinor: 1_001,
      tipMinor: 200,
      isPaid: false,
    })
    const first = await bothOf(shop, id)
    expect(first.paidAt).toBeNull()
    expect(first.lines?.map(({ leftOut }) => leftOut)).toEqual(['', '', 'gift card', 'tip'])
    expect(first.lines?.map(({ productId }) => productId !== null)).toEqual([true, true, true, false])
    expect((first.lines ?? []).reduce((sum, { discountMinor }) => sum + discountMinor, 0)).toBe(1_001)
    shop.pay(id)
    expect((await bothOf(shop, id)).paidAt).toBe(first.orderedAt)
    shop.edit(id, 1)
    expect((await bothOf(shop, id)).lines?.[1]).toMatchObject({ quantity: 3, removedQuantity: 1 })
    shop.partialRefund(id, 0, { otherMinor: 250 })
    const { refunds, lines } = await bothOf(shop, id)
    const [line] = lines ?? []
    const net = (line?.priceMinor ?? 0) * 2 - (line?.discountMinor ?? 0) - (line?.includedTaxMinor ?? 0)
    expect(refunds).toHaveLength(1)
    expect(refunds[0]).toMatchObject({ grossOtherMinor: 250, lines: [{ lineId: line?.id, quantity: 1 }] })
    expect(Math.abs((refunds[0]?.lines[0]?.amountMinor ?? 0) * 2 - net)).toBeLessThanOrEqual(2)
    expect(line?.removedQuantity).toBe(0)
    shop.fullRefund(id)
    shop.cancel(id)
    const last = await bothOf(shop, id)
    expect(last.refunds).toHaveLength(2)
    expect(last.cancelledAt).not.toBeNull()
    expect(last.updatedAt > first.updatedAt).toBe(true)
  })

  test('a separate refund webhook equals the refund in the order', async () => {
    const shop = shopOf()
    const { id } = shop.purchase({ lines: [{ handle: 'coat', quantity: 3 }, { handle: 'scarf' }], discountMinor: 777 })
    for (const refund of [shop.partialRefund(id, 0, { quantity: 2, otherMinor: 99 }), shop.fullRefund(id)]) {
      const payload = refundPayload(refund, shop.order(id), shop)
      const alone = refundOf(JSON.parse(JSON.stringify(redactShopifyWebhook('refunds/create', payload, hashEmail))))
      expect(alone.orderId).toBe(String(id))
      expect(received(shop, id).refunds).toContainEqual(alone.refund)
    }
  })

  test('keeps the sign of a returned amount that was not paid out, whatever the reason', async () => {
    const shop = shopOf()
    const { id } = shop.purchase({ lines: [{ handle: 'coat', quantity: 3 }] })
    shop.partialRefund(id, 0, { otherMinor: -450 })
    shop.partialRefund(id, 0, { otherMinor: -120, discrepancy: 'PENDING_REFUND_DISCREPANCY' })
    shop.partialRefund(id, 0, { otherMinor: 80, discrepancy: 'RESTOCK' })
    expect((await bothOf(shop, id)).refunds.map(({ grossOtherMinor }) => grossOtherMinor)).toEqual([-450, -120, 80])
  })

  test.each(['pending', 'failure'] as const)('a refund with a %s payment refunds nothing', async (payment) => {
    const shop = shopOf()
    const { id } = shop.purchase({ lines: [{ handle: 'coat', quantity: 2 }] })
    shop.partialRefund(id, 0, { otherMinor: -450, payment })
    const { refunds } = await bothOf(shop, id)
    expect(refunds).toMatchObject([{ lines: [{ quantity: 1, amountMinor: 0 }], otherMinor: 0, grossOtherMinor: 0 }])
  })

  test('the webhook and the API return the same order for any purchase', async () => {
    const shop = shopOf()
    const purchases = fc.record(
      {
        lines: fc.array(
          fc.record({
            handle: fc.constantFrom('coat', 'scarf', 'gift-card'),
            quantity: fc.integer({ min: 1, max: 9 }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        discountMinor: fc.integer({ min: 0, max: 3_000 }),
        shippingMinor: fc.integer({ min: 0, max: 999 }),
        tipMinor: fc.constantFrom(0, 1, 500),
        isTest: fc.boolean(),
        sourceName: fc.constantFrom('web', 'pos', 'shopify_draft_order', '580111'),
        email: fc.constantFrom(null, 'x@example.com'),
      },
      { requiredKeys: ['lines'] },
    )
    await fc.assert(
      fc.asyncProperty(purchases, async (purchase) => {
        await bothOf(shop, shop.purchase(purchase as Purchase).id)
      }),
      { numRuns: 25 },
    )
  })
})

describe('signals of an order', () => {
  test('come from the cart, a line, the landing page, a discount code and UTM, without invalid click IDs', () => {
    const shop = shopify.shop
    const { id } = shop.purchase({
      lines: [{ handle: 'coat', properties: [{ name: 'wtf_cid', value: CLICK }] }],
      landing: LANDING,
      attributes: [
        { name: 'wtf_cid', value: CLICK },
        { name: 'wtf_cid', value: 'Robert"); DROP TABLE' },
      ],
      codes: ['WTF10'],
    })
    expect(received(shop, id).signals.map(({ level, from, clickId, code }) => [level, from, clickId, code])).toEqual([
      ['A', 'cart attribute', CLICK, null],
      ['A', 'line property', CLICK, null],
      ['C', 'landing page', CLICK, null],
      ['U', 'utm', null, null],
      ['D', 'discount code', null, 'WTF10'],
    ])
  })

  test('come from the customer journey once it is ready', async () => {
    const shop = shopify.shop
    const { id } = shop.purchase({ lines: [{ handle: 'coat' }], landing: LANDING, isJourneyReady: false })
    expect(await fetchJourney(accessTo(shop), String(id))).toEqual({ isReady: false, signals: [] })
    shop.lateJourney(id)
    const { isReady, signals } = await fetchJourney(accessTo(shop), String(id))
    expect(isReady).toBe(true)
    expect(signals.map(({ level, from, clickId }) => [level, from, clickId])).toEqual([
      ['B', 'referral code', CLICK],
      ['B', 'visit', CLICK],
      ['U', 'utm', null],
    ])
  })

  test('exclude referral codes that are not ours', async () => {
    const shop = shopify.shop
    const { id } = shop.purchase({ lines: [{ handle: 'coat' }], landing: '/?ref=instagram' })
    expect((await fetchJourney(accessTo(shop), String(id))).signals).toEqual([])
  })
})

test('orders changed since a given time are returned in complete pages', async () => {
  const shop = shopify.add({
    shop: 'many.myshopify.com',
    token: TOKEN,
    apiSecret: 'x',
    products: PRODUCTS,
    budget: { maximum: 2_000, restoreRate: 1_000_000 },
  })
  for (let count = 0; count < 60; count++) shop.purchase({ lines: [{ handle: 'scarf' }] })
  const long = shop.purchase({ lines: Array.from({ length: 130 }, () => ({ handle: 'scarf' })) })
  const since = shop.orders[0]?.updatedAt ?? new Date()
  const pages: StoreOrder[][] = []
  for await (const { orders } of fetchShopifyOrdersChangedSince(accessTo(shop), since, options)) pages.push(orders)
  expect(pages.map((page) => page.length)).toEqual([50, 11])
  expect(pages.flat().find(({ id }) => id === String(long.id))?.lines).toHaveLength(130)
})

test('reads orders of a store that hides customer data, with null for missing values', async () => {
  const { shop } = shopify
  const { id } = shop.purchase({ lines: [{ handle: 'coat' }] })
  shop.hidesBuyers = true
  expect((await asked(shop, id)).customerHash).toBeNull()
  shop.hidesBuyers = false
  expect((await asked(shop, id)).customerHash).toBe(hashEmail('ada.byron@example.com'))
  expect(await fetchShopifyOrder(accessTo(shop), '1', options)).toBeNull()
})

describe('redaction of webhooks', () => {
  const PERSONAL =
    /ada|byron|st james|sw1y|7946|203\.0\.113|mozilla|neighbour|somerville|birthday|charles|babbage|london|example\.com/i

  test('removes all personal data in every topic', () => {
    const shop = shopify.shop
    const order = shop.purchase({ lines: [{ handle: 'coat' }], landing: LANDING })
    const refund = shop.partialRefund(order.id)
    const bodies = [shop.payloadOf(order.id), refundPayload(refund, order, shop), { email: 'ada@example.com', id: 1 }]
    expect(JSON.stringify(bodies)).toMatch(PERSONAL)
    for (const topic of TOPICS)
      for (const body of bodies)
        expect(JSON.stringify(redactShopifyWebhook(topic, body, hashEmail))).not.toMatch(PERSONAL)
  })

  test('replaces the buyer with a hash of the email address, the same for any spelling', () => {
    const hash = hashEmail('ada.byron@example.com')
    for (const body of [
      { email: ' Ada.Byron@example.com ' },
      { contact_email: 'ada.byron@EXAMPLE.com' },
      { customer: { email: 'ada.byron@example.com' } },
    ])
      expect(redactShopifyWebhook('orders/create', body, hashEmail)).toMatchObject({ customer_hash: hash })
  })

  test('keeps only our parameters in the landing page', () => {
    expect(redactShopifyWebhook('orders/create', { landing_site: LANDING }, hashEmail)).toMatchObject({
      landing_site: `/?wtf_cid=${CLICK}&ref=${CLICK}&utm_source=WTF&utm_medium=affiliate`,
    })
    expect(redactShopifyWebhook('orders/create', { landing_site: '/?q=ada&utm_source=mail' }, hashEmail)).toMatchObject(
      {
        landing_site: null,
      },
    )
  })

  test('removes everything in an unknown topic, and never throws', () => {
    expect(redactShopifyWebhook('customers/create', {}, hashEmail)).toBeNull()
    expect(redactShopifyWebhook('constructor', {}, hashEmail)).toBeNull()
    const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    const strange = fc.oneof(
      fc.anything(),
      fc.constant(deep),
      fc.record({
        id: fc.anything(),
        line_items: fc.anything(),
        refunds: fc.anything(),
        note_attributes: fc.anything(),
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...TOPICS), strange, (topic, body) => {
        const kept = redactShopifyWebhook(topic, body, hashEmail)
        expect(typeof kept).toBe('object')
        for (const read of [orderInWebhook, refundOf, productOf, inventoryOf])
          try {
            read(kept)
          } catch (error) {
            expect(error).toBeInstanceOf(StoreError)
          }
      }),
      { numRuns: 300 },
    )
  })

  test('removes a one-megabyte text', () => {
    const kept = redactShopifyWebhook(
      'orders/create',
      { id: 5, name: 'x'.repeat(1_000_000), line_items: [] },
      hashEmail,
    )
    expect(JSON.stringify(kept).length).toBeLessThan(1_000)
  })
})

describe('order amounts', () => {
  const broken = (
    change: (order: { line_items: Array<Record<string, unknown>> } & Record<string, unknown>) => void,
  ) => {
    const shop = shopify.shop
    const { id } = shop.purchase({ lines: [{ handle: 'coat' }], discountMinor: 500 })
    const payload = JSON.parse(JSON.stringify(shop.payloadOf(id))) as Parameters<typeof change>[0]
    change(payload)
    return () => orderInWebhook(redactShopifyWebhook('orders/create', payload, hashEmail))
  }
  const set = (amount: unknown, currency = 'GBP') => ({ shop_money: { amount, currency_code: currency } })

  test.each([
    ['below zero', set('-1.00')],
    ['with too many decimals', set('1.005')],
    ['in another currency', set('1.00', 'EUR')],
    ['not a number', set('NaN')],
    ['a number instead of a string', set(1)],
    ['too much', set('99999999999999.00')],
    ['missing', null],
  ])('are rejected if one is invalid: %s', (_what, price) => {
    const [line] = [{ price_set: price }]
    expect(broken((order) => Object.assign(order.line_items[0] ?? {}, line))).toThrow(StoreError)
  })

  test('are rejected with more discount than price, more items removed than bought, or fractional quantities', () => {
    for (const wrong of [
      { discount_allocations: [{ amount_set: set('999.00') }] },
      { current_quantity: 2 },
      { quantity: 1.5 },
      { quantity: -1 },
      { tax_lines: null },
    ])
      expect(
        broken((order) => Object.assign(order.line_items[0] ?? {}, wrong)),
        JSON.stringify(wrong),
      ).toThrow(StoreError)
    for (const key of ['id', 'currency', 'taxes_included', 'updated_at', 'line_items', 'refunds', 'test'])
      expect(
        broken((order) => {
          Reflect.deleteProperty(order, key)
          Reflect.deleteProperty(order, key === 'id' ? 'admin_graphql_api_id' : key)
        }),
        key,
      ).toThrow(StoreError)
  })

  test('are rejected if a refund does not state whether tax is included', () => {
    const line = { id: 1, title: 'x', quantity: 1, gift_card: false, price_set: set('0.05') }
    const taxed = { ...line, tax_lines: [{ price_set: set('0.01'), rate: 0.2 }], discount_allocations: [] }
    const refund = {
      id: 9,
      order_id: 8,
      created_at: '2026-11-01T00:00:00Z',
      refund_line_items: [{ quantity: 1, subtotal_set: set('0.05'), total_tax_set: set('0.01'), line_item: taxed }],
      order_adjustments: [],
    }
    expect(() => refundOf(redactShopifyWebhook('refunds/create', refund, hashEmail))).toThrow(/tax setting/)
  })

  test('are read correctly in a currency without decimals', () => {
    const line = {
      title: 'Kimono',
      quantity: 1,
      gift_card: false,
      id: 2,
      tax_lines: [],
      price_set: set('12000.0', 'JPY'),
    }
    const order = {
      id: 1,
      name: '#1',
      currency: 'JPY',
      created_at: '2026-11-01T09:00:00+09:00',
      updated_at: '2026-11-01T09:00:00+09:00',
      test: false,
      taxes_included: true,
      refunds: [],
      line_items: [line],
      total_shipping_price_set: set('0', 'JPY'),
    }
    expect(orderInWebhook(redactShopifyWebhook('orders/create', order, hashEmail))).toMatchObject({
      orderedAt: '2026-11-01T00:00:00.000Z',
      lines: [{ priceMinor: 12_000 }],
    })
  })
})

test('webhooks about products and stock identify the item', () => {
  const { shop } = shopify
  const { id, updatedAt } = shop.product('coat')
  expect(
    productOf(
      redactShopifyWebhook('products/update', { id, title: 'x', updated_at: updatedAt.toISOString() }, hashEmail),
    ),
  ).toEqual({
    id: String(id),
    updatedAt,
  })
  expect(productOf(redactShopifyWebhook('products/delete', { id }, hashEmail))).toEqual({
    id: String(id),
    updatedAt: null,
  })
  expect(inventoryOf(redactShopifyWebhook('inventory_levels/update', { inventory_item_id: 5 }, hashEmail))).toEqual({
    inventoryItemId: '5',
    updatedAt: null,
  })
})

test('a list with more changed orders than one comparison can read ends with an error', async () => {
  const pageInfo = { hasNextPage: true, endCursor: 'next' }
  const answer = JSON.stringify({ data: { orders: { nodes: [], pageInfo } } })
  const server = http.createServer((_, response) => response.setHeader('content-type', 'application/json').end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  configureShopify({ addressOf: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  try {
    const listing = fetchShopifyOrdersChangedSince(accessTo(exclusive), new Date(0), options)
    await expect(listing.next()).rejects.toThrow('more changed orders than one comparison can read')
  } finally {
    configureShopify({ addressOf: shopify.addressOf })
    server.closeAllConnections()
    server.close()
  }
})
