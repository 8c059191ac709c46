import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findOldPrices, importNewPrices } from '#server/importing/old-prices.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import { getImport, listFindings } from '#server/importing/imports.service.ts'
import { workFor } from '#server/importing/work-for.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { TooMany } from '#server/stores/store-error.ts'
import { openSecrets } from '#server/stores/store-secrets.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import type { SentMessage } from '#tests/woocommerce/store-webhooks.ts'
import { receiveMessage } from '#tests/woocommerce/receive-message.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { disconnectStore } from './change-store.service.ts'
import { connectByKey } from './connect-by-key.service.ts'
import { changeCurrency } from '#server/partners/currency/change-currency.service.ts'
import { connectByKeyInput } from './connections.schema.ts'
import { getOwnStore } from './get-own-store.service.ts'
import { importAgain } from './import-again.service.ts'
import { processEvents } from './events-queue.ts'
import { pollStores, watchSubscriptions } from './reconcile-queue.ts'
import { reconcileStore } from './reconcile-store.ts'
import { getTrackingHealth } from './tracking-health.service.ts'

const database = useTestDatabase()
const { signal } = new AbortController()
let running: Awaited<ReturnType<typeof startWooCommerce>>
let store: FakeStore
let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { visit: ReturnType<typeof createVisit> }

beforeAll(() => configureSecrets([TEST_KEY]))
beforeEach(async () => {
  running = await startWooCommerce({ startsAt: Date.now() - 60 * MINUTE_MS })
  store = running.store
  allowOwnOrigins([running.url])
  ask = { ...(await createPartnerAsk(database.db, { currency: 'EUR' })), visit: createVisit() }
})
afterEach(async () => {
  await running.stop()
  await database.db.productImport.deleteMany({ where: { status: 'fetching' } })
})
afterAll(() => allowOwnOrigins([]))

const input = (given: object = {}) => {
  const [consumerKey, consumerSecret] = store.key.split(':')
  return connectByKeyInput.parse({ storeUrl: running.url, consumerKey, consumerSecret, ...given })
}
const connect = () => connectByKey(ask, input())
const connection = () => database.db.shopifyConnection.findFirstOrThrow({ where: { partnerId: ask.partner.id } })
const sale = (orderId: number) =>
  database.db.conversion.findFirst({ where: { partnerId: ask.partner.id, externalId: String(orderId) } })
const click = async () =>
  createClick(database.db, await createProduct(database.db, { partnerId: ask.partner.id }), {
    clickedAt: new Date(Date.now() - 120 * MINUTE_MS),
  })
const landedBy = (clickId: string) => ({
  meta_data: [
    { key: '_wc_order_attribution_session_entry', value: `${running.url}/?utm_source=WTF&wtf_cid=${clickId}` },
  ],
})

const receive = (message: SentMessage) => receiveMessage(database.db, message)
const work = async () => processEvents(database.db, (await connection()).id, signal)
async function reconcile() {
  const { id: connectionId } = await connection()
  const { id } = await database.db.reconciliation.create({ data: { connectionId } })
  await reconcileStore({ db: database.db, siteUrl: ask.visit.siteUrl }, id, signal)
  return database.db.reconciliation.findUniqueOrThrow({ where: { id } })
}
async function importProducts() {
  const importId = await beginStoreSync(database.db, (await connection()).id, null)
  while (
    !(await workFor(
      { db: database.db, dataDir: database.dataDir, pauseMs: 1 },
      ask.partner.id,
      AbortSignal.timeout(60_000),
    ))
  );
  return getImport(ask, { importId })
}

