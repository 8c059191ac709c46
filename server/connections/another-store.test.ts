import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { getImport, requestImport } from '#server/importing/imports.service.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import { workFor } from '#server/importing/work-for.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { listCalls } from '#server/partner-api/api-calls.service.ts'
import { ApiCallRecorder, laterRefusal } from '#server/partner-api/record-calls.ts'
import { log } from '#server/platform/log.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { parseEvent, type ConversionEvent } from '#server/sales/conversions-api/conversion-events.schema.ts'
import { retryDeferred } from '#server/sales/conversions-api/retry-deferred.ts'
import { takeEvent } from '#server/sales/conversions-api/take-events.service.ts'
import { forgetRefunds } from '#server/sales/forget-refunds.ts'
import { confirmHeld, listHeld, refuseHeld } from '#server/sales/held-orders/held-orders.service.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { STANDARD } from '#tests/setup/sales.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import { receiveMessage } from '#tests/woocommerce/receive-message.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { disconnectStore } from './change-store.service.ts'
import { connectByKey } from './connect-by-key.service.ts'
import { connectByKeyInput } from './connections.schema.ts'
import { processEvents } from './events-queue.ts'
import { SECOND_STORE } from './open-connection.ts'
import { reconcileStore } from './reconcile-store.ts'

const database = useTestDatabase()
const { signal } = new AbortController()
let running: Array<Awaited<ReturnType<typeof startWooCommerce>>>
/** Two stores of one partner, which use the same numbers for products and orders. */
let former: FakeStore
let next: FakeStore
let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { visit: ReturnType<typeof createVisit> }

beforeAll(() => configureSecrets([TEST_KEY]))
beforeEach(async () => {
  const startsAt = Date.now() - 55 * MINUTE_MS
  const [one, other] = [
    await startWooCommerce({ name: 'Former', startsAt }),
    await startWooCommerce({ name: 'Next', startsAt: startsAt + 7_000 }),
  ]
  running = [one, other]
  ;[former, next] = [one.store, other.store]
  allowOwnOrigins(running.map(({ url }) => url))
  ask = { ...(await createPartnerAsk(database.db, { currency: 'EUR' })), visit: createVisit() }
  const agreement = { planId: STANDARD, termsVersion: '1', acceptedAt: new Date('2026-01-01') }
  await database.db.partnerAgreement.create({ data: { partnerId: ask.partner.id, ...agreement } })
})
afterEach(async () => {
  for (const each of running) await each.stop()
  await database.db.productImport.deleteMany({ where: { status: 'fetching' } })
  await database.db.deferredEvent.deleteMany()
})
afterAll(() => allowOwnOrigins([]))

async function connect(store: FakeStore): Promise<string> {
  const [consumerKey, consumerSecret] = store.key.split(':')
  await connectByKey(ask, connectByKeyInput.parse({ storeUrl: store.origin, consumerKey, consumerSecret }))
  return connected()
}
async function connected(): Promise<string> {
  const where = { partnerId: ask.partner.id, status: { not: 'revoked' as const } }
  return (await database.db.shopifyConnection.findFirstOrThrow({ where })).id
}
async function change(to: FakeStore): Promise<string> {
  await disconnectStore(ask)
  return connect(to)
}
async function importProducts() {
  const importId = await beginStoreSync(database.db, await connected(), null)
  while (!(await workFor(database, ask.partner.id, AbortSignal.timeout(60_000))));
  return getImport(ask, { importId })
}
async function compare(connectionId: string) {
  const { id } = await database.db.reconciliation.create({ data: { connectionId } })
  await reconcileStore({ db: database.db, siteUrl: ask.visit.siteUrl }, id, signal)
  return database.db.reconciliation.findUniqueOrThrow({ where: { id } })
}
const deliver = (store: FakeStore) => store.deliver((message) => receiveMessage(database.db, message))
/** Returns a function that does the work when it is called first. */
function once(work: () => Promise<void>) {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
/** Returns the name, status and ID of each product. */
const products = async () =>
  database.db.product.findMany({
    where: { partnerId: ask.partner.id, syncedAt: { not: null } },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, status: true },
  })
const shown = async () => (await products()).map(({ name, status }) => `${name}: ${status}`)
const sales = async () =>
  database.db.conversion.findMany({
    where: { partnerId: ask.partner.id },
    orderBy: { createdAt: 'asc' },
    select: { externalId: true, commissionableMinor: true, refundedMinor: true },
  })
