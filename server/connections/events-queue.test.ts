import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { startQueues } from '#server/platform/queue.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { parseEvent, type ConversionEvent } from '#server/sales/conversions-api/conversion-events.schema.ts'
import { takeEvent } from '#server/sales/conversions-api/take-events.service.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import type { FakeShop } from '#tests/shopify/fake-shop.ts'
import { startShopify, type RunningShopify } from '#tests/shopify/start-shopify.ts'
import { createConnection, STORE_SECRET, STORE_TOKEN } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { listAllDeadLetters, listDeadLetters, forgetStoreEvents, retryDeadLetter } from './dead-letters.service.ts'
import { beginBatch } from './event-batch.ts'
import { eventsQueue, processEvents } from './events-queue.ts'
import { lookAtJourneys } from './look-at-journeys.ts'
import { getLossMap } from './loss-map.service.ts'
import { processEvent } from './process-event.ts'
import { WebhookReceiver } from './receive-webhook.ts'
import { compareNow, findBegun } from './reconcile-queue.ts'
import { reconcileStore } from './reconcile-store.ts'
import { getTrackingHealth } from './tracking-health.service.ts'

const database = useTestDatabase()
const { signal } = new AbortController()
let shopify: RunningShopify
let shop: FakeShop
let connection: ShopifyConnection
let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { visit: ReturnType<typeof createVisit> }
let number = 0

beforeAll(async () => {
  shopify = await startShopify({ shop: 'unused.myshopify.com', apiSecret: 'unused' })
  configureShopify({ addressOf: shopify.addressOf, firstPauseMs: 1, totalMs: 2_000 })
})
afterAll(async () => {
  configureShopify({})
  await shopify.stop()
})
beforeEach(async () => {
  await database.db.orderLook.deleteMany()
  const name = `wool${++number}.myshopify.com`
  shop = shopify.add({
    shop: name,
    token: STORE_TOKEN,
    apiSecret: STORE_SECRET,
    holdsMessages: true,
    products: [{ handle: 'coat', title: 'Coat', variants: [{ priceMinor: 10_000 }] }],
  })
  ask = { ...(await createPartnerAsk(database.db, { currency: 'GBP' })), visit: createVisit() }
  connection = await createConnection(database.db, ask.partner.id, { shop: name, currency: 'GBP' })
  const uri = `https://wtf.example/webhooks/shopify/${connection.id}`
  shop.subscriptions = (
    ['orders/create', 'orders/paid', 'orders/updated', 'orders/cancelled', 'refunds/create'] as const
  )
    .concat(['products/update', 'products/delete', 'inventory_levels/update', 'app/uninstalled'] as never)
    .map((topic, index) => ({ id: `gid://shopify/WebhookSubscription/${index}`, topic, uri }))
})

/** Delivers the store's messages as if over HTTP. */
async function deliver(deliveries = shop.deliveries): Promise<void> {
  const receiver = new WebhookReceiver(database.db)
  for (const each of deliveries) {
    const body = Buffer.from(each.body)
    const reception = await receiver.receive({
      address: '203.0.113.1',
      connectionId: connection.id,
      body,
      signature: createHmac('sha256', STORE_SECRET).update(body).digest('base64'),
      shop: shop.shop,
      topic: each.topic,
      webhookId: each.webhookId,
      triggeredAt: each.triggeredAt.toISOString(),
    })
    expect(['stored', 'known']).toContain(reception)
  }
}
const work = () => processEvents(database.db, connection.id, signal)
const sale = () => database.db.conversion.findFirst({ where: { partnerId: ask.partner.id } })
const event = (given: object = {}) =>
  database.db.webhookEvent.create({
    data: {
      connectionId: connection.id,
      topic: 'orders/create',
      webhookId: randomUUID(),
      triggeredAt: new Date(),
      payload: {},
      ...given,
    },
  })
const click = async (clickedAt = new Date(Date.now() - 5 * MINUTE_MS)) =>
  createClick(database.db, await createProduct(database.db, { partnerId: ask.partner.id }), { clickedAt })