describe('connecting by key', () => {
  test('encrypts the key, creates the webhook secret and responds to pings', async () => {
    expect(await connect()).toEqual({ failed: [], isNew: true })
    const row = await connection()
    expect(row).toMatchObject({
      platform: 'woocommerce',
      status: 'active',
      currency: 'EUR',
      shopName: 'A store of tests',
    })
    const { token, secret } = openSecrets(row)
    expect(token).toBe(store.key)
    expect(JSON.stringify(row)).not.toContain('ck_of_tests')
    expect(store.webhooks.map(({ topic }) => topic)).toEqual(platformOf(row).topics)
    expect(new Set(store.webhooks.map((each) => each.secret))).toEqual(new Set([secret]))
    expect(await Promise.all(store.pings.map(receive))).toEqual(store.webhooks.map(() => 200))
    expect(await database.db.webhookEvent.count({ where: { connectionId: row.id } })).toBe(0)
  })

  test.each([
    ['a wrong key', { consumerSecret: 'cs_other' }, /does not accept this key/],
    ['an unreachable address', { storeUrl: 'http://127.0.0.1:1' }, /We found no WooCommerce store|could not reach/],
  ])('is refused with %s', async (_, given, message) => {
    await expect(connectByKey(ask, input(given))).rejects.toThrow(message)
    expect(await database.db.shopifyConnection.count({ where: { partnerId: ask.partner.id } })).toBe(0)
    expect(store.webhooks).toEqual([])
  })

  test('is refused if the store reports another address', async () => {
    store.shop = 'brand.example'
    await expect(connect()).rejects.toThrow('Your store’s address is brand.example.')
  })

  test('never sends requests to our own network', async () => {
    allowOwnOrigins([])
    const before = store.questions
    await expect(connect()).rejects.toMatchObject({ code: 'bad_input' })
    expect(store.questions).toBe(before)
  })

  test('works with a read-only key, and compares the store regularly instead', async () => {
    store.keys.set(store.key, 'read')
    expect((await connect()).failed).toHaveLength(platformOf({ platform: 'woocommerce' }).topics.length)
    expect(await connection()).toMatchObject({ status: 'active', statusReason: '' })
    const { id } = await click()
    const order = store.order([{ productId: 1, quantity: 1, netMinor: 5_000 }], landedBy(id))
    await pollStores(database.db)
    const { id: connectionId } = await connection()
    expect(await database.db.reconciliation.count({ where: { connectionId, endedAt: null } })).toBe(1)
    // The store's clock is an hour behind, so its change is within the overlap.
    store.passSeconds(3_600)
    store.changeOrder(order.id, {})
    await reconcile()
    expect(await sale(order.id)).toMatchObject({ matchLevel: 'C', clickId: id })
    expect(await connection()).toMatchObject({ status: 'active' })
  })

  const secrets = () => new Set(store.webhooks.map((each) => each.secret))

  test('changes all webhooks in one request, also those that still sign with a former secret', async () => {
    const asked: string[] = []
    store.onQuestion = (question) => {
      if (question.includes('/webhooks')) asked.push(question)
      return null
    }
    await connect()
    expect(asked).toEqual(['GET wc/v3/webhooks', 'POST wc/v3/webhooks/batch'])
    store.failsWith = 403
    expect(await disconnectStore(ask)).toMatchObject({ leavesWebhooks: true })
    store.failsWith = null
    const before = store.webhooks.map(({ id }) => id)
    asked.splice(0)
    await connect()
    expect(asked).toEqual(['GET wc/v3/webhooks', 'POST wc/v3/webhooks/batch'])
    expect(secrets()).toEqual(new Set([openSecrets(await connection()).secret]))
    // They are not made again, because a store pings each new webhook.
    expect(store.webhooks.map(({ id }) => id)).toEqual(before)
    asked.splice(0)
    await disconnectStore(ask)
    expect(asked).toEqual(['GET wc/v3/webhooks', 'POST wc/v3/webhooks/batch'])
  })

  test('does not trust webhooks that may sign with a former secret', async () => {
    await connect()
    store.failsWith = 403
    await disconnectStore(ask)
    store.failsWith = null
    const [left] = store.webhooks
    // The store refuses to change one webhook, which stays active with the former secret.
    store.keepsSecretOf = left?.id ?? null
    expect((await connect()).failed).toEqual([left?.topic])
    store.keepsSecretOf = null
    expect(secrets().size).toBe(2)
    await watchSubscriptions(database.db, ask.visit.siteUrl, signal)
    const { id: connectionId } = await connection()
    expect(await database.db.reconciliation.count({ where: { connectionId, endedAt: null } })).toBe(1)
    expect(await reconcile()).toMatchObject({ error: '', subscriptionsRemade: [left?.topic] })
    expect(secrets()).toEqual(new Set([openSecrets(await connection()).secret]))
  })

  test('does not replace the secret if the same store is connected twice at once', async () => {
    await connect()
    await disconnectStore(ask)
    const outcomes = await Promise.allSettled([connect(), connect()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', message: 'A store is already connected. Disconnect it to connect another one.' },
    })
    await reconcile()
    expect(secrets()).toEqual(new Set([openSecrets(await connection()).secret]))
  })

  test('is undone by disconnecting, which removes our webhooks and deletes the key', async () => {
    await connect()
    store.saveWebhook(null, {
      topic: 'order.created',
      delivery_url: 'https://other.example/',
      secret: 'x',
      status: 'active',
    })
    for (const webhook of store.webhooks.slice(0, 2)) webhook.status = 'disabled'
    await disconnectStore(ask)
    expect(store.webhooks.map(({ delivery_url: url }) => url)).toEqual(['https://other.example/'])
    expect(await connection()).toMatchObject({ status: 'revoked', sealedToken: null, sealedSecret: null })
  })
})

