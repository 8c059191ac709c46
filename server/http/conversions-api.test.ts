import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { signPostback } from '#server/sales/conversions-api/postback.service.ts'
import { createKey, revokeKey } from '#server/sales/conversions-api/store-keys.service.ts'
import { NO_STORE } from '#server/sales/find-sale.ts'
import { MAX_HELD } from '#server/sales/held-orders/hold-order.ts'
import { inTurn, recordOrder } from '#server/sales/record-order.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

beforeAll(() => configureSecrets([randomBytes(32)]))

let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { visit: ReturnType<typeof createVisit> }
let key: string
let clickId: string
let number = 0

beforeEach(async () => {
  ask = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  await database.db.partnerAgreement.create({
    data: { partnerId: ask.partner.id, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: at(-99) },
  })
  key = (await createKey(ask, { name: 'Server', kind: 'bearer' })).secret
  clickId = (await clickTo(ask.partner.id)).id
})

const clickTo = async (partnerId: string, given: object = {}) =>
  createClick(database.db, await createProduct(database.db, { partnerId }), { clickedAt: at(-3), ...given })

const paid = (given: object = {}) => ({
  type: 'order.paid',
  order_id: `order ${++number}`,
  occurred_at: at(-1).toISOString(),
  currency: 'USD',
  click_id: clickId,
  lines: [{ id: '1', title: 'Wool coat', quantity: 2, price: '50.00', discount: '10.00' }],
  ...given,
})