/** Returns a database with transactions that time out at once. */
const withoutPatience = (): Db =>
  new Proxy(database.db, {
    get: (db, name: keyof Db) =>
      name === '$transaction'
        ? (work: (tx: Prisma.TransactionClient) => Promise<unknown>) =>
            db.$transaction(
              async (tx) => {
                await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.1)`
                return work(tx)
              },
              { timeout: 10 },
            )
        : db[name],
  })

describe('a webhook', () => {
  test('about an order or its refund produces one sale, even if webhooks are repeated or out of order', async () => {
    const { id } = await click()
    const order = shop.purchase({
      lines: [{ handle: 'coat', quantity: 2 }],
      attributes: [{ name: 'wtf_cid', value: id }],
    })
    shop.partialRefund(order.id)
    await deliver(shop.deliveries.toReversed())
    await deliver()
    expect(await work()).toBe('nothing')
    expect(await database.db.webhookEvent.count({ where: { connectionId: connection.id, status: 'done' } })).toBe(
      shop.deliveries.length,
    )
    expect(await database.db.conversion.count({ where: { partnerId: ask.partner.id } })).toBe(1)
    expect(await sale()).toMatchObject({ matchLevel: 'A', clickId: id, orderName: `#${order.number}` })
    expect((await sale())?.refundedMinor).toBeGreaterThan(0n)
  })

  test('about an uninstalled app ends the connection, unless the store has reconnected since', async () => {
    shop.uninstall()
    const [message] = shop.deliveries
    await deliver()
    await database.db.shopifyConnection.update({
      where: { id: connection.id },
      data: { connectedAt: new Date(Date.now() + MINUTE_MS) },
    })
    await work()
    const state = () => database.db.shopifyConnection.findUniqueOrThrow({ where: { id: connection.id } })
    expect((await state()).status).toBe('active')
    await database.db.shopifyConnection.update({
      where: { id: connection.id },
      data: { connectedAt: new Date(0) },
    })
    await deliver([{ ...message!, webhookId: randomUUID() }])
    await work()
    expect(await state()).toMatchObject({ status: 'revoked', sealedToken: null, sealedSecret: null })
  })

  test('about an uninstalled app is ignored while the store accepts our token', async () => {
    await event({ topic: 'app/uninstalled', payload: { id: 1 } })
    await database.db.shopifyConnection.update({ where: { id: connection.id }, data: { connectedAt: new Date(0) } })
    await work()
    expect(await database.db.shopifyConnection.findUniqueOrThrow({ where: { id: connection.id } })).toMatchObject({
      status: 'active',
      sealedToken: expect.any(Uint8Array) as unknown,
    })
  })

  test('that times out counts as an attempt, and the next one is processed', async () => {
    const { id } = await click()
    shop.purchase({ lines: [{ handle: 'coat' }], attributes: [{ name: 'wtf_cid', value: id }] })
    const [first] = shop.deliveries
    await deliver([first!])
    const after = await event({ topic: 'products/delete', payload: { id: 77 } })
    expect(await processEvents(withoutPatience(), connection.id, signal)).toBe('nothing')
    const events = await database.db.webhookEvent.findMany({ where: { connectionId: connection.id } })
    expect(events.find((each) => each.id === after.id)).toMatchObject({ status: 'done' })
    const late = events.find((each) => each.id !== after.id)
    expect(late).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(late?.nextAt.getTime()).toBeGreaterThan(Date.now())
  })

  test('about orders is processed before those about products, and an unreachable store ends the run', async () => {
    const long = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
    const products = await Promise.all(
      [1, 2].map((number) =>
        event({
          topic: 'products/update',
          payload: { id: number, updated_at: long(9).toISOString() },
          triggeredAt: long(9),
        }),
      ),
    )
    const { id } = await click()
    shop.purchase({ lines: [{ handle: 'coat' }], attributes: [{ name: 'wtf_cid', value: id }] })
    await deliver()
    shop.throttle(1_000, '500')
    expect(await work()).toBe('away')
    shop.throttle(0)
    expect(await sale()).toMatchObject({ matchLevel: 'A' })
    const tried = await database.db.webhookEvent.findMany({ where: { id: { in: products.map((each) => each.id) } } })
    expect(tried.map(({ attempts }) => attempts).sort()).toEqual([0, 1])
  })

  test('about a product that has other pending webhooks fetches it only once', async () => {
    const { id } = shop.product('coat')
    for (let time = 0; time < 5; time++)
      await event({ topic: 'products/update', payload: { id, updated_at: new Date().toISOString() } })
    const before = shop.questions
    expect(await work()).toBe('nothing')
    expect(shop.questions - before).toBeLessThanOrEqual(2)
    expect(await database.db.webhookEvent.count({ where: { connectionId: connection.id, status: 'done' } })).toBe(5)
  })

  describe('about the stock of several products', () => {
    const HANDLES = ['coat', 'scarf', 'hat']
    beforeEach(async () => {
      for (const handle of ['scarf', 'hat'])
        shop.addProduct({ handle, title: handle, variants: [{ priceMinor: 5_000 }] })
      for (const handle of HANDLES) shop.changeProduct(handle, () => undefined)
      await deliver()
      await work()
      shop.deliveries.length = 0
      for (const handle of HANDLES) shop.changeStock(handle, 3)
    })
    const stock = async () =>
      (await database.db.productVariant.findMany({ where: { product: { partnerId: ask.partner.id } } }))
        .map((variant) => variant.stock)
        .sort()

    test('sends one request for the products and one for their currency', async () => {
      await deliver()
      const before = shop.questions
      expect(await work()).toBe('nothing')
      expect(shop.questions - before).toBe(2)
      expect(await stock()).toEqual([3, 3, 3])
    })

    test('updates the other products if one cannot be fetched', async () => {
      shop.product('hat').title = null as never
      await deliver()
      await work()
      // A message that cannot be processed makes the shared read of another one fail, once.
      await database.db.webhookEvent.updateMany({
        where: { connectionId: connection.id, status: 'waiting' },
        data: { nextAt: new Date() },
      })
      await work()
      expect(
        await database.db.webhookEvent.findMany({ where: { connectionId: connection.id, status: 'waiting' } }),
      ).toMatchObject([{ attempts: 2 }])
      expect(await stock()).toEqual([10, 3, 3])
    })
  })

  test('about the stock of unknown or deleted products changes nothing', async () => {
    shop.changeStock('coat', 3)
    shop.deleteProduct('coat')
    await deliver()
    await work()
    expect(await database.db.webhookEvent.groupBy({ by: ['status'], where: { connectionId: connection.id } })).toEqual([
      { status: 'done' },
    ])
  })

  test('about stock is not lost if the product arrives while its batch is processed', async () => {
    shop.changeStock('coat', 3)
    await deliver()
    const stockEvent = await database.db.webhookEvent.findFirstOrThrow({ where: { connectionId: connection.id } })
    const batch = await beginBatch(database.db, connection, [stockEvent])
    const { id } = shop.product('coat')
    const change = await event({ topic: 'products/update', payload: { id, updated_at: new Date().toISOString() } })
    await processEvent(database.db, change, { batch: await beginBatch(database.db, connection, [change]), signal })
    shop.changeStock('coat', 2)
    await processEvent(database.db, stockEvent, { batch, signal })
    const { stock } = await database.db.productVariant.findFirstOrThrow({
      where: { product: { partnerId: ask.partner.id } },
    })
    expect(stock).toBe(2)
  })

  test('that cannot be processed is retried six times, then becomes a dead letter', async () => {
    const { id } = await event()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 6; attempt++) {
      await work()
      const { attempts, status, nextAt } = await database.db.webhookEvent.findUniqueOrThrow({ where: { id } })
      expect([attempts, status]).toEqual([attempt, attempt === 6 ? 'dead' : 'waiting'])
      pauses.push(Math.round((nextAt.getTime() - Date.now()) / MINUTE_MS))
      // It is not processed before it is due.
      expect(await work()).toBe('nothing')
      if (attempt < 6) await database.db.webhookEvent.update({ where: { id }, data: { nextAt: new Date() } })
    }
    expect(pauses.slice(0, 5)).toEqual([1, 5, 30, 120, 120])
    expect(await listDeadLetters(ask)).toMatchObject([
      { id, attempts: 6, lastError: 'The store sent data that we cannot process: an order.' },
    ])
    expect(await listAllDeadLetters({ db: database.db }, { page: 1 })).toMatchObject({ total: 1, totalPages: 1 })
    const stranger = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
    await expect(retryDeadLetter(stranger, { eventId: id })).rejects.toMatchObject({ code: 'not_found' })
    await retryDeadLetter(ask, { eventId: id })
    await expect(retryDeadLetter(ask, { eventId: id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await database.db.webhookEvent.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'waiting',
      attempts: 0,
    })
  })

  test('is processed within seconds by the job queue', async () => {
    const { id } = await click()
    shop.purchase({ lines: [{ handle: 'coat' }], attributes: [{ name: 'wtf_cid', value: id }] })
    const queues = startQueues({
      databaseUrl: database.url,
      queues: [eventsQueue({ db: database.db, databaseUrl: database.url })],
    })
    try {
      await queues.ready
      await deliver()
      await vi.waitFor(async () => expect(await sale()).toMatchObject({ matchLevel: 'A' }), {
        timeout: 10_000,
        interval: 100,
      })
    } finally {
      await queues.stop()
    }
  })

  test('is deleted after ninety days, and its content a week after processing', async () => {
    await event({ receivedAt: new Date(Date.now() - 91 * 24 * 60 * MINUTE_MS) })
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * MINUTE_MS)
    const payload = { id: 1 }
    await event({ webhookId: 'old', status: 'done', doneAt: daysAgo(8), payload })
    await event({ webhookId: 'new', status: 'done', doneAt: daysAgo(6), payload })
    await event({ webhookId: 'open', status: 'dead', receivedAt: daysAgo(8), payload })
    await forgetStoreEvents(database.db, new Date())
    const left = await database.db.webhookEvent.findMany({
      where: { connectionId: connection.id },
      select: { webhookId: true, payload: true },
    })
    expect(Object.fromEntries(left.map((each) => [each.webhookId, each.payload]))).toEqual({
      old: {},
      new: payload,
      open: payload,
    })
  })
})