describe('products', () => {
  const fetching = () => database.db.productImport.count({ where: { partnerId: ask.partner.id, status: 'fetching' } })
  const anHourLater = () =>
    database.db.$executeRaw`UPDATE product_imports SET created_at = created_at - interval '1 hour'`

  test('are not updated after the store changes its currency until the partner changes theirs, too', async () => {
    const product = store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    const prices = () =>
      database.db.product.findMany({
        where: { partnerId: ask.partner.id },
        select: { priceMinor: true, currency: true },
      })
    await connect()
    await importProducts()
    expect(await prices()).toEqual([{ priceMinor: 4_900, currency: 'EUR' }])
    store.currency = 'GBP'
    store.passSeconds(7_200)
    store.changeProduct(Number(product['id']), { price: '39', regular_price: '39' })
    expect((await reconcile()).error).toMatch(/Your store sells in GBP/)
    expect(await prices()).toEqual([{ priceMinor: 4_900, currency: 'EUR' }])
    expect(await connection()).toMatchObject({
      status: 'degraded',
      statusReason: expect.stringContaining('it sells in GBP, but your currency on WTF is EUR') as string,
    })
    await changeCurrency(ask, { currency: 'GBP', from: 'EUR' })
    // Simulates a reconnection or a failed comparison, after which the connection no longer says why it needed
    // attention.
    await database.db.shopifyConnection.updateMany({ data: { status: 'active', statusReason: '' } })
    await reconcile()
    expect(await fetching()).toBe(1)
    await importProducts()
    expect(await prices()).toEqual([{ priceMinor: 3_900, currency: 'GBP' }])
    expect((await connection()).status).toBe('active')
    // A price that the store no longer sends is not a reason for another import.
    await database.db.product.updateMany({ where: { partnerId: ask.partner.id }, data: { currency: 'EUR' } })
    await reconcile()
    expect(await fetching()).toBe(0)
  })

  test('are updated if a plugin hides the index of the REST API from visitors', async () => {
    const product = store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    store.hidesIndex = true
    store.passSeconds(5)
    store.changeProduct(Number(product['id']), { price: '39', regular_price: '39' })
    await store.deliver(receive)
    await work()
    expect(await database.db.product.findFirst({ where: { partnerId: ask.partner.id } })).toMatchObject({
      priceMinor: 3_900,
    })
    expect((await connection()).status).toBe('active')
  })

  test('keep their prices if a webhook or an import comes between a change of currency and the next comparison', async () => {
    const product = store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    const price = async () =>
      database.db.product.findFirst({
        where: { partnerId: ask.partner.id },
        select: { priceMinor: true, currency: true },
      })
    await connect()
    await importProducts()
    const isSaid = async () => {
      const { status, statusReason } = await connection()
      return status === 'degraded' && statusReason.includes('it sells in GBP, but your currency on WTF is EUR')
    }
    store.currency = 'GBP'
    store.passSeconds(5)
    store.changeProduct(Number(product['id']), { price: '39', regular_price: '39' })
    await store.deliver(receive)
    await work()
    expect([await price(), await isSaid()]).toEqual([{ priceMinor: 4_900, currency: 'EUR' }, true])
    expect(await database.db.webhookEvent.count({ where: { status: { not: 'done' } } })).toBe(0)

    await database.db.shopifyConnection.updateMany({ data: { currency: 'EUR', status: 'active', statusReason: '' } })
    expect(await importProducts()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Your store sells in GBP, but your currency on WTF is EUR') as string,
    })
    expect([await price(), await isSaid()]).toEqual([{ priceMinor: 4_900, currency: 'EUR' }, true])

    // A store that does not report its currency is read as before.
    await database.db.shopifyConnection.updateMany({ data: { currency: 'EUR', status: 'active', statusReason: '' } })
    store.currency = ''
    store.passSeconds(5)
    store.changeProduct(Number(product['id']), { price: '29', regular_price: '29' })
    await store.deliver(receive)
    await work()
    expect(await price()).toEqual({ priceMinor: 2_900, currency: 'EUR' })
  })

  test('are compared, and deleted ones archived, if the store hides its currency', async () => {
    const product = store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    store.onQuestion = (question) => (question.includes('currencies') ? 403 : null)
    store.products.delete(product.id)
    expect(await reconcile()).toMatchObject({ error: '', productsMended: 1 })
    expect(await connection()).toMatchObject({ status: 'active', statusReason: '' })
    expect(await database.db.product.findFirst({ where: { partnerId: ask.partner.id } })).toMatchObject({
      status: 'archived',
    })
  })

  test('are updated again once the store changes its currency back, and missing webhooks are reported again', async () => {
    const product = store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    await database.db.shopifyWebhook.updateMany({ where: { topic: 'order.created' }, data: { subscriptionId: null } })
    const change = async (currency: string, price: string) => {
      store.currency = currency
      store.passSeconds(5)
      store.changeProduct(product.id, { price, regular_price: price })
      await store.deliver(receive)
      await work()
      return connection()
    }
    expect(await change('GBP', '39')).toMatchObject({ currency: 'GBP', status: 'degraded' })
    expect(await change('EUR', '29')).toMatchObject({
      currency: 'EUR',
      status: 'degraded',
      statusReason: '1 of 8 webhooks are not registered.',
    })
    expect((await getOwnStore(ask))?.oldPrices).toBeNull()
    expect(await database.db.product.findFirst({ where: { partnerId: ask.partner.id } })).toMatchObject({
      priceMinor: 2_900,
    })
  })

  test('keep their prices if the store changes its currency during a comparison', async () => {
    const product = store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    store.passSeconds(7_200)
    store.changeProduct(product.id, { price: '39', regular_price: '39' })
    store.onQuestion = (question) => {
      if (question === 'GET wc/v3/products') store.currency = 'GBP'
      return null
    }
    expect((await reconcile()).error).toMatch(/Your store sells in GBP/)
    expect(await database.db.product.findFirst({ where: { partnerId: ask.partner.id } })).toMatchObject({
      priceMinor: 4_900,
      currency: 'EUR',
    })
  })

  test('are imported although the store does not respond when its currency is checked after listing', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    let [isListed, failures] = [false, 0]
    store.onQuestion = (question) => {
      isListed ||= question === 'GET wc/v3/products'
      // As many times as one check asks.
      return isListed && question.includes('currencies') && ++failures <= 4 ? 503 : null
    }
    expect(await importProducts()).toMatchObject({ status: 'applied', created: 1 })
    expect(failures).toBe(5)
  })

  test('are not asked about again once their import is cancelled', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    let [isListed, failures] = [false, 0]
    store.onQuestion = async (question) => {
      isListed ||= question === 'GET wc/v3/products'
      if (!isListed || !question.includes('currencies') || ++failures > 4) return null
      await database.db.productImport.updateMany({ where: { status: 'fetching' }, data: { isCancelling: true } })
      return 503
    }
    expect(await importProducts()).toMatchObject({ status: 'cancelled' })
    expect(failures).toBe(4)
  })

  test('keep the partner from changing its currency once the first is read', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    const change = async () => {
      // A message or comparison has noticed that the store has changed its currency.
      store.currency = 'GBP'
      await database.db.shopifyConnection.updateMany({ data: { currency: 'GBP' } })
      return changeCurrency(ask, { currency: 'GBP', from: 'EUR' }).then(
        () => null,
        (error: unknown) => error,
      )
    }
    let refusal: unknown
    store.onQuestion = async (question) => {
      if (question === 'GET wc/v3/products') refusal ??= await change()
      return null
    }
    expect(await importProducts()).toMatchObject({ status: 'failed' })
    expect(refusal).toMatchObject({ code: 'conflict', message: expect.stringContaining('import') as string })
    expect(await database.db.product.count({ where: { partnerId: ask.partner.id } })).toBe(0)
  })

  test('are not written if the currencies change while they are listed', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    store.onQuestion = async (question) => {
      if (question !== 'GET wc/v3/products') return null
      store.currency = 'GBP'
      // The partner changes its currency at the same moment, before the import counts as begun.
      await database.db.partner.update({ where: { id: ask.partner.id }, data: { currency: 'GBP' } })
      return null
    }
    expect(await importProducts()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Your currency changed while we were reading your store') as string,
    })
    expect(await database.db.product.count({ where: { partnerId: ask.partner.id } })).toBe(0)
  })

  test('have old prices until an import with the new currency is applied, which the partner can start', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    const oldPrices = async () => (await getOwnStore(ask))?.oldPrices
    expect(await oldPrices()).toBeNull()
    store.currency = 'GBP'
    await reconcile()
    const stopped = await oldPrices()
    expect(stopped).toEqual({ since: expect.any(Date) as Date, isStoreAhead: true })
    await changeCurrency(ask, { currency: 'GBP', from: 'EUR' })
    expect(await oldPrices()).toEqual({ since: stopped?.since, isStoreAhead: false })
    store.onQuestion = (question) => (question === 'GET wc/v3/products' ? 401 : null)
    await reconcile()
    expect(await importProducts()).toMatchObject({ status: 'failed' })
    store.onQuestion = null
    await reconcile()
    expect([await fetching(), await oldPrices()]).toEqual([0, { since: stopped?.since, isStoreAhead: false }])
    // The records of imports after a change are kept for half a year.
    const later = new Date(Date.now() + 181 * 24 * 60 * MINUTE_MS)
    expect(await findOldPrices(database.db, await connection(), 'GBP', later)).toBeNull()
    await anHourLater()
    await importAgain(ask)
    expect(await fetching()).toBe(1)
    await importProducts()
    expect(await oldPrices()).toBeNull()
  })

  test('are not imported again right after an import, or while one waits for review', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importAgain(ask)
    expect(await fetching()).toBe(1)
    await importProducts()
    await expect(importAgain(ask)).rejects.toMatchObject({ code: 'too_many' })
    await anHourLater()
    await database.db.productImport.updateMany({ data: { status: 'read' } })
    await expect(importAgain(ask)).rejects.toMatchObject({ code: 'conflict' })
    expect(await fetching()).toBe(0)
    await database.db.productImport.updateMany({ data: { status: 'applied' } })
    await importAgain(ask)
    expect(await fetching()).toBe(1)
  })

  test('are all imported if more have changed than a comparison can read, which archives deleted ones', async () => {
    const shirt = store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    store.deleteProduct(shirt.id)
    store.waiting.splice(0)
    const list = vi.spyOn(platformOf({ platform: 'woocommerce' }), 'listChangedProducts').mockImplementationOnce(
      // eslint-disable-next-line require-yield -- only its error matters
      async function* () {
        await Promise.resolve()
        throw new TooMany('products')
      },
    )
    expect(await reconcile()).toMatchObject({ error: '', productsMended: 1 })
    list.mockRestore()
    expect(await fetching()).toBe(1)
  })

  test('are imported again at once when the partner reconnects after an import has failed', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    store.currency = 'GBP'
    await reconcile()
    await changeCurrency(ask, { currency: 'GBP', from: 'EUR' })
    await reconcile()
    await database.db.productImport.updateMany({ where: { status: 'fetching' }, data: { status: 'failed' } })
    await connect()
    expect(await fetching()).toBe(1)
  })

  test('are imported again with the store’s new currency when the partner reconnects', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    store.currency = 'GBP'
    await reconcile()
    await changeCurrency(ask, { currency: 'GBP', from: 'EUR' })
    expect((await connect()).isNew).toBe(false)
    expect(await fetching()).toBe(1)
  })

  test('are imported again a day after an import with the new currency failed', async () => {
    store.addProduct({ name: 'Shirt', price: '49', regular_price: '49', sale_price: '' })
    await connect()
    await importProducts()
    store.currency = 'GBP'
    await reconcile()
    await changeCurrency(ask, { currency: 'GBP', from: 'EUR' })
    await reconcile()
    await database.db.productImport.updateMany({ where: { status: 'fetching' }, data: { status: 'failed' } })
    await reconcile()
    expect(await fetching()).toBe(0)
    await importNewPrices(database.db, await connection(), { now: new Date(Date.now() + 25 * 60 * MINUTE_MS) })
    expect(await fetching()).toBe(1)
  })

  test('are imported with their variations, while drafts are left out and reported', async () => {
    // This change is long before the hour that a comparison looks back.
    store.passSeconds(-7_200)
    const tee = store.addProduct({ name: 'Tee', images: [] }, [
      { attributes: [{ id: 1, name: 'Color', slug: 'pa_color', option: 'Blue' }], price: '15', regular_price: '15' },
    ])
    store.addProduct({ name: 'Beanie' })
    const secret = store.addProduct({ name: 'Secret', status: 'draft' })
    await connect()
    const done = await importProducts()
    expect(done).toMatchObject({ status: 'applied', created: 2, refused: 0 })
    // Products that we do not import do not count as differences.
    store.passSeconds(10_800)
    store.changeProduct(secret.id, {})
    expect(await reconcile()).toMatchObject({ error: '', products: 1, productsMended: 0, drift: [] })
    const { findings } = await listFindings(ask, { importId: done.id, page: 1, kind: 'warning' })
    expect(JSON.stringify(findings)).toContain('it is not published in the store')
    const product = await database.db.product.findFirstOrThrow({
      where: { partnerId: ask.partner.id, handle: 'tee' },
      include: { variants: { orderBy: { position: 'asc' } } },
    })
    expect(product).toMatchObject({ name: 'Tee', productUrl: `${running.url}/product/tee/` })
    expect(
      product.variants.map(({ size, colourName, priceMinor, stock }) => [size, colourName, priceMinor, stock]),
    ).toEqual([
      ['Large', 'Blue', 1500, null],
      ['Medium', 'Blue', 1500, null],
      ['Small', 'Blue', 1500, null],
    ])
    // A message about a variation names its product; a product that becomes a draft is archived.
    store.changeProduct(tee.id, { status: 'draft' })
    await store.deliver(receive)
    expect(await work()).toBe('nothing')
    expect(await database.db.product.findFirst({ where: { id: product.id } })).toMatchObject({ status: 'archived' })
  })
})