async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await shop.ask(
    '/api/v1/conversions',
    { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
  )
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests compare the fields of the body
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
/** Returns recorded events with their times shifted together, so that they are recent. */
function shifted(json: unknown) {
  const events = json as Array<{ occurred_at: string }>
  const offset = Date.now() - HOUR_MS - Math.max(...events.map((event) => Date.parse(event.occurred_at)))
  const moved = events.map((event) => ({
    ...event,
    occurred_at: new Date(Date.parse(event.occurred_at) + offset).toISOString(),
  }))
  return { at: Math.min(...moved.map((event) => Date.parse(event.occurred_at))), events: moved }
}

const sale = (orderId: string) =>
  database.db.conversion.findFirst({ where: { partnerId: ask.partner.id, externalId: orderId } })

describe('POST /api/v1/conversions', () => {
  test('records an order with its click once, however often it is sent', async () => {
    const event = paid()
    const first = await send(event)
    expect(first).toMatchObject({
      status: 200,
      body: { order_id: event.order_id, outcome: 'recorded', status: 'pending', match: { level: 'A' } },
    })
    expect((await send(event)).body).toMatchObject({ outcome: 'unchanged', conversion_id: first.body.conversion_id })
    expect(await sale(event.order_id)).toMatchObject({ netMinor: 9_000n, source: 'api', clickId })
    expect(await database.db.commissionEntry.count({ where: { partnerId: ask.partner.id } })).toBe(1)
  })

  test('ignores an order without our signals, and reports it as ignored', async () => {
    const event = paid({ click_id: undefined })
    expect((await send(event)).body).toMatchObject({ outcome: 'ignored', conversion_id: null })
    expect(await sale(event.order_id)).toBeNull()
    const withCode = paid({ click_id: undefined, discount_codes: ['WELCOME10'] })
    expect((await send(withCode)).body).toMatchObject({ outcome: 'ignored', conversion_id: null })
    expect(await sale(withCode.order_id)).toBeNull()
  })

  test('refunds by line, cancels known orders, and returns the state of an order', async () => {
    const event = paid()
    await send(event)
    const refund = {
      type: 'order.refunded',
      order_id: event.order_id,
      refund_id: 'r1',
      occurred_at: at(0).toISOString(),
      currency: 'USD',
      lines: [{ id: '1', quantity: 1, amount: '45.00' }],
    }
    expect((await send(refund)).body).toMatchObject({ outcome: 'recorded', status: 'pending' })
    expect((await send(refund)).body).toMatchObject({ outcome: 'unchanged' })
    const asked = await shop.ask(`/api/v1/conversions/${encodeURIComponent(event.order_id)}`, {
      authorization: `Bearer ${key}`,
    })
    expect(await asked.json()).toMatchObject({ net: '45.00', refunded: '45.00', currency: 'USD', status: 'pending' })
    const cancel = { type: 'order.cancelled', order_id: event.order_id, occurred_at: at(-2).toISOString() }
    expect((await send(cancel)).body).toMatchObject({ outcome: 'recorded', status: 'cancelled' })
    // Sending the order again does not restore it.
    expect((await send({ ...event, occurred_at: at(0).toISOString() })).body).toMatchObject({ status: 'cancelled' })
  })

  test('applies refunds and cancellations to existing sales after the partner has replaced its store', async () => {
    const former = await createConnection(database.db, ask.partner.id)
    const event = paid()
    const order_id = event.order_id
    await send(event)
    await database.db.shopifyConnection.update({ where: { id: former.id }, data: { status: 'revoked' } })
    await createConnection(database.db, ask.partner.id)
    const about = { order_id, occurred_at: at(0).toISOString() }
    const refund = { type: 'order.refunded', ...about, refund_id: 'r', currency: 'USD', amount: '10.00' }
    const get = () =>
      shop.ask(`/api/v1/conversions/${encodeURIComponent(order_id)}`, { authorization: `Bearer ${key}` })
    expect((await send(refund)).body).toMatchObject({ outcome: 'recorded', status: 'pending' })
    expect(await (await get()).json()).toMatchObject({ refunded: '10.00' })
    const cancel = { type: 'order.cancelled', ...about }
    expect((await send(cancel)).body).toMatchObject({ outcome: 'recorded', status: 'cancelled' })

    // With a second order of the same number and no time, we cannot tell which one is meant.
    const other = storeOrder({ source: 'woocommerce', id: order_id, signals: [signal({ clickId })] })
    await recordOrder(database.db, ask.partner.id, other, at(0), { storeId: NO_STORE })
    const { body } = await send({ events: [refund, cancel] })
    expect(body.results).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }])
    expect(body.results[0].problem).toContain('Several of your orders have this number')
    expect((await get()).status).toBe(409)
    expect((await send(refund)).status).toBe(409)
    expect(await database.db.orderRefund.count({ where: { externalOrderId: order_id } })).toBe(1)
  })

  test('stores a refund that arrives before its order', async () => {
    const event = paid()
    const about = { order_id: event.order_id, occurred_at: at(0).toISOString() }
    const refund = { type: 'order.refunded', ...about, refund_id: 'r', currency: 'USD' }
    expect((await send({ ...refund, lines: [{ id: '1', amount: '40.00' }] })).body).toMatchObject({
      outcome: 'recorded',
      conversion_id: null,
    })
    await send(event)
    expect(await sale(event.order_id)).toMatchObject({ netMinor: 5_000n })
  })

  test('stores a cancellation that arrives before its order, and applies it when the order arrives', async () => {
    const file = path.join(import.meta.dirname, '../sales/conversions-api/fixtures/26-cancelled-before-its-order.json')
    const { at: firstAt, events } = shifted(JSON.parse((await fs.readFile(file, 'utf8')).replaceAll('CLICK', clickId)))
    await database.db.outboundClick.update({ where: { id: clickId }, data: { clickedAt: new Date(firstAt - HOUR_MS) } })
    const [cancelled, ...orders] = events
    for (let times = 0; times < 2; times++)
      expect(await send(cancelled)).toMatchObject({
        status: 200,
        body: { outcome: 'recorded', match: { reason: 'We will apply it when the order arrives.' } },
      })
    for (const order of orders) expect(await send(order)).toMatchObject({ status: 200 })
    expect(await sale('Z-501')).toMatchObject({ status: 'cancelled', netMinor: 0n })
    expect(await sale('Z-502')).toMatchObject({ status: 'pending', netMinor: 8_800n })
    expect(await database.db.commissionEntry.count({ where: { conversionId: (await sale('Z-501'))?.id } })).toBe(0)
    expect(await database.db.commissionEntry.count({ where: { conversionId: (await sale('Z-502'))?.id } })).toBe(1)
    expect(await database.db.orderCancellation.count()).toBe(0)
  })

  test('keeps the latest 1,000 cancellations of unknown orders, and drops the oldest', async () => {
    const kept = Array.from({ length: 1_000 }, (_, index) => ({
      partnerId: ask.partner.id,
      externalOrderId: `unknown ${index}`,
      cancelledAt: at(-1),
      createdAt: new Date(at(-1).getTime() + index),
    }))
    await database.db.orderCancellation.createMany({ data: kept })
    const cancel = { type: 'order.cancelled', occurred_at: at(0).toISOString() }
    for (const order of ['one more', 'unknown 1'])
      expect((await send({ ...cancel, order_id: order })).body).toMatchObject({ outcome: 'recorded' })
    const left = await database.db.orderCancellation.findMany({
      where: { partnerId: ask.partner.id },
      orderBy: { createdAt: 'asc' },
    })
    expect([left.length, left[0]?.externalOrderId, left.at(-1)?.externalOrderId]).toEqual([
      1_000,
      'unknown 1',
      'one more',
    ])
  })

  test('accepts or rejects each event of a batch separately', async () => {
    const event = paid()
    const answer = await send({
      events: [event, { ...paid(), order_id: event.order_id, currency: 'EUR' }],
    })
    expect(answer.status).toBe(207)
    expect(answer.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['recorded', 'refused'])
  })

  test.each<[string, object, string]>([
    ['a negative amount', { lines: [{ id: '1', title: 'Coat', quantity: 1, price: '-1.00' }] }, 'lines[0].price'],
    ['a number for an amount', { lines: [{ id: '1', title: 'Coat', quantity: 1, price: 1 }] }, 'lines[0].price'],
    ['too many decimals', { currency: 'JPY' }, 'lines[0].price'],
    ['an unknown currency', { currency: 'XYQ' }, 'currency'],
    [
      'a discount above the price',
      { lines: [{ id: '1', title: 'C', quantity: 1, price: '1', discount: '2' }] },
      'lines[0].discount',
    ],
    [
      'lines with the same ID',
      { lines: [1, 2].map(() => ({ id: '1', title: 'C', quantity: 1, price: '1' })) },
      'lines[1].id',
    ],
    ['no lines', { lines: [] }, 'lines'],
    ['no time zone', { occurred_at: '2026-11-23T12:00:00' }, 'occurred_at'],
    ['a time in the future', { occurred_at: at(7 * 24).toISOString() }, 'occurred_at'],
    ['an email address as the hash', { customer_hash: 'ada@example.com' }, 'customer_hash'],
    ['a character that cannot be stored', { order_id: 'a\0b' }, 'order_id'],
    ['half a surrogate pair', { order_id: 'a\ud800' }, 'order_id'],
    ['an unknown field', { email: 'ada@example.com' }, 'The body'],
  ])('rejects %s, and names the field', async (_, given, field) => {
    const answer = await send(paid(given))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body.detail).toContain(field)
    expect(await database.db.conversion.count({ where: { partnerId: ask.partner.id } })).toBe(0)
  })

  test('accepts a zero-value order, without commission', async () => {
    const event = paid({ lines: [{ id: '1', title: 'Gift', quantity: 1, price: '0' }] })
    expect((await send(event)).body).toMatchObject({ status: 'cancelled' })
    expect(await database.db.commissionEntry.count({ where: { partnerId: ask.partner.id } })).toBe(0)
  })

  test('rejects large bodies, deep nesting and invalid JSON', async () => {
    expect(await send(JSON.stringify({ type: 'x'.repeat(2 ** 20) }))).toMatchObject({ status: 413 })
    expect(await send('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject({ status: 400 })
    expect(await send('{"type":')).toMatchObject({ status: 400 })
    expect(await send('null')).toMatchObject({ status: 422 })
  })

  test('accepts two orders for one click, and matches an order to its latest click', async () => {
    const [one, other] = [paid(), paid()]
    expect((await send(one)).body).toMatchObject({ match: { level: 'A' } })
    expect((await send(other)).body).toMatchObject({ match: { level: 'A' } })
    const later = await clickTo(ask.partner.id, { clickedAt: at(-2) })
    await send({ ...one, click_id: later.id })
    expect(await sale(one.order_id)).toMatchObject({ clickId: later.id })
  })

  test("does not match another partner's click, and returns the reason", async () => {
    const stranger = await createPartnerAsk(database.db)
    const { id } = await clickTo(stranger.partner.id)
    const { body } = await send(paid({ click_id: id }))
    expect(body.match.level).toBeNull()
    expect(body.match.reason).toContain('another store')
  })

  test('rejects a different currency for a known order', async () => {
    const event = paid()
    await send(event)
    expect(await send({ ...event, currency: 'EUR' })).toMatchObject({ status: 409 })
  })

  test('does not change an order that a connected Shopify store reports', async () => {
    const { id, partnerId } = { id: `order ${++number}`, partnerId: ask.partner.id }
    await createConnection(database.db, partnerId)
    const order = storeOrder({ id, orderedAt: at(-2).toISOString(), currency: 'USD', signals: [signal({ clickId })] })
    await recordOrder(database.db, partnerId, order, at(-1))
    const before = await sale(id)
    const about = { order_id: id, occurred_at: at(0).toISOString() }
    const refund = { type: 'order.refunded', ...about, refund_id: 'r', currency: 'USD', amount: '100.00' }
    for (const event of [paid({ order_id: id }), { type: 'order.cancelled', ...about }, refund])
      expect(await send(event)).toMatchObject({
        status: 409,
        body: { detail: 'Your Shopify store already reports this order.' },
      })
    expect(await sale(id)).toEqual(before)
  })

  test('stores at most 200 refunds per order, and rejects further ones', async () => {
    const event = paid()
    await send(event)
    const refunds = Array.from({ length: 200 }, (_, index) => ({
      partnerId: ask.partner.id,
      externalOrderId: event.order_id,
      externalId: `r${index}`,
      refundedAt: at(-1),
      lines: [],
      otherMinor: 1,
    }))
    await database.db.orderRefund.createMany({ data: refunds })
    const refund = (id: string) => ({
      type: 'order.refunded',
      order_id: event.order_id,
      occurred_at: at(0).toISOString(),
      currency: 'USD',
      refund_id: id,
      amount: '0.02',
    })
    const answer = await send({ events: [refund('one more'), refund('r0')] })
    expect(answer.status).toBe(207)
    expect(answer.body.results).toMatchObject([
      { outcome: 'refused', problem: 'An order can have up to 200 refunds.' },
      { outcome: 'recorded' },
    ])
    expect(await send(refund('one more'))).toMatchObject({ status: 409 })
  })

  test("returns only the partner's own orders", async () => {
    const event = paid()
    await send(event)
    const stranger = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
    const { secret } = await createKey(stranger, { name: 'Theirs', kind: 'bearer' })
    const asked = await shop.ask(`/api/v1/conversions/${encodeURIComponent(event.order_id)}`, {
      authorization: `Bearer ${secret}`,
    })
    expect(asked.status).toBe(404)
  })

  test('works while the site is closed, and from any origin', async () => {
    await database.db.siteSettings.updateMany({ data: { state: 'maintenance' } })
    expect(await send(paid(), { origin: 'https://elsewhere.example', cookie: 'a=b' })).toMatchObject({ status: 200 })
    await database.db.siteSettings.updateMany({ data: { state: 'live' } })
  })
})

