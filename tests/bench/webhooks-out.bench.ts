import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { deliveriesQueue } from '#server/outgoing-webhooks/deliveries-queue.ts'
import { newSecret, sealWebhookSecrets } from '#server/outgoing-webhooks/webhook-secret.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { startQueues } from '#server/platform/queue.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createPartner } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { startWebhookReceiver } from '#tests/setup/webhook-receiver.ts'
import type { Lifetime } from './lifetime.ts'
import { holdPostgres } from './shop-under-test.ts'

const WEBHOOKS = 10
/** Events per webhook. */
const EVENTS = 300
const PATIENCE_MS = 300_000

/** The number of concurrent requests of the bare sender: as many as our sender has with these webhooks. */
const AT_ONCE = 50

/**
 * Measures how many events per second one process delivers to a receiver on this machine that responds at once.
 * Compares it with a bare sender, which signs and sends each event, records it with one UPDATE, and checks nothing.
 */
export async function benchmarkWebhooksOut(lifetime: Lifetime): Promise<string> {
  const dataDir = await createDataDir('wtf-webhooks-out-')
  lifetime.add(() => removeDataDir(dataDir))
  const { url: databaseUrl } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(databaseUrl)
  configureSecrets([TEST_KEY])
  const receiver = await startWebhookReceiver()
  lifetime.add(receiver.stop)
  const db = connect(databaseUrl, { poolSize: 8 })
  lifetime.add(() => db.$disconnect())
  for (let made = 0; made < WEBHOOKS; made++) {
    const [id, { id: partnerId }] = [newId(), await createPartner(db)]
    await db.outgoingWebhook.create({
      data: { id, partnerId, url: receiver.url, eventTypes: [], ...sealWebhookSecrets(id, [newSecret()]) },
    })
    const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: { text: 'x'.repeat(600) } })
    await db.$executeRaw`
      INSERT INTO outgoing_deliveries (id, webhook_id, event_type, body)
      SELECT uuidv7(), ${id}::uuid, 'test', ${body} FROM generate_series(1, ${EVENTS}::int)`
  }
  await db.$executeRaw`CREATE TABLE bare_deliveries (LIKE outgoing_deliveries INCLUDING ALL)`
  await db.$executeRaw`INSERT INTO bare_deliveries SELECT * FROM outgoing_deliveries`
  const bare = await sendBare(db, receiver.url)
  receiver.received.length = 0
  const queue = deliveriesQueue({ db, databaseUrl, siteUrl: 'https://wtf.example' })
  const running = startQueues({ databaseUrl, queues: [queue] })
  lifetime.add(running.stop)
  await running.ready
  const [total, started] = [WEBHOOKS * EVENTS, performance.now()]
  const cpu = process.cpuUsage()
  while (receiver.received.length < total) {
    if (performance.now() - started > PATIENCE_MS)
      throw new Error(`Only ${receiver.received.length} of ${total} arrived.`)
    await pause(20)
  }
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const times = new Set(receiver.received.map(({ id }) => id)).size
  if (times !== total) throw new Error(`${total - times} events arrived more than once, although nothing failed.`)
  return `webhooks-out: ${(total / seconds).toFixed(0)} deliveries a second to a local receiver, ${(total / seconds / bare).toFixed(2)} times as many as a bare sender (${total} of ${WEBHOOKS} webhooks in ${seconds.toFixed(1)} s, ${((user + system) / 1000 / total).toFixed(2)} ms of processor time each, receiver included)`
}

/** Sends all rows of `bare_deliveries`. @returns events per second */
async function sendBare(db: Db, url: string): Promise<number> {
  const rows = await db.$queryRaw<Array<{ id: string; body: string }>>`SELECT id, body FROM bare_deliveries`
  const [count, started] = [rows.length, performance.now()]
  const webhook = new Webhook(newSecret())
  const sendNext = async (): Promise<void> => {
    for (let row = rows.pop(); row; row = rows.pop()) {
      const at = new Date()
      const { status } = await fetch(url, {
        method: 'POST',
        body: row.body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': row.id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(row.id, at, row.body),
        },
      })
      await db.$executeRaw`
        UPDATE bare_deliveries SET state = 'delivered', attempts = 1, response_status = ${status}::int WHERE id = ${row.id}::uuid`
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  return count / ((performance.now() - started) / 1000)
}