describe('a late customer journey', () => {
  test('is fetched again after 1 and 10 minutes, and creates the sale', async () => {
    const { id } = await click()
    const order = shop.purchase({ lines: [{ handle: 'coat' }], landing: `/?ref=${id}`, isJourneyReady: false })
    await deliver()
    await work()
    const start = Date.now()
    const look = () => database.db.orderLook.findFirstOrThrow({ where: { connectionId: connection.id } })
    const lookAfter = (minutes: number) => lookAtJourneys(database.db, new Date(start + minutes * MINUTE_MS), signal)
    expect(await lookAfter(0)).toBe(0)
    expect(await lookAfter(1.1)).toBe(1)
    expect(await look()).toMatchObject({ looks: 1, isReady: false })
    shop.lateJourney(order.id)
    expect(await lookAfter(5)).toBe(0)
    expect(await lookAfter(10.1)).toBe(1)
    expect(await look()).toMatchObject({ looks: 2, isReady: true, nextAt: null })
    expect(await sale()).toMatchObject({ matchLevel: 'B', clickId: id })
    expect(await lookAfter(10_000)).toBe(0)
  })

  test('that times out, or belongs to an unresponsive store, does not delay others', async () => {
    const { id } = await click()
    for (let time = 0; time < 3; time++) shop.purchase({ lines: [{ handle: 'coat' }], landing: `/?ref=${id}` })
    await deliver()
    await work()
    const later = new Date(Date.now() + 2 * MINUTE_MS)
    const left = () => database.db.orderLook.count({ where: { connectionId: connection.id, nextAt: { lte: later } } })
    // Only the first one is tried, because the store would not respond to the next request either.
    shop.throttle(1_000, '500')
    expect(await lookAtJourneys(database.db, later, signal)).toBe(1)
    shop.throttle(0)
    expect(await left()).toBe(2)
    expect(await lookAtJourneys(withoutPatience(), later, signal)).toBe(2)
    expect(await left()).toBe(0)
  })

  test('is abandoned after a day', async () => {
    shop.purchase({ lines: [{ handle: 'coat' }], isJourneyReady: false })
    await deliver()
    await work()
    for (const minutes of [2, 12, 62, 1_442])
      expect(await lookAtJourneys(database.db, new Date(Date.now() + minutes * MINUTE_MS), signal)).toBe(1)
    expect(await database.db.orderLook.findFirstOrThrow({ where: { connectionId: connection.id } })).toMatchObject({
      looks: 4,
      isReady: false,
      nextAt: null,
    })
  })
})

