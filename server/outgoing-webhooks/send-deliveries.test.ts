import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/setup/webhook-receiver.ts'
import { replayDelivery, sendTestEvent } from './deliveries.service.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import { EVENT_TYPES, type EventType } from './event-types.schema.ts'
import { MAX_KEPT, MAX_WAITING } from './outgoing-webhooks.schema.ts'
import { RETRY_AFTER, sendDeliveries } from './send-deliveries.ts'
import { createWebhook, rotateWebhookSecret, setWebhookState } from './webhooks.service.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'
const ALL = Object.keys(EVENT_TYPES) as EventType[]
let receiver: WebhookReceiver
beforeAll(async () => {
  configureSecrets([Buffer.alloc(32, 7)])
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = { status: 204 }
})

/** Creates an approved partner with a webhook to the receiver. */
async function subscriber(url = receiver.url) {
  const ask = { ...(await createPartnerAsk(here.db)), visit: createVisit({ siteUrl: SITE }) }
  const { webhookId, secret } = await createWebhook(ask, { url, eventTypes: ALL })
  return { ask, webhookId, secret }
}
const send = (webhookId: string) =>
  sendDeliveries({ db: here.db, siteUrl: SITE }, webhookId, new AbortController().signal)
const stored = (id: string) => here.db.outgoingDelivery.findUniqueOrThrow({ where: { id } })
const makeDue = (id: string) => here.db.outgoingDelivery.update({ where: { id }, data: { nextAt: new Date(0) } })
const webhookOf = (id: string) => here.db.outgoingWebhook.findUniqueOrThrow({ where: { id } })

describe('a delivery', () => {
  test('has a signature that the reference library accepts, and its response is kept', async () => {
    const { ask, webhookId, secret } = await subscriber()
    receiver.answer = { status: 200, body: `Thanks\u0000 <b>${'x'.repeat(2_000)}` }
    const { deliveryId } = await sendTestEvent(ask, { webhookId })
    expect(await send(webhookId)).toBeNull()
    expect(receiver.verified(secret)).toMatchObject([{ type: 'test', data: { webhookId } }])
    expect(receiver.received[0]).toMatchObject({ id: deliveryId, headers: { 'content-type': 'application/json' } })
    const delivery = await stored(deliveryId)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, responseStatus: 200, error: '' })
    expect(delivery.response).toMatch(/^Thanks {1,2}<b>x+$/)
    expect(delivery.response.length).toBeLessThanOrEqual(500)
    expect(await send(webhookId)).toBeNull()
    expect(receiver.received).toHaveLength(1)
  })

  test.each([301, 302, 400, 404, 500, 503])('is retried with the same ID after the response %i', async (status) => {
    const { ask, webhookId, secret } = await subscriber()
    receiver.answer = { status, headers: { location: `${receiver.url}/elsewhere` } }
    const { deliveryId } = await sendTestEvent(ask, { webhookId })
    expect(await send(webhookId)).toBeGreaterThan(0)
    const failed = await stored(deliveryId)
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, responseStatus: status })
    expect(failed.nextAt.getTime() - failed.attemptedAt!.getTime()).toBe(RETRY_AFTER[0]! * 1000)
    receiver.answer = { status: 204 }
    await makeDue(deliveryId)
    await send(webhookId)
    expect(await stored(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2 })
    // A redirect was not followed.
    expect(receiver.received.map(({ id }) => id)).toEqual([deliveryId, deliveryId])
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    receiver.verified(secret)
  })

  test('to a private address is refused, even if the webhook was stored with it', async () => {
    const { ask, webhookId } = await subscriber()
    await here.db.outgoingWebhook.update({ where: { id: webhookId }, data: { url: 'https://127.0.0.1/hooks' } })
    const { deliveryId } = await sendTestEvent(ask, { webhookId })
    await send(webhookId)
    expect(await stored(deliveryId)).toMatchObject({
      attempts: 1,
      responseStatus: null,
      error: 'the URL does not lead to a public address',
    })
  })
})

test('does not call ports other than 443 and 8443, even for a stored webhook', async () => {
  const { ask, webhookId } = await subscriber()
  await here.db.outgoingWebhook.update({ where: { id: webhookId }, data: { url: 'https://127.0.0.1:22/' } })
  const { deliveryId } = await sendTestEvent(ask, { webhookId })
  await send(webhookId)
  expect(await stored(deliveryId)).toMatchObject({ attempts: 1, error: 'we only call the ports 443 and 8443' })
})