describe('orders', () => {
  test('are matched to clicks by landing page, and the ledger follows a refund and its deletion', async () => {
    await connect()
    const { id } = await click()
    const order = store.order([{ productId: 1, quantity: 2, netMinor: 5_000 }], landedBy(id))
    await store.deliver(receive)
    expect(await work()).toBe('nothing')
    expect(await sale(order.id)).toMatchObject({
      source: 'woocommerce',
      matchLevel: 'C',
      clickId: id,
      refundedMinor: 0n,
    })
    store.passSeconds(5)
    const refund = store.refund(order.id, { lineId: order.line_items[0]?.id ?? 0, quantity: 1 })
    await store.deliver(receive)
    await work()
    expect(await sale(order.id)).toMatchObject({ refundedMinor: 2_500n })
    store.deleteRefund(order.id, refund)
    expect(store.waiting).toEqual([])
    // A day later, so that the order is not among recent changes.
    await database.db.shopifyConnection.updateMany({
      data: { reconciledUntil: new Date(Date.now() + 120 * MINUTE_MS) },
    })
    expect(await reconcile()).toMatchObject({ error: '', ordersMended: 1 })
    expect(await sale(order.id)).toMatchObject({ refundedMinor: 0n })
  })

  test('are compared if the store does not report its currency', async () => {
    // Within the hour that a comparison looks back.
    store.passSeconds(30 * 60)
    await connect()
    const { id } = await click()
    const order = store.order([{ productId: 1, quantity: 2, netMinor: 5_000 }], landedBy(id))
    store.currency = ''
    expect((await reconcile()).error).toBe('')
    expect(await sale(order.id)).toMatchObject({ clickId: id })
  })

  test('that are reopened count again, and trashed ones are cancelled without a webhook', async () => {
    await connect()
    const { id } = await click()
    const order = store.order([{ productId: 1, quantity: 2, netMinor: 5_000 }], landedBy(id))
    for (const [status, expected] of [
      ['cancelled', { cancelledAt: expect.any(Date) as Date }],
      ['processing', { cancelledAt: null }],
    ] as const) {
      store.passSeconds(5)
      store.changeOrder(order.id, { status })
      await store.deliver(receive)
      await work()
      expect(await sale(order.id)).toMatchObject(expected)
    }
    store.passSeconds(50 * 60)
    store.trashOrder(order.id)
    store.waiting.splice(0)
    expect(await reconcile()).toMatchObject({ error: '', ordersMended: 1 })
    expect(await sale(order.id)).toMatchObject({ status: 'cancelled' })
  })

  test('are listed by matching signal in the tracking health, which reports a missing plugin', async () => {
    await connect()
    const signals = async () => (await getTrackingHealth(ask))?.checks.find(({ name }) => name === 'Order signals')
    expect(await signals()).toMatchObject({ state: 'waiting' })
    const [one, other] = [await click(), await click()]
    store.order([{ productId: 1, quantity: 1, netMinor: 5_000 }], landedBy(one.id))
    await store.deliver(receive)
    await work()
    expect(await signals()).toMatchObject({
      state: 'look',
      text: 'In the last 30 days, we recognised orders by: landing page (1), utm (1).',
    })
    store.order([{ productId: 1, quantity: 1, netMinor: 5_000 }], { meta_data: [{ key: 'wtf_cid', value: other.id }] })
    await store.deliver(receive)
    await work()
    expect(await signals()).toMatchObject({ state: 'good', text: expect.stringContaining('plugin (1)') as unknown })
  })

  test('are not reported as tracked because of link tests and comparisons of a former connection', async () => {
    await connect()
    await database.db.linkTest.create({
      data: { partnerId: ask.partner.id, isKept: true, hops: [], verdict: 'Our plugin is active there.' },
    })
    await reconcile()
    const state = async (name: string) =>
      (await getTrackingHealth(ask))?.checks.find((check) => check.name === name)?.state
    expect([await state('Link keeps the click ID'), await state('Nightly comparison')]).toEqual(['good', 'good'])
    await disconnectStore(ask)
    await connect()
    expect([await state('Link keeps the click ID'), await state('Nightly comparison')]).toEqual(['look', 'waiting'])
    expect((await getTrackingHealth(ask))?.linkTest).toBeNull()
  })

  test('missed by a disabled webhook are found within the hour, and the webhook is replaced', async () => {
    store.passSeconds(50 * 60)
    await connect()
    const watch = () => watchSubscriptions(database.db, ask.visit.siteUrl, signal)
    const { id: connectionId } = await connection()
    const queued = () => database.db.reconciliation.count({ where: { connectionId, endedAt: null } })
    const before = store.webhooks.map(({ id }) => id)
    await watch()
    expect(await queued()).toBe(0)
    for (let times = 0; times < 8; times++) {
      store.order([{ productId: 1, quantity: 1, netMinor: 100 }])
      await store.deliver(({ headers }) => Promise.resolve(headers['x-wc-webhook-event'] === 'created' ? 500 : 200))
    }
    expect(store.webhooks.filter(({ status }) => status !== 'active').map(({ topic }) => topic)).toEqual([
      'order.created',
    ])
    await watch()
    expect(await queued()).toBe(1)
    expect(await reconcile()).toMatchObject({ error: '', orders: 8, subscriptionsRemade: ['order.created'] })
    expect(store.webhooks.every(({ status }) => status === 'active')).toBe(true)
    // The webhook is new, because a re-enabled one keeps its failures, and the next failure would disable it.
    expect(store.webhooks).toHaveLength(before.length)
    expect(store.webhooks.filter(({ id }) => !before.includes(id)).map(({ topic }) => topic)).toEqual(['order.created'])
    await reconcile()
    const webhooks = (await getTrackingHealth(ask))?.checks.find(({ name }) => name === 'Webhooks')
    expect(webhooks).toMatchObject({ state: 'look', text: expect.stringContaining('order.created') as unknown })
  })

  test('are not compared if the store no longer accepts the key', async () => {
    await connect()
    store.failsWith = 401
    await watchSubscriptions(database.db, ask.visit.siteUrl, signal)
    const { id: connectionId, statusReason } = await connection()
    expect(await database.db.reconciliation.count({ where: { connectionId } })).toBe(0)
    expect(statusReason).toBe('WooCommerce no longer accepts the key. Reconnect the store with a new one.')
    const key = (await getTrackingHealth(ask))?.checks.find(({ name }) => name === 'Key')
    expect(key).toMatchObject({ state: 'broken', todo: 'Reconnect the store.' })
  })
})
