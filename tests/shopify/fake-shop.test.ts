import { createHmac } from 'node:crypto'
import http from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { fetchShopifyShop } from '#server/shopify/fetch-shop.ts'
import { subscribeTo, TOPICS } from '#server/shopify/subscriptions.ts'
import type { FakeShop } from './fake-shop.ts'
import { startShopify, type RunningShopify } from './start-shopify.ts'

const SECRET = 'shpss_of_tests'
const CLICK = 'wc_01JZZZZZZZZZZZZZZZZZZZZZZZ'

interface Received {
  headers: http.IncomingHttpHeaders
  body: string
}

let shopify: RunningShopify
let shop: FakeShop
let received: Received[] = []
let status = 200
let number = 0
const receiver = http.createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status).end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  shopify = await startShopify({ shop: 'first.myshopify.com', apiSecret: SECRET })
  configureShopify({ addressOf: shopify.addressOf, firstPauseMs: 1 })
})
afterAll(async () => {
  configureShopify({})
  await shopify.stop()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(async () => {
  shop = shopify.add({
    shop: `shop-${++number}.myshopify.com`,
    name: 'Oswick & Dray',
    apiSecret: SECRET,
    token: 'shpat_1',
    products: [
      { handle: 'coat', title: 'A <b>coat</b>', variants: [{ priceMinor: 19_900 }] },
      { handle: 'hidden', title: 'Hidden', isPublished: false, variants: [{ priceMinor: 1 }] },
    ],
  })
  const uri = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/hook`
  await subscribeTo({ shop: shop.shop, token: 'shpat_1' }, uri, TOPICS)
})
afterEach(() => {
  received = []
  status = 200
})
const topics = () => received.map(({ headers }) => headers['x-shopify-topic'])

test('sends signed webhooks, and repeats them with the same ID after an error', async () => {
  status = 500
  const { id } = shop.purchase({ lines: [{ handle: 'coat' }] })
  await shop.settled()
  status = 200
  await shop.sendWaiting()
  await shop.duplicate()
  expect(topics().sort()).toEqual(['orders/create', 'orders/create', 'orders/paid', 'orders/paid', 'orders/paid'])
  expect(new Set(received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(2)
  for (const { headers, body } of received) {
    expect(headers['x-shopify-hmac-sha256']).toBe(createHmac('sha256', SECRET).update(body).digest('base64'))
    expect(headers['x-shopify-shop-domain']).toBe(shop.shop)
    expect((JSON.parse(body) as { id: number }).id).toBe(id)
  }
})

test('can send webhooks in reverse order, and with a clock that is ahead', async () => {
  shop.holdsMessages = true
  shop.clockAhead(3_600_000)
  const { id } = shop.purchase({ lines: [{ handle: 'coat' }] })
  shop.partialRefund(id)
  await shop.outOfOrder()
  expect(topics()).toEqual(['orders/updated', 'refunds/create', 'orders/paid', 'orders/create'])
  expect(Date.parse(String(received[0]?.headers['x-shopify-triggered-at']))).toBeGreaterThan(Date.now() + 3_000_000)
})

test('stops notifying subscribers who never respond', async () => {
  status = 503
  shop.changeStock('coat', 3)
  for (let tries = 0; tries < 9; tries++) await shop.sendWaiting()
  expect(shop.subscriptions.map(({ topic }) => topic)).not.toContain('inventory_levels/update')
  expect(shop.subscriptions).toHaveLength(TOPICS.length - 1)
})

test("rejects a removed app's token, and can change its domain", async () => {
  shop.moveDomain('oswick.example')
  expect((await fetchShopifyShop({ shop: shop.shop, token: 'shpat_1' })).primaryHost).toBe('oswick.example')
  shop.uninstall()
  await shop.settled()
  expect(topics()).toEqual(['app/uninstalled'])
  await expect(fetchShopifyShop({ shop: shop.shop, token: 'shpat_1' })).rejects.toMatchObject({ kind: 'unauthorized' })
})

test('records the landing page in the customer journey and, with the snippet, in a cart attribute', async () => {
  shop.hasSnippet = true
  const page = await fetch(`${shop.origin}/products/coat?utm_source=WTF&wtf_cid=${CLICK}&ref=${CLICK}`)
  const html = await page.text()
  expect(html).toContain('A &#60;b&#62;coat')
  expect(html).toContain('Buy it now')
  const bought = await fetch(`${shop.origin}/buy`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: page.headers.get('set-cookie')?.split(';')[0] ?? '' },
    body: new URLSearchParams({ path: '/products/coat', variant: '0', quantity: '2' }),
  })
  expect(bought.status).toBe(303)
  expect(await (await fetch(bought.headers.get('location') ?? '')).text()).toContain('Thank you for your order')
  expect(shop.orders[0]).toMatchObject({
    noteAttributes: [{ name: 'wtf_cid', value: CLICK }],
    visits: [{ referralCode: CLICK, utmSource: 'WTF' }],
    lines: [{ quantity: 2 }],
  })
  expect((await fetch(`${shop.origin}/products/hidden`)).status).toBe(404)
})

test('has an admin page with all actions', async () => {
  const { id } = shop.purchase({ lines: [{ handle: 'coat', quantity: 2 }] })
  const press = (deed: string, form: Record<string, string> = {}) =>
    fetch(`${shop.origin}/shop-admin/${deed}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
  expect(await (await fetch(`${shop.origin}/shop-admin`)).text()).toContain('Refund one of line 1')
  await press('refund-line', { id: String(id), line: '0' })
  await press('edit', { id: String(id) })
  await press('price', { handle: 'coat', value: '12.50' })
  await press('stock', { handle: 'coat', value: '4' })
  expect(shop.order(id)).toMatchObject({ financialStatus: 'partially_refunded', lines: [{ currentQuantity: 0 }] })
  expect(shop.product('coat').variants[0]).toMatchObject({ priceMinor: 1_250, quantity: 4 })
  await press('delete', { handle: 'coat' })
  expect(topics().slice(-2)).toEqual(['inventory_levels/update', 'products/delete'])
  expect((await press('constructor')).status).toBe(404)
})
