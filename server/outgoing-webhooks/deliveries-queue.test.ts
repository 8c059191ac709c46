import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { allowedOwnOrigins, allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { startQueues } from '#server/platform/queue.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/setup/webhook-receiver.ts'
import { sendTestEvent } from './deliveries.service.ts'
import { deliveriesQueue } from './deliveries-queue.ts'
import { MAX_WEBHOOKS } from './outgoing-webhooks.schema.ts'
import { createWebhook } from './webhooks.service.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'
const PATIENCE = { timeout: 60_000, interval: 25 }
let receiver: WebhookReceiver
beforeAll(async () => {
  configureSecrets([TEST_KEY])
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

async function subscriber() {
  const ask = { ...(await createPartnerAsk(here.db)), visit: createVisit({ siteUrl: SITE }) }
  const { webhookId, secret } = await createWebhook(ask, { url: receiver.url, eventTypes: ['sale.created'] })
  return { ask, webhookId, secret }
}
const waiting = (webhookId: string) => here.db.outgoingDelivery.count({ where: { webhookId, state: 'waiting' } })

test('delivers an event when its transaction commits, and retries a failed delivery', async () => {
  const { ask, webhookId, secret } = await subscriber()
  const queue = deliveriesQueue({ db: here.db, databaseUrl: here.url, siteUrl: SITE, lookEverySeconds: 1 })
  const running = startQueues({ databaseUrl: here.url, queues: [queue] })
  onTestFinished(running.stop)
  await running.ready
  receiver.answer = { status: 503 }
  const { deliveryId } = await sendTestEvent(ask, { webhookId })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), PATIENCE)
  receiver.answer = { status: 204 }
  await vi.waitFor(async () => expect(await waiting(webhookId)).toBe(0), PATIENCE)
  expect(receiver.verified(secret).map(({ type }) => type)).toEqual(['test', 'test'])
  expect(receiver.received.map(({ id }) => id)).toEqual([deliveryId, deliveryId])
}, 90_000)

test('five webhooks of a store that never respond do not delay another store', async () => {
  const silent = http.createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  allowOwnOrigins([...allowedOwnOrigins(), origin])
  let open = 0
  silent.on('request', (_, response) => {
    open++
    response.on('close', () => open--)
  })
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  receiver.answer = { status: 204 }
  const slow = { ...(await createPartnerAsk(here.db)), visit: createVisit({ siteUrl: SITE }) }
  for (let n = 0; n < MAX_WEBHOOKS; n++) {
    const { webhookId } = await createWebhook(slow, { url: `${origin}/${n}`, eventTypes: ['sale.created'] })
    await sendTestEvent(slow, { webhookId })
  }
  const running = startQueues({
    databaseUrl: here.url,
    queues: [deliveriesQueue({ db: here.db, databaseUrl: here.url, siteUrl: SITE, lookEverySeconds: 1 })],
  })
  onTestFinished(running.stop)
  await vi.waitFor(() => expect(open).toBe(MAX_WEBHOOKS), PATIENCE)
  const { ask, webhookId } = await subscriber()
  await sendTestEvent(ask, { webhookId })
  await vi.waitFor(async () => expect(await waiting(webhookId)).toBe(0), PATIENCE)
}, 90_000)
