import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { randomOf, ROUNDS, SEED } from '#tests/durability/click-load.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/setup/webhook-receiver.ts'
import type { WebhooksProcess } from '#tests/setup/webhooks-process.ts'
import { addDelivery } from './record-event.ts'
import { createWebhook } from './webhooks.service.ts'

const here = useTestDatabase()
const PATIENCE = { timeout: 60_000, interval: 25 }
/** 50 in `npm run test:kill`. */
const KILLS = process.env.KILL_ROUNDS ? 2 * ROUNDS : 1
const EVENTS = 12
/** The job of a dead sender is released only after its heartbeat has expired. */
const ROUND_MS = 60_000
let receiver: WebhookReceiver
beforeAll(async () => {
  configureSecrets([TEST_KEY])
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

async function spawnSender(): Promise<ChildProcess> {
  const options: WebhooksProcess = {
    databaseUrl: here.url,
    origin: new URL(receiver.url).origin,
    secretsKey: TEST_KEY.toString('base64'),
  }
  const file = path.resolve(import.meta.dirname, '../../tests/setup/webhooks-process.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

test(
  `SIGKILL of the sender, ${KILLS} times: every event arrives, and a repeated one has the same ID (KILL_SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    const ask = { ...(await createPartnerAsk(here.db)), visit: createVisit({ siteUrl: 'https://wtf.example' }) }
    const { webhookId, secret } = await createWebhook(ask, { url: receiver.url, eventTypes: ['sale.created'] })
    const waiting = () => here.db.outgoingDelivery.count({ where: { webhookId, state: 'waiting' } })
    const ids: string[] = []
    // Verified in each round, because a signature is too old after five minutes.
    let verified = 0
    const verify = () => void (verified += receiver.verified(secret, verified).length)
    for (let kills = 0; kills < KILLS; kills++) {
      const child = await spawnSender()
      const exited = once(child, 'exit')
      const fatal = receiver.received.length + 1 + Math.floor(random() * EVENTS)
      // The receiver has the event, but its sender dies before it can record that.
      receiver.onRequest = () => void (receiver.received.length === fatal && child.kill('SIGKILL'))
      await here.db.$transaction(async (tx) => {
        for (let event = 0; event < EVENTS; event++)
          ids.push(await addDelivery(tx, webhookId, 'test', { event }, new Date()))
      })
      await exited
      expect(await waiting()).toBeGreaterThan(0)
      verify()
    }
    receiver.onRequest = () => undefined
    await spawnSender()
    await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENCE)
    const arrived = receiver.received.map(({ id }) => id)
    expect(new Set(arrived)).toEqual(new Set(ids))
    expect(arrived.length).toBeGreaterThan(ids.length)
    const bodies = new Map<string, string>()
    for (const { id, body } of receiver.received) {
      expect(bodies.get(id) ?? body).toBe(body)
      bodies.set(id, body)
    }
    verify()
    expect(verified).toBe(arrived.length)
  },
  (KILLS + 2) * ROUND_MS,
)
