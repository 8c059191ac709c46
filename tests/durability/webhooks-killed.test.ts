import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createPartner } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { createConnection, signedMessage, TEST_KEY } from '#tests/setup/store-connection.ts'
import { killPostgres, openShop, randomOf, ROUNDS, running, SEED, type Shop } from './click-load.ts'

const CONNECTIONS = 32
/** Maximum time from the first response to the kill. */
const KILL_WITHIN_MS = 600
/** The share of deliveries that are repeated, as by a store that got no response. */
const REPEATED = 0.2

let dataDir: string
let store: { id: string; shop: string }
beforeAll(async () => {
  vi.stubEnv('SECRETS_KEYS', TEST_KEY.toString('base64'))
  // Stores are not contacted, because the test checks only which messages are stored.
  vi.stubEnv('JOBS', 'off')
  vi.stubEnv('METER', 'off')
  dataDir = await createDataDir('wtf-webhooks-')
  const postgres = await startEmbeddedPostgres(dataDir)
  await applyMigrations(postgres.url)
  const db = connect(postgres.url)
  store = await createConnection(db, (await createPartner(db)).id)
  await db.$disconnect()
  await postgres.release()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  vi.unstubAllEnvs()
  await removeDataDir(dataDir)
})

/** @returns the status; 0 without a response */
function deliver(address: string, agent: http.Agent, webhookId: string): Promise<number> {
  const { body, headers } = signedMessage({ shop: store.shop, webhookId })
  return new Promise((resolve) => {
    http
      .request(
        `${address}/webhooks/shopify/${store.id}`,
        { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
        (response) => {
          response
            .resume()
            .once('error', () => resolve(0))
            .once('end', () => resolve(response.statusCode ?? 0))
        },
      )
      .once('error', () => resolve(0))
      .end(body)
  })
}

/** Sends deliveries on many connections until the server is killed. @returns the ids that got a 200 */
async function deliverUntilKilled(shop: Shop, random: () => number, withPostgres: boolean): Promise<string[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const taken: string[] = []
  let kill: NodeJS.Timeout | undefined
  const delivering = Array.from({ length: CONNECTIONS }, async () => {
    for (let status = 200; status !== 0;) {
      const again = random() < REPEATED ? taken[Math.floor(random() * taken.length)] : undefined
      const webhookId = again ?? randomUUID()
      status = await deliver(shop.address, agent, webhookId)
      if (status !== 200) continue
      taken.push(webhookId)
      kill ??= setTimeout(() => {
        shop.process.kill('SIGKILL')
        if (withPostgres) void killPostgres(dataDir)
      }, random() * KILL_WITHIN_MS)
    }
  })
  await Promise.all(delivering)
  await shop.exited
  agent.destroy()
  return taken
}

/** Returns the ids without a row, and the maximum number of rows of a message. */
async function lookUp(ids: string[]): Promise<{ missing: string[]; most: number }> {
  const postgres = await startEmbeddedPostgres(dataDir)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const missing = await client.query<{ id: string }>(
    'SELECT id FROM unnest($1::text[]) AS sent (id) WHERE id NOT IN (SELECT webhook_id FROM webhook_events)',
    [ids],
  )
  const { rows } = await client.query<{ most: number }>(
    'SELECT coalesce(max(n), 0)::int AS most FROM (SELECT count(*) AS n FROM webhook_events GROUP BY webhook_id) counted',
  )
  await client.end()
  await postgres.release()
  return { missing: missing.rows.map(({ id }) => id), most: rows[0]?.most ?? 0 }
}

describe.each([
  ['the server', false],
  ['the server and PostgreSQL', true],
])('SIGKILL of %s while stores deliver', (_, withPostgres) => {
  test.each(Array.from({ length: ROUNDS }, (__, round) => SEED + round))(
    'stores every message that got a 200, exactly once (KILL_SEED=%i)',
    async (seed) => {
      const shop = await openShop(dataDir)
      const taken = await deliverUntilKilled(shop, randomOf(seed), withPostgres)
      console.log(`KILL_SEED=${seed}: killed after ${taken.length} deliveries were taken`)
      expect(taken.length).toBeGreaterThan(0)
      const again = await openShop(dataDir)
      const agent = new http.Agent()
      // A repeated delivery succeeds, but is not stored twice.
      expect(await deliver(again.address, agent, taken[0] ?? '')).toBe(200)
      agent.destroy()
      again.process.kill('SIGTERM')
      await again.exited
      expect(await lookUp(taken)).toEqual({ missing: [], most: 1 })
    },
    120_000,
  )
})