describe('keys', () => {
  test('return 401 if they are missing, unknown or revoked, or if the partner is not approved', async () => {
    expect(await send(paid(), { authorization: '' })).toMatchObject({ status: 401 })
    expect(await send(paid(), { authorization: `Bearer wtf_${'a'.repeat(43)}` })).toMatchObject({ status: 401 })
    const { id } = await database.db.storeKey.findFirstOrThrow({ where: { partnerId: ask.partner.id } })
    await database.db.partner.update({ where: { id: ask.partner.id }, data: { verificationStatus: 'suspended' } })
    expect(await send(paid())).toMatchObject({ status: 401 })
    const change = (data: object) => database.db.partner.update({ where: { id: ask.partner.id }, data })
    await change({ verificationStatus: 'pending' })
    expect(await send(paid())).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('while your store is approved') as string },
    })
    expect(await database.db.conversion.count({ where: { partnerId: ask.partner.id } })).toBe(0)
    await change({ verificationStatus: 'approved' })
    expect(await send(paid())).toMatchObject({ status: 200 })
    await revokeKey(ask, { keyId: id })
    expect(await send(paid())).toMatchObject({ status: 401 })
  })

  test('are stored only as a hash, and record their last use at most once a minute', async () => {
    await send(paid())
    const kept = await database.db.storeKey.findFirstOrThrow({ where: { partnerId: ask.partner.id } })
    expect(Buffer.from(kept.keyHash ?? [])).toEqual(createHash('sha256').update(key).digest())
    expect(JSON.stringify(kept)).not.toContain(key.slice(10))
    expect(kept.lastUsedAt).not.toBeNull()
    await send(paid())
    const again = await database.db.storeKey.findFirstOrThrow({ where: { partnerId: ask.partner.id } })
    expect(again.lastUsedAt).toEqual(kept.lastUsedAt)
  })
})