test('counts an attempt as failed if the secret cannot be decrypted', async () => {
  const { ask, webhookId } = await subscriber()
  const { deliveryId } = await sendTestEvent(ask, { webhookId })
  await here.db.outgoingWebhook.update({ where: { id: webhookId }, data: { sealed: Buffer.alloc(60) } })
  expect(await send(webhookId)).toBeGreaterThan(0)
  expect(receiver.received).toEqual([])
  expect(await stored(deliveryId)).toMatchObject({ state: 'waiting', attempts: 1, error: 'internal error' })
})

describe('a webhook that fails for three days', () => {
  test('is retried for three days', () => {
    const hours = RETRY_AFTER.reduce((sum, seconds) => sum + seconds, 0) / 3600
    expect(hours).toBeGreaterThan(71)
    expect(hours).toBeLessThanOrEqual(72)
  })

  test('is switched off, its owner gets one email, and turning it on delivers pending events', async () => {
    const { ask, webhookId } = await subscriber()
    receiver.answer = { status: 500, body: 'down' }
    const first = await sendTestEvent(ask, { webhookId })
    for (let attempt = 0; attempt <= RETRY_AFTER.length; attempt++) {
      expect((await webhookOf(webhookId)).state).toBe('active')
      await makeDue(first.deliveryId)
      await send(webhookId)
    }
    const second = await here.db.outgoingDelivery.create({ data: { webhookId, eventType: 'test', body: '{}' } })
    expect(receiver.received).toHaveLength(RETRY_AFTER.length + 1)
    expect(await stored(first.deliveryId)).toMatchObject({ state: 'failed', attempts: RETRY_AFTER.length + 1 })
    expect(await webhookOf(webhookId)).toMatchObject({
      state: 'off',
      offReason: 'We could not deliver an event for three days.',
    })
    const mails = await here.db.mail.findMany({ where: { toAddress: ask.viewer.email } })
    expect(mails.map(({ kind }) => kind)).toEqual(['webhook_switched_off'])
    expect(mails[0]?.text).toContain(`${SITE}/brand/dashboard/connect-store/webhooks/${webhookId}`)
    await send(webhookId)
    await expect(sendTestEvent(ask, { webhookId })).rejects.toMatchObject({ code: 'conflict' })
    await expect(replayDelivery(ask, first)).rejects.toMatchObject({ code: 'conflict' })
    expect(receiver.received).toHaveLength(RETRY_AFTER.length + 1)
    receiver.answer = { status: 204 }
    await setWebhookState(ask, { webhookId, state: 'active' })
    await send(webhookId)
    expect(await stored(second.id)).toMatchObject({ state: 'delivered' })
    expect(await stored(first.deliveryId)).toMatchObject({ state: 'failed' })
    await replayDelivery(ask, first)
    await send(webhookId)
    expect(await stored(first.deliveryId)).toMatchObject({ state: 'delivered', attempts: 1 })
    expect(receiver.received.at(-1)?.id).toBe(first.deliveryId)
  })
})

test('a 410 response switches the webhook off immediately', async () => {
  const { ask, webhookId } = await subscriber()
  receiver.answer = { status: 410 }
  const { deliveryId } = await sendTestEvent(ask, { webhookId })
  await send(webhookId)
  expect(await stored(deliveryId)).toMatchObject({ state: 'failed', attempts: 1 })
  expect((await webhookOf(webhookId)).state).toBe('off')
})

test('the previous secret still verifies for a day after a rotation', async () => {
  const { ask, webhookId, secret: first } = await subscriber()
  const { secret: second } = await rotateWebhookSecret(ask, { webhookId })
  await sendTestEvent(ask, { webhookId })
  await send(webhookId)
  for (const secret of [first, second]) expect(receiver.verified(secret)).toHaveLength(1)
  const { secret: third } = await rotateWebhookSecret(ask, { webhookId })
  await sendTestEvent(ask, { webhookId })
  await send(webhookId)
  const verify = (secret: string) => {
    const { headers, body } = receiver.received.at(-1)!
    return () => new Webhook(secret).verify(body, headers as Record<string, string>)
  }
  expect(verify(second)).not.toThrow()
  expect(verify(third)).not.toThrow()
  expect(verify(first)).toThrow(/No matching signature/)
  await here.db.outgoingWebhook.update({ where: { id: webhookId }, data: { previousUntil: new Date() } })
  await sendTestEvent(ask, { webhookId })
  await send(webhookId)
  expect(verify(third)).not.toThrow()
  expect(verify(second)).toThrow(/No matching signature/)
})