describe('a comparison with the store', () => {
  const compare = async () => {
    await compareNow(ask)
    const { id } = await database.db.reconciliation.findFirstOrThrow({
      where: { connectionId: connection.id, endedAt: null },
    })
    await reconcileStore({ db: database.db, siteUrl: 'https://wtf.example' }, id, signal)
    return database.db.reconciliation.findUniqueOrThrow({ where: { id } })
  }

  test('finds an order that no webhook reported, and renews the subscriptions', async () => {
    const { id } = await click()
    shop.subscriptions = []
    const order = shop.purchase({ lines: [{ handle: 'coat' }], attributes: [{ name: 'wtf_cid', value: id }] })
    expect(await compare()).toMatchObject({
      orders: 1,
      ordersMended: 1,
      subscriptionsRemade: expect.arrayContaining(['orders/create', 'app/uninstalled']) as unknown,
      error: '',
      drift: expect.arrayContaining([
        expect.objectContaining({ what: 'order', id: `#${order.number}`, before: 'not known' }),
      ]) as unknown,
    })
    expect(await sale()).toMatchObject({ matchLevel: 'A' })
    expect(shop.subscriptions).toHaveLength(10)
    await expect(compareNow(ask)).rejects.toMatchObject({ code: 'too_many' })
    await database.db.reconciliation.updateMany({ data: { startedAt: new Date(Date.now() - 10 * MINUTE_MS) } })
    expect(await compare()).toMatchObject({ orders: 1, ordersMended: 0, subscriptionsRemade: [] })
  })

  test('reports an order that cannot be read, continues with the next one, and still renews the subscriptions', async () => {
    const { id } = await click()
    const bought = () => shop.purchase({ lines: [{ handle: 'coat' }], attributes: [{ name: 'wtf_cid', value: id }] })
    const [bad, good] = [bought(), bought()]
    bad.lines[0]!.quantity = 0.5
    shop.subscriptions = []
    expect(await compare()).toMatchObject({
      orders: 2,
      ordersMended: 1,
      error: '',
      drift: expect.arrayContaining([
        expect.objectContaining({ what: 'order', id: `#${bad.number}`, before: 'not readable' }),
        expect.objectContaining({ what: 'order', id: `#${good.number}`, before: 'not known' }),
      ]) as unknown,
    })
    expect(shop.subscriptions).toHaveLength(10)
    const { reconciledUntil } = await database.db.shopifyConnection.findUniqueOrThrow({ where: { id: connection.id } })
    expect(reconciledUntil?.getTime()).toBeGreaterThanOrEqual(good.updatedAt.getTime())
  })

  test('finds a product that changed before the last comparison, because that one failed', async () => {
    await database.db.shopifyConnection.update({
      where: { id: connection.id },
      data: { connectedAt: new Date(Date.now() - 5 * 24 * 60 * MINUTE_MS), reconciledUntil: new Date() },
    })
    await database.db.reconciliation.create({
      data: {
        connectionId: connection.id,
        startedAt: new Date(Date.now() - 24 * 60 * MINUTE_MS),
        endedAt: new Date(),
        error: 'Products could not be read.',
      },
    })
    shop.product('coat').updatedAt = new Date(Date.now() - 2 * 24 * 60 * MINUTE_MS)
    expect(await compare()).toMatchObject({ products: 1, productsMended: 1, error: '' })
  })

  test('is not abandoned while it waits for its turn', async () => {
    const old = new Date(Date.now() - 24 * 60 * MINUTE_MS)
    const begin = (begunAt: Date | null, connectionId: string) =>
      database.db.reconciliation.create({ data: { connectionId, startedAt: old, begunAt } })
    const other = await createConnection(database.db, (await createPartnerAsk(database.db)).partner.id)
    const [waiting, dead] = [await begin(null, connection.id), await begin(old, other.id)]
    expect(await findBegun(database.db)).toEqual([waiting.connectionId])
    expect(await database.db.reconciliation.findUniqueOrThrow({ where: { id: dead.id } })).toMatchObject({
      error: 'The comparison was interrupted several times.',
    })
  })

  test('counts a refund once if the API reported it, too, while the store was disconnected', async () => {
    const { id: clickId } = await click()
    const lines = [{ handle: 'coat', quantity: 2 }]
    const { id } = shop.purchase({ lines, attributes: [{ name: 'wtf_cid', value: clickId }] })
    await deliver()
    await work()
    const change = (data: Prisma.ShopifyConnectionUpdateInput) =>
      database.db.shopifyConnection.update({ where: { id: connection.id }, data })
    await change({ status: 'revoked' })
    shop.partialRefund(id)
    const about = { type: 'order.refunded', order_id: String(id), occurred_at: new Date().toISOString() }
    const { data } = parseEvent({ ...about, refund_id: 'r1', currency: 'GBP', amount: '80.00' })
    const taking = { source: 'api', from: 'conversions API', now: new Date() } as const
    const taken = { db: database.db, partnerId: ask.partner.id, ...taking }
    expect(await takeEvent(taken, data as ConversionEvent)).toMatchObject({ outcome: 'recorded' })
    await change({ status: 'active', connectedAt: new Date() })
    expect(await compare()).toMatchObject({ error: '', ordersMended: 1 })
    const [refund, ...others] = await database.db.orderRefund.findMany({ where: { partnerId: ask.partner.id } })
    expect([refund?.externalId, others]).toEqual([String(shop.order(id).refunds[0]?.id), []])
    expect((await sale())?.refundedMinor).toBeLessThan(9_000n)
  })

  test('continues when products cannot be imported', async () => {
    const { id } = await click()
    await database.db.partner.update({ where: { id: ask.partner.id }, data: { currency: 'USD' } })
    shop.purchase({ lines: [{ handle: 'coat' }], attributes: [{ name: 'wtf_cid', value: id }] })
    expect(await compare()).toMatchObject({ orders: 1, ordersMended: 1, error: expect.stringMatching(/GBP/) as string })
  })

  test('archives products whose deletion no webhook reported', async () => {
    const { id: productId } = await createProduct(database.db, { partnerId: ask.partner.id })
    const externalId = String(shop.product('coat').id)
    const link = { connectionId: connection.id, externalId, productId, updatedAt: new Date() }
    await database.db.storeProduct.create({ data: link })
    shop.deleteProduct('coat')
    expect(await compare()).toMatchObject({ productsMended: 1, drift: [{ id: externalId, after: 'deleted' }] })
    expect(await database.db.product.findUnique({ where: { id: productId } })).toMatchObject({ status: 'archived' })
  })

  test('records why it failed, and shows the next steps on the connection', async () => {
    shop.expireToken()
    expect((await compare()).error).not.toBe('')
    expect(await database.db.shopifyConnection.findUniqueOrThrow({ where: { id: connection.id } })).toMatchObject({
      status: 'degraded',
      statusReason: 'Shopify no longer accepts the access token. Reconnect the store with a new one.',
    })
    const health = await getTrackingHealth(ask)
    expect(health?.checks.find(({ name }) => name === 'Token and scopes')).toMatchObject({ state: 'broken' })
  })
})