describe('Idempotency-Key', () => {
  test('repeats the response to an identical call, and rejects a different one', async () => {
    const event = paid()
    const first = await send(event, { 'idempotency-key': 'a' })
    expect(first.body).toMatchObject({ outcome: 'recorded' })
    expect((await send(event, { 'idempotency-key': 'a' })).body).toEqual(first.body)
    expect(await send(paid(), { 'idempotency-key': 'a' })).toMatchObject({ status: 409 })
  })

  test('returns 409 while the first call is in progress, unless it has stalled', async () => {
    const event = paid()
    const requestHash = Uint8Array.from(createHash('sha256').update(JSON.stringify(event)).digest())
    const underWay = { partnerId: ask.partner.id, key: 'b', requestHash }
    await database.db.idempotentCall.create({ data: underWay })
    const answer = await send(event, { 'idempotency-key': 'b' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1'])
    await database.db.idempotentCall.updateMany({ where: { key: 'b' }, data: { createdAt: at(-1) } })
    expect((await send(event, { 'idempotency-key': 'b' })).body).toMatchObject({ outcome: 'recorded' })
  })

  test('does not store a temporary error', async () => {
    await database.db.heldOrder.createMany({
      data: Array.from({ length: MAX_HELD }, (_, index) => ({
        partnerId: ask.partner.id,
        externalId: `held ${index}`,
        order: {},
        source: 'api' as const,
        currency: 'USD',
        valueMinor: 200_000_00n,
      })),
    })
    const large = paid({ lines: [{ id: '1', title: 'Wool coats', quantity: 1, price: '200000.00' }] })
    expect(await send(large, { 'idempotency-key': 'd' })).toMatchObject({ status: 429 })
    await database.db.heldOrder.deleteMany({ where: { partnerId: ask.partner.id } })
    expect((await send(large, { 'idempotency-key': 'd' })).body).toMatchObject({ outcome: 'held' })
  })

  test('accepts more than ten thousand calls a day, but stores no further responses', async () => {
    await database.db.$executeRaw`
      INSERT INTO idempotent_calls (partner_id, key, request_hash)
      SELECT ${ask.partner.id}::uuid, 'full' || place, '' FROM generate_series(1, 10000) place`
    expect((await send(paid(), { 'idempotency-key': 'e' })).body).toMatchObject({ outcome: 'recorded' })
    expect(await database.db.idempotentCall.count({ where: { partnerId: ask.partner.id, key: 'e' } })).toBe(0)
  })

  test.each(['\ud800', '\0'])('repeats an error about characters that the database cannot store (%j)', async (text) => {
    const headers = { 'idempotency-key': `kept-${text.charCodeAt(0)}` }
    const event = paid({ [text]: 1 })
    const first = await send(event, headers)
    expect(first.status).toBe(422)
    expect((await send(event, headers)).body).toEqual(first.body)
  })

  test('processes simultaneous identical calls once', async () => {
    const event = paid()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(event, { 'idempotency-key': 'c' })))
    expect(answers.map(({ body }) => body)).toEqual(Array(5).fill(answers[0]?.body))
    expect(await database.db.conversion.count({ where: { partnerId: ask.partner.id } })).toBe(1)
  })
})

