import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShopifyConnection } from '#prisma/generated/client.ts'
import { WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { getTrackingHealth } from '#server/connections/tracking-health.service.ts'
import { Meter } from '#server/platform/meter.ts'
import { PartnerBudget } from '#server/platform/partner-budget.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'
import { changeSecrets } from '#server/stores/store-secrets.ts'
import { TOPICS } from '#server/shopify/subscriptions.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { createConnection, signedMessage, STORE_SECRET } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))
let connection: ShopifyConnection

beforeEach(async () => {
  connection = await createConnection(database.db, (await createPartner(database.db)).id)
})
afterEach(() => vi.useRealTimers())

type Given = Partial<Parameters<typeof signedMessage>[0]> & { headers?: Record<string, string>; to?: string }

async function deliver({ headers = {}, to = connection.id, ...given }: Given = {}): Promise<number> {
  const message = signedMessage({ shop: connection.shop, ...given })
  const answer = await shop.ask(
    `/webhooks/shopify/${to}`,
    { ...message.headers, ...headers },
    { method: 'POST', body: message.body },
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return answer.status
}

/** Calls a receiver directly, from one address. */
function receive(
  receiver: WebhookReceiver,
  { id, shop: name }: Pick<ShopifyConnection, 'id' | 'shop'>,
  given: Pick<Given, 'topic'> = {},
) {
  const { body, headers } = signedMessage({ shop: name, ...given })
  return receiver.receive({
    address: '203.0.113.1',
    connectionId: id,
    body,
    signature: headers['x-shopify-hmac-sha256'],
    shop: name,
    topic: headers['x-shopify-topic'],
    webhookId: headers['x-shopify-webhook-id'],
    triggeredAt: headers['x-shopify-triggered-at'],
  })
}

const subscribeAll = ({ id }: ShopifyConnection) =>
  database.db.shopifyWebhook.createMany({
    data: TOPICS.map((topic) => ({ connectionId: id, topic, subscriptionId: topic })),
  })

/** Returns the webhook check of a store's tracking health. */
async function messagesOf({ partnerId }: ShopifyConnection) {
  const { db } = database
  const partner = await db.partner.findUniqueOrThrow({ where: { id: partnerId } })
  return (await getTrackingHealth({ db, partner }))?.checks.find(({ name }) => name === 'Webhooks')
}

/** A busy machine needs longer than a second. */
const SOON = { timeout: 15_000, interval: 50 }

const events = () => database.db.webhookEvent.findMany({ where: { connectionId: connection.id } })

describe('a webhook of a connected store', () => {
  test('is stored before the response, with the time of the last delivery', async () => {
    expect(await deliver({ topic: 'products/create' })).toBe(200)
    expect(await events()).toMatchObject([{ topic: 'products/create', status: 'waiting', attempts: 0 }])
    await database.db.shopifyWebhook.create({ data: { connectionId: connection.id, topic: 'products/delete' } })
    expect(await deliver({ topic: 'products/delete' })).toBe(200)
    await vi.waitFor(async () => {
      const { lastDeliveryAt, webhooks } = await database.db.shopifyConnection.findUniqueOrThrow({
        where: { id: connection.id },
        include: { webhooks: true },
      })
      expect([lastDeliveryAt, webhooks[0]?.lastDeliveryAt]).toEqual([expect.any(Date), expect.any(Date)])
    }, SOON)
  })

  test('is stored once, even if it is delivered several times at once', async () => {
    const webhookId = randomUUID()
    const statuses = await Promise.all(Array.from({ length: 5 }, () => deliver({ webhookId })))
    expect([...statuses, await deliver({ webhookId })]).toEqual([200, 200, 200, 200, 200, 200])
    expect(await events()).toHaveLength(1)
  })

  test('stores no buyer data except a hash of the email address', async () => {
    const body = {
      id: 1,
      name: '#1',
      email: 'Ada@Example.test',
      phone: '+44 7700 900000',
      customer: { first_name: 'Ada', email: 'ada@example.test' },
      shipping_address: { address1: '1 Some Street' },
      note: 'Leave it with Ada',
    }
    expect(await deliver({ topic: 'orders/create', body })).toBe(200)
    const [event] = await events()
    const kept = JSON.stringify(event?.payload)
    for (const personal of ['Ada', 'ada@', '7700', 'Street']) expect(kept).not.toContain(personal)
    expect(event?.payload).toMatchObject({ customer_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  })

  test("is ordered correctly even if the store's clock is ahead", async () => {
    const ahead = new Date(Date.now() + 3_600_000)
    expect(await deliver({ triggeredAt: ahead })).toBe(200)
    const [event] = await events()
    expect(event?.triggeredAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await deliver({ headers: { 'x-shopify-triggered-at': 'yesterday' } })).toBe(200)
  })

  test.each([
    ['a NUL', '{"id":1,"name":"a\\u0000b","title":"x"}'],
    ['half a surrogate pair', '{"id":1,"name":"a\\ud800b"}'],
    ['deep nesting', `{"id":1,"line_items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['an array', '[]'],
    ['a number', '7'],
  ])('with %s is stored, and causes no error', async (_, body) => {
    expect(await deliver({ topic: 'orders/create', body })).toBe(200)
    expect(await events()).toHaveLength(1)
  })

  test('is accepted up to one megabyte, and rejected above two', async () => {
    expect(await deliver({ body: { id: 1, padding: 'x'.repeat(2 ** 20) } })).toBe(200)
    expect(await deliver({ body: { id: 1, padding: 'x'.repeat(2 ** 21) } })).toBe(413)
    expect(await events()).toHaveLength(1)
  })

  test('is rejected if it is malformed, or if we did not subscribe to its topic', async () => {
    expect(await deliver({ body: '{"id":1' })).toBe(400)
    expect(await deliver({ topic: 'customers/create' })).toBe(404)
    expect(await deliver({ topic: 'constructor' })).toBe(404)
    expect(await deliver({ webhookId: '' })).toBe(400)
    expect(await deliver({ webhookId: 'x'.repeat(200) })).toBe(400)
    expect(await events()).toEqual([])
  })
})

describe('the webhook receiver', () => {
  test.each([
    ['a wrong signature', { headers: { 'x-shopify-hmac-sha256': Buffer.alloc(32).toString('base64') } }],
    ['no signature', { headers: { 'x-shopify-hmac-sha256': '' } }],
    ['a short signature', { headers: { 'x-shopify-hmac-sha256': 'AAAA' } }],
    ['another secret', { secret: 'of-somebody-else' }],
    ['a guessed secret', { secret: 'nobody' }],
    ['another shop', { shop: 'other.myshopify.com' }],
    ['no shop', { headers: { 'x-shopify-shop-domain': '' } }],
    ['an unknown connection', { to: '01936f2a-0000-7000-8000-000000000000' }],
    ['an invalid connection ID', { to: 'x' }],
  ] satisfies Array<[string, Given]>)('rejects a webhook with %s', async (_, given) => {
    expect(await deliver(given)).toBe(401)
    expect(await events()).toEqual([])
  })

  test('rejects a changed body', async () => {
    const { headers } = signedMessage({ shop: connection.shop })
    const answer = await shop.ask(`/webhooks/shopify/${connection.id}`, headers, { method: 'POST', body: '{"id":2}' })
    expect([answer.status, await answer.text()]).toEqual([401, 'Not accepted.'])
  })

  test('rejects the previous secret once it has expired', async () => {
    const { db } = database
    expect(await deliver()).toBe(200)
    const rotate = (until: Date) =>
      db.$transaction((tx) =>
        changeSecrets(
          tx,
          connection.id,
          { secret: 'new', previousSecret: STORE_SECRET },
          { previousSecretUntil: until },
        ),
      )
    await rotate(new Date(Date.now() + 60_000))
    // If a signature does not match, the store's secret is read again after a second.
    await vi.waitFor(async () => expect(await deliver({ secret: 'new' })).toBe(200), { timeout: 3_000, interval: 200 })
    expect(await deliver({ secret: STORE_SECRET })).toBe(200)
    const other = await createConnection(db, (await createPartner(db)).id, {
      previousSecret: 'old',
      previousSecretUntil: new Date(Date.now() - 1_000),
    })
    expect(await deliver({ secret: 'old', to: other.id, shop: other.shop })).toBe(401)
  })

  test('rejects a webhook of a disconnected store', async () => {
    const revoked = await createConnection(database.db, (await createPartner(database.db)).id, { status: 'revoked' })
    expect(await deliver({ to: revoked.id, shop: revoked.shop })).toBe(401)
  })

  test('rejects a different secret, and explains in the tracking health how to fix it', async () => {
    const { db } = database
    const refusedAt = async () =>
      (await db.shopifyConnection.findUniqueOrThrow({ where: { id: connection.id } })).lastRefusedAt
    expect(await deliver({ shop: 'other.myshopify.com', secret: 'guessed' })).toBe(401)
    expect(await refusedAt()).toBeNull()
    await subscribeAll(connection)
    // An access token cannot be used to check the secret.
    expect(await messagesOf(connection)).toMatchObject({
      state: 'look',
      text: 'Your API secret key is not confirmed yet, because we have not received a webhook from Shopify.',
    })
    expect(await deliver({ secret: 'of-the-new-app' })).toBe(401)
    await vi.waitFor(async () => expect(await refusedAt()).not.toBeNull())
    expect(await messagesOf(connection)).toMatchObject({
      state: 'broken',
      text: 'Your store signs webhooks with a different secret from the one you gave us, so we cannot accept them.',
      todo: 'Open “Rotate the secret” and enter your app’s API secret key again. The next webhook will confirm it.',
    })
    expect(await deliver()).toBe(200)
    await vi.waitFor(async () => expect(await messagesOf(connection)).toMatchObject({ state: 'good' }))
  })

  test('trusts a client secret before the first webhook, because we got the token with it', async () => {
    const { id } = await createPartner(database.db)
    const store = await createConnection(database.db, id, { mode: 'client_credentials', clientId: 'client' })
    await subscribeAll(store)
    expect(await messagesOf(store)).toMatchObject({ state: 'good' })
  })

  test('returns Retry-After to a store over its budget, without affecting other stores', async () => {
    const { db } = database
    const receiver = new WebhookReceiver(db, { budget: new PartnerBudget(null, { messages: 2 }) })
    const other = await createConnection(db, (await createPartner(db)).id)
    const received = await Promise.allSettled([1, 2, 3].map(() => receive(receiver, connection)))
    const refused = received.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([
      { reason: { retryAfterSeconds: 60, message: expect.stringMatching(/2 messages a minute/) as string } },
    ])
    expect(await receive(receiver, other)).toBe('stored')
    shop.budget.spend(connection.partnerId, 'messages', PARTNER_LIMITS.messages)
    const { body, headers } = signedMessage({ shop: connection.shop })
    const answer = await shop.ask(`/webhooks/shopify/${connection.id}`, headers, { method: 'POST', body })
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await answer.text()).toMatch(/12,000 messages a minute\. You have 0 messages left/)
    expect(await events()).toHaveLength(2)
  })

  test('charges signed webhooks by bytes and CPU time, but not forged ones', async () => {
    let worked = 0
    const meter = new Meter({ worked: () => (worked += 400), now: () => 0 })
    const receiver = new WebhookReceiver(database.db, { budget: new PartnerBudget(meter, { workMs: 1_000 }) })
    const { body, headers } = signedMessage({ shop: connection.shop })
    const forged = {
      address: '203.0.113.1',
      connectionId: connection.id,
      shop: connection.shop,
      body,
      signature: 'forged',
      topic: headers['x-shopify-topic'],
      webhookId: randomUUID(),
      triggeredAt: '',
    }
    for (let at = 0; at < 5; at++) expect(await receiver.receive(forged)).toBe('unauthorized')
    const outcomes: string[] = []
    for (let at = 0; at < 6; at++) outcomes.push(await receive(receiver, connection).catch(({ name }: Error) => name))
    expect(outcomes.filter((each) => each === 'stored').length).toBeGreaterThan(0)
    expect(outcomes.at(-1)).toBe('Error')
    const small = new WebhookReceiver(database.db, { budget: new PartnerBudget(null, { bytes: 10 }) })
    await expect(receive(small, connection)).rejects.toThrow(/MB a minute/)
  })

  test('limits the queued webhooks of one store', async () => {
    const receiver = new WebhookReceiver(database.db, { mostWaiting: { messages: 1, bytes: 2 ** 20 } })
    await receive(new WebhookReceiver(database.db), connection)
    await expect(receive(receiver, connection)).rejects.toMatchObject({ retryAfterSeconds: 60 })
    expect(await events()).toHaveLength(1)
  })

  test('limits the stored webhooks of a partner in a day, including processed ones', async () => {
    const { db } = database
    for (const mostADay of [
      { messages: 2, bytes: 2 ** 20 },
      { messages: 9, bytes: 400 },
    ]) {
      await db.webhookEvent.deleteMany({ where: { connectionId: connection.id } })
      const receiver = new WebhookReceiver(db, { mostADay })
      const outcomes: string[] = []
      for (let at = 0; at < 9; at++) {
        outcomes.push(await receive(receiver, connection).catch(() => 'refused'))
        await db.webhookEvent.updateMany({ where: { connectionId: connection.id }, data: { status: 'done' } })
      }
      expect([outcomes[0], outcomes.at(-1)]).toEqual(['stored', 'refused'])
      expect(await events()).toHaveLength(outcomes.filter((outcome) => outcome === 'stored').length)
    }
  })

  test.each([
    ['daily', { mostADay: { messages: 2, bytes: 2 ** 20 } }],
    ['queue', { mostWaiting: { messages: 2, bytes: 2 ** 20 } }],
  ])('accepts other topics after products have used up the %s limit', async (_, few) => {
    const receiver = new WebhookReceiver(database.db, few)
    const send = (topic: string) => receive(receiver, connection, { topic }).catch(() => 'refused')
    // A receiver caches for a few seconds whether there is room for more.
    for (let at = 0; at < 2; at++) await receive(new WebhookReceiver(database.db), connection)
    await send('products/update')
    await send('products/update')
    expect(await send('products/update')).toBe('refused')
    for (const topic of ['orders/create', 'refunds/create', 'app/uninstalled']) expect(await send(topic)).toBe('stored')
  })

  test.each(['pending', 'rejected'] as const)(
    'limits the stored messages of a %s partner, including processed ones',
    async (verificationStatus) => {
      const { db } = database
      const few = { mostBeforeApproval: { messages: 2, bytes: 2 ** 20 } }
      // A receiver caches the backlog for a few seconds, so each call needs a new receiver.
      const ask = () => receive(new WebhookReceiver(db, few), connection)
      await db.partner.update({ where: { id: connection.partnerId }, data: { verificationStatus } })
      expect(await Promise.all([ask(), ask()])).toEqual(['stored', 'stored'])
      await db.webhookEvent.updateMany({ where: { connectionId: connection.id }, data: { status: 'done' } })
      expect(await ask()).toBe('not needed')
      expect(await events()).toHaveLength(2)
      await db.partner.update({ where: { id: connection.partnerId }, data: { verificationStatus: 'approved' } })
      expect(await ask()).toBe('stored')
    },
  )

  test('rejects only the webhooks of a deleted store', async () => {
    const { db } = database
    const receiver = new WebhookReceiver(db)
    const other = await createConnection(db, (await createPartner(db)).id)
    await receive(receiver, other)
    await db.shopifyConnection.delete({ where: { id: other.id } })
    expect(await Promise.all([receive(receiver, connection), receive(receiver, other)])).toEqual([
      'stored',
      'unauthorized',
    ])
  })

  test('rejects a webhook for an unknown connection ID before reading its body', async () => {
    let pulled = 0
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 })
    const answer = await shop.ask(`/webhooks/shopify/${randomUUID()}`, {}, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, pulled]).toEqual([401, 0])
    expect(answer.headers.get('connection')).toBe('close')
  })

  test('stops looking up unknown IDs after 300 from one address, but still accepts its connected stores', async () => {
    // The cached store expires before all IDs have been tried, so it is read again.
    const receiver = new WebhookReceiver(database.db, { keptMs: 1 })
    expect(await receive(receiver, connection)).toBe('stored')
    const strangers: string[] = []
    for (let at = 0; at < 310; at++) strangers.push(await receive(receiver, { ...connection, id: randomUUID() }))
    expect(strangers.filter((each) => each === 'unauthorized')).toHaveLength(300)
    expect(strangers.at(-1)).toBe('too many')
    expect(await receive(receiver, connection)).toBe('stored')
  })

  test('limits simultaneous look-ups of unknown IDs, but not of a connected store', async () => {
    const receiver = new WebhookReceiver(database.db)
    const own = Array.from({ length: 310 }, () => receive(receiver, connection))
    const strangers = Array.from({ length: 310 }, () => receive(receiver, { ...connection, id: randomUUID() }))
    expect((await Promise.all(own)).filter((each) => each === 'stored')).toHaveLength(310)
    expect((await Promise.all(strangers)).filter((each) => each === 'unauthorized')).toHaveLength(299)
  })

  test('accepts webhooks while the site is closed', async () => {
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'maintenance' })
    expect(await deliver()).toBe(200)
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'live' })
  })
})

describe('a click signal from a store', () => {
  const tell = async (kind: string, id: string) => {
    const answer = await shop.ask(`/api/v1/signals/${kind}?wtf_cid=${id}`, { origin: 'https://store.example' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  }

  test('is stored once per kind, for known clicks that have not expired', async () => {
    const product = await createProduct(database.db, { partnerId: connection.partnerId })
    const click = await createClick(database.db, product)
    const over = await createClick(database.db, product, { clickedAt: new Date(Date.now() - 31 * 86_400_000) })
    for (const [kind, id] of [
      ['landed', click.id],
      ['landed', click.id],
      ['cart', click.id],
      ['bought', click.id],
      ['landed', over.id],
      ['landed', 'wc_00000000000000000000000000'],
      ['landed', "wc_'--"],
    ] as const)
      await tell(kind, id)
    expect(
      await database.db.clickSignal.findMany({ orderBy: { kind: 'asc' }, select: { clickId: true, kind: true } }),
    ).toEqual([
      { clickId: click.id, kind: 'landed' },
      { clickId: click.id, kind: 'cart' },
    ])
  })
})
