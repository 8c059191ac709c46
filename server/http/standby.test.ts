import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { findPostmaster } from '#server/platform/postgres/postmaster.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import type { TestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'

/** A PostgreSQL that this file restarts as a standby and promotes. */
const database = {} as TestDatabase
let postgres: EmbeddedPostgres
let productId: string
beforeAll(async () => {
  database.dataDir = await createDataDir('wtf-standby-')
  postgres = await startEmbeddedPostgres(database.dataDir, { durable: false })
  await applyMigrations(postgres.url)
  database.url = postgres.url
  database.db = connect(postgres.url, { poolSize: 2 })
  const { id: partnerId } = await createPartner(database.db)
  productId = (await createProduct(database.db, { partnerId })).id
})
afterAll(async () => {
  await database.db.$disconnect()
  await postgres.release()
  await removeDataDir(database.dataDir)
})
const shop = useTestShop(database, () => Promise.resolve(new Response('')))

async function restartAsStandby(): Promise<void> {
  const cluster = path.join(await fs.realpath(path.join(database.dataDir, 'postgres')), 'cluster')
  await fs.writeFile(path.join(cluster, 'standby.signal'), '')
  const postmaster = await findPostmaster(cluster)
  process.kill(postmaster!.pid, 'SIGINT')
  await expect.poll(() => postgres.isRunning(), { timeout: 30_000 }).toBe(false)
  await postgres.startAgain()
  // The first query also connects, which can take longer than a readiness check waits.
  await database.db.$queryRaw`SELECT 1`
}

async function promote(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  await client.query('SELECT pg_promote()')
  await client.end()
}

test('a standby counts as unavailable until it is promoted', { timeout: 120_000 }, async () => {
  await restartAsStandby()
  const ready = await shop.ask('/readyz')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    expect.objectContaining({ reasons: ['the database server is a standby'] }),
  ])
  expect((await shop.ask('/healthz')).status).toBe(200)
  const write = () => database.db.product.update({ where: { id: productId }, data: { popularity: 1 } })
  expect(isDatabaseAway(await write().catch((error: unknown) => error))).toBe(true)
  // The click is not recorded, but the shopper reaches the store.
  const left = await shop.ask(`/go/${productId}`)
  expect([left.status, left.headers.get('location')]).toEqual([302, expect.not.stringContaining('wc_')])
  await promote()
  await expect.poll(async () => (await shop.ask('/readyz')).status).toBe(200)
  await write()
  await expect.poll(async () => (await shop.ask(`/go/${productId}`)).headers.get('location')).toContain('wtf_cid=wc_')
})