describe('/api/v1/postback', () => {
  const seconds = (hours: number) => String(Math.floor(at(hours).getTime() / 1000))
  const call = async (
    { keyId, secret }: { keyId: string; secret: string },
    given: Record<string, string>,
    changed: Record<string, string> = {},
    method = 'GET',
  ) => {
    const query = new URLSearchParams({ ...given, sig: signPostback(secret, given), ...changed })
    const response = await shop.ask(`/api/v1/postback/${keyId}?${query}`, {}, { method })
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests compare the fields of the body
    return { status: response.status, body: (await response.json()) as any }
  }
  const order = () => ({ order_id: `#${++number}`, amount: '49.90', currency: 'USD', wtf_cid: clickId, ts: seconds(0) })

  test('records a signed order, its refund and its cancellation by GET or POST', async () => {
    const holder = await createKey(ask, { name: 'Address', kind: 'postback' })
    const given = order()
    expect(await call(holder, given)).toMatchObject({ status: 200, body: { outcome: 'recorded', status: 'pending' } })
    expect(await call(holder, given, {}, 'POST')).toMatchObject({ body: { outcome: 'unchanged' } })
    expect(await sale(given.order_id)).toMatchObject({ netMinor: 4_990n, source: 'postback' })
    const { order_id, currency, ts } = given
    const refund = { event: 'order.refunded', order_id, currency, ts, refund_id: 'r', amount: '9.90' }
    expect(await call(holder, refund)).toMatchObject({ body: { outcome: 'recorded' } })
    expect(await sale(given.order_id)).toMatchObject({ netMinor: 4_000n })
    expect(await call(holder, { event: 'order.cancelled', order_id, ts })).toMatchObject({
      body: { status: 'cancelled' },
    })
  })

  test("rejects a changed amount, another key's secret, an expired timestamp and a revoked key", async () => {
    const holder = await createKey(ask, { name: 'Address', kind: 'postback' })
    expect(await call(holder, order(), { amount: '4990.00' })).toMatchObject({ status: 401 })
    expect(await call({ ...holder, secret: 'another' }, order())).toMatchObject({ status: 401 })
    expect(await call(holder, { ...order(), ts: seconds(-25) })).toMatchObject({ status: 401 })
    expect(await call(holder, { ...order(), ts: seconds(1) })).toMatchObject({ status: 401 })
    expect(await call(holder, { ...order(), ts: seconds(-23) })).toMatchObject({ status: 200 })
    expect(await call(holder, { ...order(), amount: '1&currency=EUR' })).toMatchObject({ status: 422 })
    await revokeKey(ask, { keyId: holder.keyId })
    expect(await call(holder, order())).toMatchObject({ status: 401 })
    expect((await shop.ask('/api/v1/postback/nobody?sig=a')).status).toBe(401)
  })

  test('stores its secret encrypted', async () => {
    const { keyId, secret } = await createKey(ask, { name: 'Address', kind: 'postback' })
    const kept = await database.db.storeKey.findUniqueOrThrow({ where: { id: keyId } })
    expect(Buffer.from(kept.sealed ?? []).includes(secret)).toBe(false)
    expect(kept.keyHash).toBeNull()
  })
})

