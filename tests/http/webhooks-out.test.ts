import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { parseEnv } from '#server/platform/env.ts'
import { openSecretKeys } from '#server/platform/secret-keys.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { sendDeliveries } from '#server/outgoing-webhooks/send-deliveries.ts'
import { createUser } from '#tests/factories.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/setup/webhook-receiver.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
const PAGE = '/brand/dashboard/connect-store/webhooks'
let receiver: WebhookReceiver
beforeAll(async () => {
  configureSecrets(await openSecretKeys(shop.db, parseEnv({ DATA_DIR: inject('shopDataDir') })))
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = { status: 204 }
})

/** Creates a selling store with a signed-in owner. */
async function seller() {
  const owner = await createUser(shop.db, { role: 'partner' })
  const { partner, click } = await createSeller(shop.db, { ownerId: owner.id })
  return { partner, click, visitor: await shop.visitorAs(owner.id) }
}
const post = (visitor: Visitor, page: string, fields: Record<string, string>) =>
  visitor.open(page, { method: 'POST', body: new URLSearchParams(fields) })
/** Creates a webhook with the form and points it at the receiver, which has no public address. */
async function create(visitor: Visitor, partnerId: string) {
  const made = await post(visitor, PAGE, {
    form: 'create-webhook',
    url: 'https://hooks.example.com/wtf',
    eventTypes: 'sale.created',
  })
  const secret = made.texts('main pre').find((text) => text.startsWith('whsec_')) ?? ''
  const { id } = await shop.db.outgoingWebhook.findFirstOrThrow({ where: { partnerId } })
  await shop.db.outgoingWebhook.update({ where: { id }, data: { url: receiver.url } })
  return { id, secret, page: `${PAGE}/${id}` }
}
const send = (id: string) => sendDeliveries({ db: shop.db, siteUrl: shop.url }, id, new AbortController().signal)

test('an owner creates a webhook, receives a signed event of a sale, and resends it from the log', async () => {
  const { partner, click, visitor } = await seller()
  const empty = await visitor.open(PAGE)
  expect(empty.heading).toBe('Webhooks')
  expect(empty.text()).toContain('No webhooks yet.')
  const { id, secret, page } = await create(visitor, partner.id)
  expect(secret).toMatch(/^whsec_/)
  expect((await visitor.open(PAGE)).text()).not.toContain(secret)
  const order = storeOrder({ signals: [signal({ clickId: (await click()).id })] })
  await recordOrder(shop.db, partner.id, order, minutesAfter(ORDERED, 5))
  receiver.answer = { status: 500, body: 'The database is away.' }
  await send(id)
  const log = await visitor.open(page)
  for (const words of ['sale.created', 'Retrying', '1 attempt', 'Status 500', 'The database is away.'])
    expect(log.text()).toContain(words)
  receiver.answer = { status: 204 }
  await shop.db.outgoingDelivery.updateMany({ where: { webhookId: id }, data: { nextAt: new Date(0) } })
  await send(id)
  expect((await visitor.open(page)).text()).toContain('Delivered')
  const { id: deliveryId } = await shop.db.outgoingDelivery.findFirstOrThrow({ where: { webhookId: id } })
  await post(visitor, page, { form: `replay ${deliveryId}`, deliveryId })
  await send(id)
  expect(receiver.received.map((each) => each.id)).toEqual([deliveryId, deliveryId, deliveryId])
  expect(receiver.verified(secret).at(-1)).toMatchObject({ type: 'sale.created', data: { orderId: order.id } })
})

test('the owner pauses and resumes a webhook, replaces its secret and deletes it', async () => {
  const { partner, visitor } = await seller()
  const { id, secret, page } = await create(visitor, partner.id)
  await post(visitor, page, { form: 'set-state', state: 'paused' })
  const paused = await visitor.open(page)
  expect(paused.text()).toContain('Paused')
  expect(paused.text()).not.toContain('Send a test event')
  await post(visitor, page, { form: 'set-state', state: 'active' })
  await post(visitor, page, { form: 'send-test' })
  const rotated = await post(visitor, page, { form: 'rotate' })
  const next = rotated.texts('main pre').find((text) => text.startsWith('whsec_')) ?? ''
  expect(next).toMatch(/^whsec_/)
  expect(next).not.toBe(secret)
  await send(id)
  for (const each of [secret, next]) expect(receiver.verified(each)).toMatchObject([{ type: 'test' }])
  await post(visitor, page, { form: 'delete' })
  expect((await visitor.ask(page)).status).toBe(404)
})

test('an invalid form explains how to correct it, and other stores see nothing', async () => {
  const { partner, visitor } = await seller()
  const refused = await post(visitor, PAGE, { form: 'create-webhook', url: 'http://hooks.example.com', eventTypes: '' })
  expect(refused.status).toBe(400)
  const { page } = await create(visitor, partner.id)
  const other = await seller()
  expect((await other.visitor.ask(page)).status).toBe(404)
  const { id: deliveryId } = await shop.db.outgoingDelivery.create({
    data: { webhookId: page.split('/').at(-1)!, eventType: 'test', body: '{}', state: 'failed' },
  })
  await post(other.visitor, page, { form: `replay ${deliveryId}`, deliveryId })
  await post(other.visitor, page, { form: 'delete' })
  expect(await shop.db.outgoingDelivery.findUnique({ where: { id: deliveryId } })).toMatchObject({ state: 'failed' })
})
