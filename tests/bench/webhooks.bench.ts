import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '#server/platform/db.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { openShop } from '#tests/durability/click-load.ts'
import { createPartner } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { createConnection, signedMessage, TEST_KEY } from '#tests/setup/store-connection.ts'
import { FakeShop } from '#tests/shopify/fake-shop.ts'
import type { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import { holdPostgres } from './shop-under-test.ts'
import { median, percentile } from './statistics.ts'

const CONNECTIONS = 64
const WARM_UP = 1_000
const DELIVERIES = 3_000
const ROUNDS = 3
/** The fixed rate (open loop) per second: the total of a few hundred busy stores. */
const RATE = 150
const SECONDS = 4

type Message = ReturnType<typeof signedMessage>

/**
 * Compares the cost of a delivery with a handler that only stores it without checks. Both are measured in turn, on one
 * database.
 */
export async function benchmarkWebhooks(lifetime: Lifetime): Promise<string> {
  const dataDir = await createDataDir('wtf-webhooks-')
  lifetime.add(() => removeDataDir(dataDir))
  const postgres = await holdPostgres(dataDir, lifetime)
  await applyMigrations(postgres.url)
  const db = connect(postgres.url, { poolSize: 2 })
  const connection = await createConnection(db, (await createPartner(db)).id)
  await db.$executeRaw`CREATE TABLE bare_events (LIKE webhook_events INCLUDING ALL)`
  await db.$disconnect()
  process.env.SECRETS_KEYS = TEST_KEY.toString('base64')
  process.env.JOBS = 'off'
  // Meters are off, because the rate exceeds a store's limit.
  process.env.METER = 'off'
  const shop = await openShop(dataDir)
  lifetime.add(() => void shop.process.kill('SIGTERM'))
  const bare = await openBare(postgres.url, connection.id, lifetime)
  const body = orderBody(connection.shop)
  const ways = [
    { way: 'bare handler, one INSERT each', url: bare, perSecond: [] as number[], times: [] as number[] },
    { way: 'the shop', url: shop.address, perSecond: [] as number[], times: [] as number[] },
  ]
  const to = (url: string) => `${url}/webhooks/shopify/${connection.id}`
  for (const { url } of ways) await flood(to(url), messages(WARM_UP, body, connection.shop))
  for (let round = 0; round < ROUNDS; round++)
    for (const each of ways) {
      each.perSecond.push(await flood(to(each.url), messages(DELIVERIES, body, connection.shop)))
      each.times.push(...(await evenly(to(each.url), messages(RATE * SECONDS, body, connection.shop))))
    }
  await checkKept(postgres.url)
  const [first, second] = ways.map(({ perSecond }) => median(perSecond))
  const share = (second ?? NaN) / (first ?? NaN)
  printTable(
    `Deliveries of ${(body.length / 1000).toFixed(1)} kB, stored before the answer (${ROUNDS} rounds in turns: ${CONNECTIONS} connections, then ${RATE} a second)`,
    ways.map(({ way, perSecond, times }) => ({
      way,
      'a second': median(perSecond),
      'p50 ms': median(times),
      'p99 ms': percentile(times, 0.99),
    })),
  )
  return `webhooks: ${(second ?? NaN).toFixed(0)} deliveries a second, ${share.toFixed(2)} times as many as a bare handler (${share >= 0.5 ? 'at least' : 'less than'} half); p99 at ${RATE} a second ${percentile(ways[1]?.times ?? [], 0.99).toFixed(1)} ms`
}

/** Creates an order of two lines, as Shopify sends it. */
function orderBody(shopName: string): string {
  const shop = new FakeShop({
    shop: shopName,
    apiSecret: '-',
    products: ['coat', 'scarf'].map((handle) => ({ handle, title: handle, variants: [{ priceMinor: 10_000 }] })),
  })
  const { id } = shop.purchase({
    lines: [{ handle: 'coat' }, { handle: 'scarf', quantity: 2 }],
    attributes: [{ name: 'wtf_cid', value: 'wc_01KCABCDEFGHJKMNPQRSTVWXYZ' }],
  })
  return JSON.stringify(shop.payloadOf(id))
}

const messages = (count: number, body: string, shop: string): Message[] =>
  Array.from({ length: count }, () => signedMessage({ topic: 'orders/create', body, shop, webhookId: randomUUID() }))

/** Starts the bare handler in a separate process, like the shop. */
async function openBare(databaseUrl: string, connectionId: string, lifetime: Lifetime): Promise<string> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-intake.ts'), databaseUrl, connectionId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  lifetime.add(() => void child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const match = /open at (\S+)/.exec(chunk.toString())
      if (match?.[1]) resolve(match[1])
    })
    child.once('exit', () => reject(new Error('The bare handler stopped.')))
  })
}

function deliver(url: string, { body, headers }: Message, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve()
          else reject(new Error(`A delivery was answered ${response.statusCode}.`))
        })
      })
      .once('error', reject)
      .end(body)
  })
}

/**
 * Sends deliveries as fast as the server accepts them. Each connection waits for its response. @returns deliveries per
 * second
 */
async function flood(url: string, given: Message[]): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const waiting = given.values()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const message of waiting) await deliver(url, message, agent)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  return given.length / seconds
}

/** Sends deliveries at a fixed rate, whether or not earlier ones are answered. @returns ms since each was due */
async function evenly(url: string, given: Message[]): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 512 })
  const started = performance.now()
  const times = await Promise.all(
    given.map(async (message, place) => {
      const dueAt = started + (place * 1000) / RATE
      await pause(Math.max(0, dueAt - performance.now()))
      await deliver(url, message, agent)
      return performance.now() - dueAt
    }),
  )
  agent.destroy()
  // Leaves out the first ones, which open connections.
  return times.slice(RATE / 4)
}

/** Checks that everything measured was stored. */
async function checkKept(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ shop: number; bare: number }>(
    'SELECT (SELECT count(*) FROM webhook_events)::int AS shop, (SELECT count(*) FROM bare_events)::int AS bare',
  )
  await client.end()
  const expected = WARM_UP + ROUNDS * (DELIVERIES + RATE * SECONDS)
  for (const count of Object.values(rows[0] ?? {}))
    if (count !== expected) throw new Error(`${count} messages were kept of ${expected}.`)
}