test.each(['pending', 'rejected', 'suspended'] as const)(
  'nothing is sent to a %s partner',
  async (verificationStatus) => {
    const { ask, webhookId } = await subscriber()
    await sendTestEvent(ask, { webhookId })
    await here.db.partner.update({ where: { id: ask.partner.id }, data: { verificationStatus } })
    expect(await send(webhookId)).toBeNull()
    expect(receiver.received).toEqual([])
  },
)

const prove = (id: string) => here.db.outgoingWebhook.update({ where: { id }, data: { isProven: true } })
const addRows = (webhookId: string, count: number, given: { state?: string; attemptedAt?: Date } = {}) =>
  here.db.$executeRaw`
    INSERT INTO outgoing_deliveries (id, webhook_id, event_type, body, state, next_at, attempted_at)
    SELECT uuidv7(), ${webhookId}::uuid, 'test', '{}', ${given.state ?? 'waiting'}::outgoing_delivery_state, now(), ${given.attemptedAt ?? null}::timestamptz
    FROM generate_series(1, ${count}::int)`

describe('delivery limits', () => {
  test('a receiver that answers quickly gets hundreds of events a minute', async () => {
    const { webhookId } = await subscriber()
    await addRows(webhookId, 310)
    let nextTurn: number | null
    do nextTurn = await send(webhookId)
    while (nextTurn === 0)
    expect(nextTurn).toBeNull()
    expect(receiver.received).toHaveLength(310)
  })

  test('a URL that has never accepted an event gets one attempt every 15 seconds, and all events once it does', async () => {
    const { webhookId } = await subscriber()
    await addRows(webhookId, 12)
    receiver.answer = { status: 404 }
    expect([await send(webhookId), await send(webhookId)]).toEqual([15, 15])
    expect(receiver.received).toHaveLength(2)
    receiver.answer = { status: 204 }
    expect(await send(webhookId)).toBeNull()
    receiver.answer = { status: 404 }
    await addRows(webhookId, 12)
    receiver.received.length = 0
    expect(await send(webhookId)).toBe(5)
    expect(receiver.received).toHaveLength(5)
  })

  test('ten thousand orders at once do not switch a healthy webhook off', async () => {
    const { webhookId } = await subscriber()
    await prove(webhookId)
    await addRows(webhookId, 12_000)
    const { signal } = new AbortController()
    const isOver = vi.spyOn(signal, 'throwIfAborted')
    isOver
      .mockImplementationOnce(() => undefined)
      .mockImplementationOnce(() => {
        throw new Error('enough')
      })
    await expect(sendDeliveries({ db: here.db, siteUrl: SITE }, webhookId, signal)).rejects.toThrow('enough')
    expect(receiver.received).toHaveLength(5)
    expect((await webhookOf(webhookId)).state).toBe('active')
  })

  test('a slow batch ends early, so that other webhooks get their turn', async () => {
    const { webhookId } = await subscriber()
    await prove(webhookId)
    await addRows(webhookId, 12)
    const clock = vi.spyOn(performance, 'now')
    onTestFinished(() => clock.mockRestore())
    let time = 0
    clock.mockImplementation(() => (time += 1_001))
    expect(await send(webhookId)).toBe(0)
    expect(receiver.received).toHaveLength(5)
  })

  test('too many pending deliveries switch the webhook off', async () => {
    const { webhookId } = await subscriber()
    await addRows(webhookId, MAX_WAITING)
    await send(webhookId)
    expect(receiver.received).toEqual([])
    expect(await webhookOf(webhookId)).toMatchObject({
      state: 'off',
      offReason: expect.stringMatching(/100,000/) as string,
    })
  })

  test('the log keeps the last finished deliveries of each webhook, and none for longer than a month', async () => {
    const [one, other] = [await subscriber(), await subscriber()]
    await addRows(one.webhookId, MAX_KEPT + 3, { state: 'failed' })
    await addRows(one.webhookId, 2)
    await addRows(other.webhookId, 4, { state: 'delivered' })
    await here.db.outgoingDelivery.updateMany({
      where: { webhookId: other.webhookId },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    })
    await forgetDeliveries(here.db)
    const count = (webhookId: string) => here.db.outgoingDelivery.count({ where: { webhookId } })
    expect([await count(one.webhookId), await count(other.webhookId)]).toEqual([MAX_KEPT + 2, 0])
  })
})