/** Returns each sale's total commission, oldest sale first. */
async function owed(): Promise<bigint[]> {
  const rows = await database.db.conversion.findMany({
    where: { partnerId: ask.partner.id },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  const entries = await database.db.commissionEntry.findMany({ where: { partnerId: ask.partner.id } })
  const of = Map.groupBy(entries, ({ conversionId }) => conversionId)
  return rows.map(({ id }) => (of.get(id) ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
}
const sale = (externalId: number, commissionableMinor: bigint, refundedMinor = 0n) => ({
  externalId: String(externalId),
  commissionableMinor,
  refundedMinor,
})

/** Places an order after one of our clicks. In both stores, the first order has the number 1001. */
async function order(store: FakeStore, netMinor: number, productId = 1) {
  const product = await createProduct(database.db, { partnerId: ask.partner.id, status: 'archived' })
  const { id } = await createClick(database.db, product, { clickedAt: new Date(Date.now() - 120 * MINUTE_MS) })
  store.skipIds(Math.max(0, 1_000 - store.newId()))
  return store.order([{ productId, quantity: 2, netMinor }], {
    meta_data: [{ key: '_wc_order_attribution_session_entry', value: `${store.origin}/?wtf_cid=${id}` }],
  })
}

const later = {
  conversion_id: null,
  match: { reason: expect.stringContaining('we will process this later') as string },
}
const ambiguous = 'Several of your orders have this number'
/** Reports order 1001 by the conversions API. */
const tell = (type: 'refunded' | 'cancelled', given: object = {}) => {
  const about = { order_id: '1001', occurred_at: new Date().toISOString(), ...given }
  const refund = { ...about, type: 'order.refunded', currency: 'EUR', amount: '10.00' }
  const { data } = parseEvent(type === 'refunded' ? refund : { ...about, type: 'order.cancelled' })
  const taking = { source: 'api', from: 'conversions API', now: new Date() } as const
  return takeEvent({ db: database.db, partnerId: ask.partner.id, ...taking }, data as ConversionEvent)
}
async function retryAfter(minutes: number): Promise<number> {
  const apiCalls = new ApiCallRecorder(database.db)
  const onDrop = (event: Parameters<typeof laterRefusal>[0]) => apiCalls.record(laterRefusal(event))
  const now = new Date(Date.now() + minutes * MINUTE_MS)
  const done = await retryDeferred({ db: database.db, now, signal, onDrop })
  await apiCalls.flush()
  return done
}
/** Returns the partner's log of refused events, the latest first. */
const refusals = async () =>
  (await listCalls(ask, { page: 1 })).calls.map(({ path, detail, keyName }) => `${keyName}: ${path}: ${detail}`)

describe('connecting another store', () => {
  test("keeps the former store's products despite equal IDs, and restores them when it is reconnected", async () => {
    const coat = former.addProduct({ name: 'Coat', sku: 'A-1' })
    const boots = next.addProduct({ name: 'Boots', sku: 'B-1' })
    expect(boots.id).toBe(coat.id)
    await connect(former)
    expect(await importProducts()).toMatchObject({ status: 'applied', created: 1 })
    const [before] = await products()
    await database.db.storeOverride.create({
      data: { productId: before?.id ?? '', field: 'gender', storeValue: 'unisex' },
    })

    const connectionId = await change(next)
    expect(await importProducts()).toMatchObject({ status: 'applied', created: 1, goneCount: 1 })
    expect(await shown()).toEqual(['Boots: active', 'Coat: archived'])
    next.passSeconds(5)
    next.changeProduct(boots.id, { name: 'Ankle boots' })
    await deliver(next)
    expect(await processEvents(database.db, connectionId, signal)).toBe('nothing')
    expect(await shown()).toEqual(['Ankle boots: active', 'Coat: archived'])

    await change(former)
    expect(await importProducts()).toMatchObject({ status: 'applied', created: 0, goneCount: 1 })
    expect(await shown()).toEqual(['Ankle boots: archived', 'Coat: active'])
    expect(await products()).toContainEqual({ ...before, status: 'active' })
    expect(await database.db.storeOverride.count({ where: { productId: before?.id ?? '' } })).toBe(1)
  })

  test('does not let pending webhooks of the former store change products', async () => {
    const coat = former.addProduct({ name: 'Coat', sku: 'A-1' })
    next.addProduct({ name: 'Boots', sku: 'B-1' })
    const formerId = await connect(former)
    await importProducts()
    former.passSeconds(5)
    former.changeProduct(coat.id, { name: 'Long coat' })
    await deliver(former)
    await change(next)
    const asked = next.questions
    await processEvents(database.db, formerId, signal)
    expect(next.questions).toBe(asked)
    expect(await shown()).toEqual(['Coat: active'])
  })

  test('does not finish a product import of the former store', async () => {
    former.addProduct({ name: 'Coat', sku: 'A-1' })
    next.addProduct({ name: 'Boots', sku: 'B-1' })
    await connect(former)
    await change(next)
    const done = await importProducts()
    expect(done).toMatchObject({ status: 'applied', created: 1 })
    expect(await shown()).toEqual(['Boots: active'])
    const statuses = await database.db.productImport.findMany({
      where: { partnerId: ask.partner.id },
      orderBy: { createdAt: 'asc' },
      select: { fileName: true, status: true, message: true },
    })
    expect(statuses).toEqual([
      { fileName: former.shop, status: 'failed', message: 'Your store is no longer connected.' },
      { fileName: next.shop, status: 'applied', message: null },
    ])
  })

  test("makes the nightly comparison archive the former store's products that the import missed", async () => {
    former.addProduct({ name: 'Coat', sku: 'A-1' })
    next.addProduct({ name: 'Boots', sku: 'B-1' })
    await connect(former)
    await importProducts()
    const nextId = await change(next)
    await importProducts()
    await database.db.product.updateMany({ where: { partnerId: ask.partner.id }, data: { status: 'active' } })
    expect(await compare(nextId)).toMatchObject({ error: '', productsMended: 1 })
    expect(await shown()).toEqual(['Boots: active', 'Coat: archived'])
  })

  test('ends a comparison of the former store before it changes products', async () => {
    former.addProduct({ name: 'Coat', sku: 'A-1' })
    next.addProduct({ name: 'Boots', sku: 'B-1' })
    const connectionId = await connect(former)
    await importProducts()
    const { id } = await database.db.reconciliation.create({ data: { connectionId } })
    // The partner changes the store while the comparison is about to begin with the products.
    const changing = once(async () => {
      former.passSeconds(2 * 3_600)
      former.addProduct({ name: 'Scarf', sku: 'A-2' })
      await change(next)
      await importProducts()
    })
    const auditEntry = {
      findMany: async <T, U>({ args, query }: { args: T; query: (args: T) => U }) => {
        await changing()
        return query(args)
      },
    }
    const db = database.db.$extends({ query: { auditEntry } }) as unknown as typeof database.db
    await reconcileStore({ db, siteUrl: ask.visit.siteUrl }, id, signal)
    expect(await database.db.reconciliation.findUniqueOrThrow({ where: { id } })).toMatchObject({
      error: 'The store is no longer connected.',
    })
    expect(await shown()).toEqual(['Boots: active', 'Coat: archived'])
  })

  test("leaves it to the partner whether to archive most of the former store's products", async () => {
    const coats = ['Coat 1', 'Coat 2', 'Coat 3', 'Coat 4']
    for (const name of coats) former.addProduct({ name, sku: name })
    next.addProduct({ name: 'Boots', sku: 'B-1' })
    await connect(former)
    await importProducts()
    const nextId = await change(next)
    const stay = async () => {
      expect((await compare(nextId)).error).toBe('')
      expect(await shown()).toEqual(['Boots', ...coats].map((name) => `${name}: active`))
    }
    await stay()
    const { id: importId, status } = await importProducts()
    expect(status).toBe('read')
    await stay()
    await requestImport(ask, { importId, gone: 'keep' })
    while (!(await workFor(database, ask.partner.id, AbortSignal.timeout(60_000))));
    expect((await getImport(ask, { importId })).status).toBe('applied')
    await stay()
    // With more products of the next store, the former store's are fewer than half. They are still not archived.
    const boots = ['Boots 2', 'Boots 3', 'Boots 4', 'Boots 5', 'Boots 6']
    for (const name of boots) next.addProduct({ name, sku: name })
    expect((await importProducts()).status).toBe('applied')
    expect(await shown()).toEqual(['Boots', ...boots, ...coats].map((name) => `${name}: active`))
    await beginStoreSync(database.db, nextId, null)
    expect(await compare(nextId)).toMatchObject({ error: '', productsMended: 0 })
    // The choice was about the products of that time. The former store may have brought others since.
    await change(former)
    await importProducts()
    await change(next)
    expect((await importProducts()).status).toBe('applied')
    expect(await shown()).toEqual([
      ...['Boots', ...boots].map((name) => `${name}: active`),
      ...coats.map((name) => `${name}: archived`),
    ])
  })
})

describe('orders of another store', () => {
  test('are recorded as separate sales from orders of the former store with the same numbers', async () => {
    const formerId = await connect(former)
    const one = await order(former, 5_000)
    await deliver(former)
    await processEvents(database.db, formerId, signal)
    const [commission = 0n] = await owed()
    expect(commission).toBeGreaterThan(0n)

    const nextId = await change(next)
    const other = await order(next, 2_000)
    expect(other.id).toBe(one.id)
    await deliver(next)
    await processEvents(database.db, nextId, signal)
    next.passSeconds(5)
    next.refund(other.id, { lineId: other.line_items[0]?.id ?? 0, quantity: 2 })
    expect(await compare(nextId)).toMatchObject({ error: '', ordersMended: 1 })
    expect(await sales()).toEqual([sale(one.id, 5_000n), sale(one.id, 2_000n, 2_000n)])
    expect(await owed()).toEqual([commission, 0n])

    expect(await change(former)).toBe(formerId)
    former.passSeconds(5)
    former.refund(one.id, { lineId: one.line_items[0]?.id ?? 0, quantity: 1 })
    await deliver(former)
    await processEvents(database.db, formerId, signal)
    expect(await sales()).toEqual([sale(one.id, 5_000n, 2_500n), sale(one.id, 2_000n, 2_000n)])
    expect(await owed()).toEqual([commission / 2n, 0n])
  })

  test('that change while the store is disconnected are compared when the same store is reconnected', async () => {
    // Earlier than the hour that every comparison reads again.
    former.passSeconds(-30 * 60)
    const formerId = await connect(former)
    const one = await order(former, 5_000)
    await deliver(former)
    await processEvents(database.db, formerId, signal)
    await database.db.shopifyConnection.update({
      where: { id: formerId },
      data: { reconciledUntil: new Date(Date.now() - 90 * MINUTE_MS) },
    })
    const look = { connectionId: formerId, externalOrderId: String(one.id), storeOrder: {} }
    await database.db.orderLook.create({ data: { ...look, nextAt: new Date() } })
    await database.db.orderLook.create({ data: { ...look, externalOrderId: '1', looks: 4, isReady: true } })
    await disconnectStore(ask)
    former.passSeconds(5)
    former.refund(one.id, { lineId: one.line_items[0]?.id ?? 0, quantity: 2 })
    const { id: missed } = await order(former, 7_000)
    expect(await connect(former)).toBe(formerId)
    const due = await database.db.orderLook.findMany({ where: { connectionId: formerId, nextAt: { not: null } } })
    expect(due.map(({ externalOrderId }) => externalOrderId)).toEqual([String(one.id)])
    expect(await compare(formerId)).toMatchObject({ error: '', ordersMended: 2 })
    expect(await sales()).toEqual([sale(one.id, 5_000n, 5_000n), sale(missed, 7_000n)])
  })

  test('can be refunded and cancelled by the conversions API once their store is disconnected', async () => {
    const formerId = await connect(former)
    const one = await order(former, 5_000)
    await deliver(former)
    await processEvents(database.db, formerId, signal)
    const problem = 'Your WooCommerce store already reports this order.'
    expect(await tell('refunded', { refund_id: 'r1' })).toMatchObject({ outcome: 'refused', problem })
    expect(await tell('cancelled')).toMatchObject({ outcome: 'refused', problem })

    await disconnectStore(ask)
    expect(await tell('refunded', { refund_id: 'r1' })).toMatchObject({ outcome: 'recorded', status: 'pending' })
    expect(await sales()).toEqual([sale(one.id, 5_000n, 1_000n)])
    const nextId = await connect(next)
    expect(await tell('refunded', { refund_id: 'r2' })).toMatchObject({ outcome: 'recorded', status: 'pending' })
    expect(await sales()).toEqual([sale(one.id, 5_000n, 2_000n)])

    // The connected store has an order with this number, too, but without a click.
    next.skipIds(1_000 - next.newId())
    const other = next.order([{ productId: 1, quantity: 1, netMinor: 2_000 }])
    expect(other.id).toBe(one.id)
    next.refund(other.id, { amountMinor: 500 })
    await deliver(next)
    await processEvents(database.db, nextId, signal)
    await expect(tell('refunded', { refund_id: 'r3' })).rejects.toThrow(ambiguous)
    await expect(tell('cancelled')).rejects.toThrow(ambiguous)
    await disconnectStore(ask)
    expect(await tell('cancelled')).toMatchObject({ outcome: 'recorded', status: 'cancelled' })
    expect(await owed()).toEqual([0n])
  })

  describe.each([
    ['sale', 5_000],
    ['held order', 20_000_000],
  ])("with the number of a former store's %s", (kind, netMinor) => {
    let formerId: string
    beforeEach(async () => {
      // Earlier than the hour that every comparison reads again.
      former.passSeconds(-30 * 60)
      formerId = await connect(former)
      await order(former, netMinor)
      await deliver(former)
      await processEvents(database.db, formerId, signal)
    })
    const untracked = () => {
      next.skipIds(1_000 - next.newId())
      next.order([{ productId: 1, quantity: 1, netMinor: 2_000 }])
    }
    const confirm = async () => {
      for (const { id: orderId, storeId, valueMinor, currency } of await listHeld(ask))
        await confirmHeld(ask, { orderId, storeId, valueMinor, currency })
    }
    /** Returns the state after the partner has confirmed what is held. */
    const outcome = async () => {
      await confirm()
      const { status, refundedMinor } = await database.db.conversion.findFirstOrThrow({
        where: { partnerId: ask.partner.id },
      })
      return { status, refundedMinor }
    }
    const counted = kind === 'sale' ? { outcome: 'recorded' } : { outcome: 'held' }

    test('are not refunded or cancelled in its place', async () => {
      await change(next)
      untracked()
      await expect(tell('refunded', { refund_id: 'r1' })).rejects.toThrow(ambiguous)
      await expect(tell('cancelled')).rejects.toThrow(ambiguous)
      expect(await database.db.deferredEvent.count()).toBe(0)
      expect(await outcome()).toEqual({ status: 'pending', refundedMinor: 0n })
    })

    test('are told apart once the connected store answers', async () => {
      await change(next)
      next.failsWith = 401
      for (let times = 0; times < 2; times++) expect(await tell('refunded', { refund_id: 'r1' })).toMatchObject(later)
      expect(await tell('cancelled')).toMatchObject(later)
      expect(await retryAfter(2)).toBe(0)
      next.failsWith = null
      expect(await retryAfter(4)).toBe(2)
      expect(await retryAfter(4)).toBe(0)
      expect(await outcome()).toEqual({ status: 'cancelled', refundedMinor: 1_000n })
    })

    test.each([401, 404, 301])('wait while the connected store answers %i', async (status) => {
      await change(next)
      untracked()
      next.failsWith = status
      expect(await tell('cancelled')).toMatchObject(later)
      expect(await outcome()).toEqual({ status: 'pending', refundedMinor: 0n })
    })

    test('keep what waited if the connected store has such an order', async () => {
      await change(next)
      next.failsWith = 401
      await tell('refunded', { refund_id: 'r1' })
      await tell('cancelled')
      next.failsWith = null
      untracked()
      expect(await retryAfter(2)).toBe(2)
      expect(await database.db.orderRefund.count({ where: { partnerId: ask.partner.id } })).toBe(0)
      expect(await outcome()).toEqual({ status: 'pending', refundedMinor: 0n })
    })

    if (kind === 'held order')
      test('keep waiting if it is confirmed and the store then does not answer', async () => {
        await change(next)
        next.failsWith = 401
        await tell('cancelled')
        next.failsWith = null
        let asked = 0
        next.onQuestion = async () => {
          if (asked++ > 0) return 401
          await confirm()
          return null
        }
        expect(await retryAfter(2)).toBe(0)
        expect(asked).toBe(2)
        next.onQuestion = null
        expect(await retryAfter(4)).toBe(1)
        expect(await outcome()).toEqual({ status: 'cancelled', refundedMinor: 0n })
      })

    test('leave its refunds and cancellations to the API once it is disconnected', async () => {
      const problem = 'Your WooCommerce store already reports this order.'
      expect(await tell('refunded', { refund_id: 'r1' })).toMatchObject({ outcome: 'refused', problem })
      expect(await tell('cancelled')).toMatchObject({ outcome: 'refused', problem })
      await disconnectStore(ask)
      expect(await tell('refunded', { refund_id: 'r1' })).toMatchObject({ outcome: 'recorded' })
      await database.db.orderRefund.updateMany({ data: { createdAt: new Date(Date.now() - 61 * 24 * 60 * MINUTE_MS) } })
      await forgetRefunds(database.db)
      await connect(next)
      expect(await tell('refunded', { refund_id: 'r2' })).toMatchObject({ outcome: 'recorded' })
      expect(await tell('cancelled')).toMatchObject(counted)
      expect(await outcome()).toEqual({ status: 'cancelled', refundedMinor: 2_000n })
    })

    test('end what the API reported about it when it is connected again, even if it has not changed', async () => {
      expect((await compare(formerId)).error).toBe('')
      await disconnectStore(ask)
      await tell('refunded', { refund_id: 'r1' })
      expect(await tell('cancelled')).toMatchObject(counted)
      await connect(former)
      expect((await compare(formerId)).error).toBe('')
      expect(await outcome()).toEqual({ status: 'pending', refundedMinor: 0n })
    })

    test('are read again once when it is connected again, even if its products cannot be compared', async () => {
      expect((await compare(formerId)).error).toBe('')
      await disconnectStore(ask)
      await tell('cancelled')
      await connect(former)
      former.passSeconds(60 * 60)
      former.currency = 'GBP'
      former.addProduct({ name: 'Coat' })
      const error = expect.stringContaining('Your store sells in GBP') as string
      expect(await compare(formerId)).toMatchObject({ error, orders: 1 })
      expect(await compare(formerId)).toMatchObject({ error, orders: 0 })
    })

    test('are not read again if its partner has rejected them', async () => {
      expect((await compare(formerId)).error).toBe('')
      await disconnectStore(ask)
      for (const { id: orderId, storeId } of await listHeld(ask)) await refuseHeld(ask, { orderId, storeId })
      await connect(former)
      expect(await compare(formerId)).toMatchObject({ error: '', orders: 0 })
    })
  })

  test('are not mistaken for held orders of the former store', async () => {
    const formerId = await connect(former)
    await order(former, 5_000)
    await deliver(former)
    await change(next)
    await order(next, 2_000)
    await processEvents(database.db, formerId, signal)
    expect(await sales()).toEqual([])
  })

  test('are linked to products of the same store', async () => {
    const coat = former.addProduct({ name: 'Coat', sku: 'A-1' })
    const boots = next.addProduct({ name: 'Boots', sku: 'B-1' })
    await connect(former)
    await importProducts()
    const nextId = await change(next)
    await importProducts()
    await order(next, 2_000, boots.id)
    await deliver(next)
    await processEvents(database.db, nextId, signal)
    const line = await database.db.conversionLine.findFirstOrThrow({
      where: { conversion: { partnerId: ask.partner.id } },
      select: { externalProductId: true, productId: true },
    })
    const [found] = await products()
    expect(found?.name).toBe('Boots')
    expect(line).toEqual({ externalProductId: String(coat.id), productId: found?.id })
  })
})

describe('refunds and cancellations that wait for the connected store', () => {
  let numbers: string[]
  const where = () => ({ partnerId: ask.partner.id })
  const refunded = async () => (await sales()).map(({ refundedMinor }) => refundedMinor)
  /** Lists the waiting orders, the next one to try first. */
  async function waiting() {
    const rows = await database.db.deferredEvent.findMany({ where: where(), orderBy: { triedAt: 'asc' } })
    return rows.map(({ orderId }) => orderId)
  }
  let error: MockInstance<typeof log.error>

  beforeEach(async () => {
    error = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const formerId = await connect(former)
    for (let orders = 0; orders < 3; orders++) await order(former, 5_000)
    await deliver(former)
    await processEvents(database.db, formerId, signal)
    numbers = (await sales()).map(({ externalId }) => externalId)
    await change(next)
    next.failsWith = 401
    for (const order_id of numbers) await tell('refunded', { order_id, refund_id: 'r1' })
  })
  afterEach(() => error.mockRestore())

  test('do not ask a store again that has just not answered', async () => {
    const asked = next.questions
    expect(await waiting()).toEqual(numbers)
    await tell('cancelled')
    expect(next.questions).toBe(asked)
    expect(await retryAfter(2)).toBe(0)
    expect(next.questions).toBe(asked + 1)
    expect((await waiting()).at(-1)).toBe(numbers[0])
  })

  test('are dropped if they are no longer valid, and hold up no others', async () => {
    const event = { type: 'order.refunded' }
    await database.db.deferredEvent.updateMany({ where: { ...where(), orderId: numbers[0] ?? '' }, data: { event } })
    next.failsWith = null
    expect(await retryAfter(2)).toBe(3)
    expect(error).toHaveBeenCalledOnce()
    expect(await refunded()).toEqual([0n, 1_000n, 1_000n])
    expect(await refusals()).toEqual([
      `An earlier call: order.refunded ${numbers[0]}: We can no longer process this event.`,
    ])
  })

  test('are logged and tried again if our own work fails', async () => {
    next.failsWith = null
    const { keyId } = await database.db.shopifyConnection.findUniqueOrThrow({ where: { id: await connected() } })
    await database.db.shopifyConnection.updateMany({ where: where(), data: { keyId: 'lost' } })
    expect(await retryAfter(2)).toBe(0)
    expect(error).toHaveBeenCalledTimes(3)
    await database.db.shopifyConnection.updateMany({ where: where(), data: { keyId } })
    expect(await retryAfter(2)).toBe(3)
    expect(await refunded()).toEqual([1_000n, 1_000n, 1_000n])
  })

  test.each(['none', 'a third store'])('are not applied once that store is replaced by %s', async (by) => {
    await disconnectStore(ask)
    if (by !== 'none') {
      const third = await startWooCommerce({ name: 'Third' })
      running.push(third)
      allowOwnOrigins(running.map(({ url }) => url))
      await connect(third.store)
    }
    expect(await retryAfter(2)).toBe(3)
    expect(await refunded()).toEqual([0n, 0n, 0n])
    expect(await refusals()).toHaveLength(3)
    expect(await tell('refunded', { refund_id: 'r1' })).toMatchObject({ outcome: 'recorded', status: 'pending' })
  })

  test('are refused if the connected store has such an order that we cannot read', async () => {
    next.failsWith = null
    next.skipIds(1_000 - next.newId())
    const { id } = next.order([{ productId: 1, quantity: 1, netMinor: 2_000 }])
    Object.assign(next.orders.get(id) ?? {}, { currency: 7 })
    expect(await retryAfter(2)).toBe(3)
    expect(await refunded()).toEqual([0n, 1_000n, 1_000n])
    expect(await refusals()).toEqual([expect.stringContaining(`An earlier call: order.refunded ${id}: ${ambiguous}`)])
  })

  test('are refused after 60 days', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
    expect(await retryAfter(60 * 24 * 60 - 1)).toBe(0)
    expect(await refusals()).toEqual([])
    expect(await retryAfter(60 * 24 * 60 + 1)).toBe(3)
    expect(await refusals()).toEqual(
      numbers
        .toReversed()
        .map((id) => `An earlier call: order.refunded ${id}: Your store did not answer us for 60 days.`),
    )
    expect(warn).toHaveBeenCalledTimes(3)
    warn.mockRestore()
  })

  test('are not forgotten if they are replaced while they are processed', async () => {
    next.failsWith = null
    const replacing = once(async () => {
      await database.db.deferredEvent.updateMany({ where: where(), data: { event: { type: 'order.refunded' } } })
    })
    next.onQuestion = async () => {
      await replacing()
      return null
    }
    expect(await retryAfter(2)).toBe(0)
    expect(await waiting()).toHaveLength(3)
  })
})

test('another store cannot be connected at the same time', async () => {
  const outcomes = await Promise.allSettled([connect(former), connect(next)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: SECOND_STORE } })
  expect([former, next].map(({ webhooks }) => webhooks.length > 0).filter(Boolean)).toHaveLength(1)
})
