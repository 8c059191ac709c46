import http from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toMinor } from '#server/platform/money.schema.ts'
import type { FakeStore } from './fake-store.ts'
import { startWooCommerce } from './start-woocommerce.ts'

const CLICK = 'wc_01JZZZZZZZZZZZZZZZZZZZZZZZ'
const color = (option: string) => [{ id: 1, name: 'Color', slug: 'pa_color', option }]

interface Received {
  topic: string
  deliveryId: string
  body: { id: number; refunds?: unknown[]; status?: string; customer_note?: string }
}

let received: Received[] = []
let status = 200
const receiver = http.createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const topic = request.headers['x-wc-webhook-topic']
    const deliveryId = String(request.headers['x-wc-webhook-delivery-id'])
    if (typeof topic === 'string') received.push({ topic, deliveryId, body: JSON.parse(text) as Received['body'] })
    response.writeHead(status).end()
  })
})
let running: Awaited<ReturnType<typeof startWooCommerce>>
let store: FakeStore

beforeEach(async () => {
  if (!receiver.listening) await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  running = await startWooCommerce({ name: 'Oswick & Dray', folder: '/shop' })
  store = running.store
  store.addProduct({ name: 'Tee' }, [
    { attributes: color('Blue'), price: '15' },
    { attributes: color('Red'), price: '20' },
  ])
  store.addProduct({ name: 'Tote', price: '12', manage_stock: true, stock_quantity: 3 })
  store.addProduct({ name: 'Secret', status: 'draft' })
  const delivery_url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`
  for (const topic of ['order.created', 'order.updated', 'product.updated', 'product.deleted'])
    store.saveWebhook(null, { topic, delivery_url, secret: 'x', status: 'active' })
  return () => {
    received = []
    status = 200
  }
})
afterEach(async () => {
  await running.stop()
  receiver.closeAllConnections()
})

/** A browser with cookies. Restarting it deletes its session cookies. */
class Shopper {
  readonly #cookies = new Map<string, { value: string; isKept: boolean }>()

  async open(path: string, form?: Record<string, string>): Promise<{ status: number; text: string; url: string }> {
    const cookie = [...this.#cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    const response = await fetch(path.startsWith('http') ? path : store.origin + path, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const given of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      this.#cookies.set(name, { value, isKept: given.includes('Max-Age') })
    }
    const location = response.headers.get('location')
    if (location !== null) return this.open(location)
    return { status: response.status, text: await response.text(), url: response.url }
  }

  restartBrowser(): void {
    for (const [name, { isKept }] of this.#cookies) if (!isKept) this.#cookies.delete(name)
  }

  async buy(path: string, variant: string, form: Record<string, string> = {}): Promise<void> {
    await this.open('/buy', { path, variant, quantity: '1' })
    const done = await this.open('/checkout/', { email: 'ada@example.com', code: '', ...form })
    expect(done.text).toContain('Thank you for your order')
  }
}
const admin = (deed: string, form: Record<string, string | number> = {}) =>
  new Shopper().open(
    `/shop-admin/${deed}`,
    Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)])),
  )
const lastOrder = () => [...store.orders.values()].at(-1) ?? expect.fail('There is no order.')
const metaOf = (order: object) =>
  Object.fromEntries(
    (order as { meta_data: Array<{ key: string; value: string }> }).meta_data.map(({ key, value }) => [key, value]),
  )

test('a guest arrives with our click and buys a variation, and the order contains the landing page', async () => {
  const shopper = new Shopper()
  const landing = `/product/tee/?attribute_pa_color=red&utm_source=WTF&wtf_cid=${CLICK}`
  const page = await shopper.open(landing)
  expect(/<option value="(\d+)" selected>([^<]+)/.exec(page.text)?.slice(1)).toEqual(['3', 'Red / Large - €20.00'])
  await shopper.open('/')
  await shopper.open('/buy', { path: '/product/tee/', variant: '3', quantity: '2' })
  expect((await shopper.open('/checkout/')).text).toContain('2 x Tee, Red, Large, €40.00')
  await shopper.buy('/product/tote/', '0')
  const order = lastOrder()
  expect(metaOf(order)).toEqual({
    _wc_order_attribution_source_type: 'utm',
    _wc_order_attribution_utm_source: 'WTF',
    _wc_order_attribution_session_entry: store.origin + landing,
  })
  expect(order.line_items.map(({ name, quantity, total, total_tax }) => [name, quantity, total, total_tax])).toEqual([
    ['Tee - Red, Large', 2, '33.61', '6.39'],
    ['Tote', 1, '10.08', '1.92'],
  ])
  expect(toMinor(String(order['total']), 'EUR')).toBe(5_690n)
  // Only the tote's stock is managed, so only this stock was reduced.
  expect(received.map(({ topic }) => topic).toSorted()).toEqual(['order.created', 'order.updated', 'product.updated'])
})

test('the landing page is lost when the browser restarts, but our plugin keeps the click', async () => {
  for (const hasPlugin of [false, true]) {
    store.hasPlugin = hasPlugin
    const shopper = new Shopper()
    const { text } = await shopper.open(`/product/tote/?utm_source=WTF&wtf_cid=${CLICK}`)
    expect(text.includes('id="wtf-click-id"')).toBe(hasPlugin)
    shopper.restartBrowser()
    await shopper.open('/product/tote/')
    await shopper.buy('/product/tote/', '0', { code: 'SPRING' })
    expect(metaOf(lastOrder())).toMatchObject({
      _wc_order_attribution_session_entry: `${store.origin}/product/tote/`,
      _wc_order_attribution_utm_source: '(direct)',
      ...(hasPlugin && { wtf_cid: CLICK }),
    })
    expect(lastOrder()).toMatchObject({
      coupon_lines: [{ code: 'spring' }],
      line_items: [{ subtotal: '10.08', total: '9.08' }],
    })
  }
})

test('the owner refunds part of an order, deletes the refund without a webhook, and cancels the order', async () => {
  await new Shopper().buy('/product/tee/', '0')
  const { id, line_items: lines, total } = lastOrder()
  store.passSeconds(5)
  await admin('refund-line', { id, line: lines[0]?.id ?? 0 })
  await admin('refund-amount', { id, value: '1.50' })
  expect((store.refunds.get(id) ?? []).map(({ amount }) => amount)).toEqual(['15.00', '1.50'])
  expect(received.at(-1)).toMatchObject({ topic: 'order.updated', body: { refunds: [{}, {}] } })
  const before = { ...store.orders.get(id) }
  const messages = received.length
  await admin('delete-refund', { id, refund: store.refunds.get(id)?.[0]?.id ?? 0 })
  expect(store.orders.get(id)).toMatchObject({ date_modified_gmt: before['date_modified_gmt'], refunds: [{}], total })
  expect(received).toHaveLength(messages)
  await admin('status', { id, status: 'cancelled' })
  expect(received.at(-1)?.body).toMatchObject({ id, status: 'cancelled' })
  const page = await new Shopper().open('/shop-admin')
  expect(page.text).toContain('Delete refund of €1.50')
})

test('an order paid by bank transfer waits for payment, and can be refunded in full', async () => {
  await new Shopper().buy('/product/tee/', '0', { later: 'on' })
  const { id, line_items: lines } = lastOrder()
  expect(store.orders.get(id)).toMatchObject({ status: 'on-hold', date_paid_gmt: null })
  await admin('status', { id, status: 'completed' })
  const now = store.gmt()
  expect(store.orders.get(id)).toMatchObject({ status: 'completed', date_paid_gmt: now, date_completed_gmt: now })
  await admin('refund-line', { id, line: lines[0]?.id ?? 0 })
  expect(store.orders.get(id)?.['status']).toBe('completed')
  await admin('status', { id, status: 'refunded' })
  const [, rest] = store.refunds.get(id) ?? []
  expect(rest).toMatchObject({ line_items: [] })
  expect(store.orders.get(id)).toMatchObject({ status: 'refunded', refunds: [{}, {}] })
})

test('reports only products moved to the trash as deleted, with a message for each variation', async () => {
  const [tee, tote] = [...store.products.keys()]
  const variations = (store.variations.get(tee!) ?? []).map(({ id }) => id)
  await admin('delete', { id: tote! })
  expect([store.products.has(tote!), received]).toEqual([false, []])
  await admin('trash', { id: tee! })
  expect(received.map(({ topic, body }) => [topic, body])).toEqual(
    [...variations, tee].map((id) => ['product.deleted', { id }]),
  )
  await admin('restore', { id: tee! })
  expect(store.products.get(tee!)?.['status']).toBe('publish')
  expect((store.variations.get(tee!) ?? []).map((each) => each['status'])).toEqual(['publish', 'publish'])
})

test('webhooks merge changes, contain the state at delivery, can share an ID, and are not retried', async () => {
  await admin('hold')
  await new Shopper().buy('/product/tee/', '0')
  const { id } = lastOrder()
  store.changeOrder(id, { customer_note: 'first' })
  store.changeOrder(id, { customer_note: 'second' })
  store.order([{ productId: 1, quantity: 1, netMinor: 100 }])
  await admin('reverse')
  await admin('send')
  expect(received.map(({ topic, body }) => [topic, body.id, body.customer_note])).toEqual([
    ['order.created', id + 2, expect.any(String)],
    ['order.updated', id + 2, expect.any(String)],
    ['order.created', id, 'second'],
    ['order.updated', id, 'second'],
  ])
  expect(received[0]?.deliveryId).toBe(received[2]?.deliveryId)
  expect(received[0]?.deliveryId).not.toBe(received[1]?.deliveryId)
  status = 500
  store.changeOrder(id, { customer_note: 'third' })
  await admin('send')
  await admin('send')
  expect(received).toHaveLength(5)
  for (let times = 0; times < 6; times++) {
    store.changeOrder(id, { customer_note: String(times) })
    await admin('send')
  }
  expect(store.webhooks.filter(({ status: state }) => state === 'disabled').map(({ topic }) => topic)).toEqual([
    'order.updated',
  ])
})

test('hides drafts and unknown pages, and redirects from a product in the admin to its actions', async () => {
  const shopper = new Shopper()
  expect((await shopper.open('/')).text).not.toContain('Secret')
  expect(await shopper.open('/product/secret/')).toMatchObject({ status: 404 })
  expect((await shopper.open('/wp-admin/post.php?post=1&action=edit')).url).toBe(`${store.origin}/shop-admin`)
})