test('GET /api/v1/openapi.json describes the API from the schemas that parse it', async () => {
  const document = (await (await shop.ask('/api/v1/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, object>
    components: { schemas: Record<string, { oneOf?: Array<{ required: string[] }> }> }
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/conversions', '/conversions/{order_id}', '/postback/{key_id}']),
  )
  expect(document.components.schemas.ConversionEvent?.oneOf?.[0]?.required).toEqual(
    expect.arrayContaining(['type', 'order_id', 'occurred_at', 'currency', 'lines']),
  )
})

test('runs one call of a partner at a time, queues four, and returns 429 for more', async () => {
  const lock = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<undefined>()
  const holding = inTurn(database.db, ask.partner.id, () => {
    held.resolve(undefined)
    return lock.promise
  })
  await held.promise
  const answers: Array<Awaited<ReturnType<typeof send>>> = []
  const calls = Array.from({ length: 12 }, async () => answers.push(await send(paid())))
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(7)
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(Array(7).fill([429, '1']))
  const stranger = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  const { secret } = await createKey(stranger, { name: 'Theirs', kind: 'bearer' })
  expect(await send(paid(), { authorization: `Bearer ${secret}` })).toMatchObject({ status: 200 })
  lock.resolve(undefined)
  await Promise.all([holding, ...calls])
  expect(answers.slice(7).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('limits lines by partner across all keys, and explains the wait', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: String(index), title: 'Coat', quantity: 1, price: '1' }))
  const first = await send(paid({ lines: lines(3) }))
  expect(first.headers.get('ratelimit-policy')).toBe('"lines";q=20000;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"lines";r=19997;t=\d+$/)
  shop.budget.spend(ask.partner.id, 'lines', 18_997)
  const { secret } = await createKey(ask, { name: 'Another', kind: 'bearer' })
  const other = { authorization: `Bearer ${secret}` }
  const event = paid({ lines: lines(1_000) })
  expect((await send(event, other)).status).toBe(200)
  const refused = paid()
  const answer = await send(refused, other)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.body.detail).toMatch(
    /20,000 lines a minute\. You have 0 lines left in this minute, and this request needs 1 lines/,
  )
  expect(await sale(refused.order_id)).toBeNull()
  const stranger = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  const theirs = (await createKey(stranger, { name: 'Theirs', kind: 'bearer' })).secret
  expect((await send(paid(), { authorization: `Bearer ${theirs}` })).status).toBe(200)
})

test('charges a batch of events before it records any of them', async () => {
  shop.budget.spend(ask.partner.id, 'lines', 19_999)
  const events = [paid(), paid()]
  expect((await send({ events })).status).toBe(429)
  expect(await database.db.conversion.count({ where: { partnerId: ask.partner.id } })).toBe(0)
})

// This test is last: it uses up the shared limit.
test('returns 429 after thirty guessed keys a minute, while known keys from the same address still work', async () => {
  const wrong = () => `Bearer wtf_${randomBytes(32).toString('base64url')}`
  const visit = createVisit()
  const { secret: unused } = await createKey({ ...ask, visit }, { name: 'Not used yet', kind: 'bearer' })
  const postback = await createKey({ ...ask, visit }, { name: 'Address', kind: 'postback' })
  const call = (secret: string, { keyId } = postback, hours = 0) => {
    const given = { order_id: 'o', amount: '5', currency: 'USD', ts: String(Math.floor(at(hours).getTime() / 1000)) }
    const query = new URLSearchParams({ ...given, sig: signPostback(secret, given) })
    return shop.ask(`/api/v1/postback/${keyId}?${query}`).then(({ status }) => status)
  }
  expect([(await send(paid())).status, await call(postback.secret)]).toEqual([200, 200])
  const status = async (authorization: string) => (await send(paid(), { authorization })).status
  // A malformed key does not count towards the limit.
  for (let at = 0; at < 40; at++) expect(await status('Bearer wtf_no')).toBe(401)
  let last = 0
  for (let at = 0; at < 31; at++) last = await status(wrong())
  expect([last, await status(wrong())]).toEqual([429, 429])
  expect([(await send(paid())).status, await call(postback.secret)]).toEqual([200, 200])
  // The key is not looked up.
  expect(await status(`Bearer ${unused}`)).toBe(429)
  // Calls that are too old are not looked up, so they do not confirm a key.
  const newOne = await createKey({ ...ask, visit }, { name: 'New address', kind: 'postback' })
  expect([await call(newOne.secret, newOne, -25), await call(newOne.secret, newOne)]).toEqual([401, 429])
  // A stranger who knows a postback's id cannot lock out its partner.
  expect([await call('another'), await call(postback.secret)]).toEqual([401, 200])
  const key = await database.db.storeKey.findFirstOrThrow({ where: { partnerId: ask.partner.id, name: 'Server' } })
  await revokeKey(ask, { keyId: key.id })
  expect([(await send(paid())).status, (await send(paid())).status]).toEqual([401, 429])
})