test('getLossMap counts each click on its day, and reports whether the store sends signals', async () => {
  const { id, clickedAt } = await click()
  await click(clickedAt)
  expect(await getLossMap(ask)).toMatchObject({ hasSignals: false })
  await database.db.clickSignal.create({ data: { clickId: id, kind: 'landed' } })
  shop.purchase({ lines: [{ handle: 'coat' }], attributes: [{ name: 'wtf_cid', value: id }] })
  await deliver()
  await work()
  const { days, hasSignals } = await getLossMap(ask)
  expect(days).toHaveLength(30)
  expect(hasSignals).toBe(true)
  const day = clickedAt.toISOString().slice(0, 10)
  expect(days.filter(({ clicks }) => clicks > 0)).toEqual([{ day, clicks: 2, landed: 1, carts: 0, orders: 1 }])
})

test('getTrackingHealth waits for events that are not due yet, and flags overdue ones', async () => {
  const states = async (now = new Date()) =>
    Object.fromEntries((await getTrackingHealth(ask, now))?.checks.map(({ name, state }) => [name, state]) ?? [])
  expect(await states()).toMatchObject({
    Orders: 'waiting',
    'Customer journeys': 'waiting',
    'Nightly comparison': 'waiting',
  })
  await event({ status: 'done' })
  expect(await states(new Date(Date.now() + 3 * 24 * 60 * MINUTE_MS))).toMatchObject({
    Orders: 'look',
    'Nightly comparison': 'look',
  })
})
