import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { BROWSER } from '#tests/setup/test-shop.ts'
import { createVisitor } from '#tests/setup/visitor.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1)
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const CONNECTIONS = 48
const PRODUCTS = 20
/** The kill comes this long after the first answer, at most. */
const KILL_WITHIN_MS = 1_200

let dataDir: string
let productIds: string[]
/** Cookies of visitors who click again and again. */
let regulars: string[]
const running = new Set<ChildProcess>()

beforeAll(async () => {
  dataDir = await createDataDir('wtf-kill-')
  const postgres = await startEmbeddedPostgres(dataDir)
  await applyMigrations(postgres.url)
  const db = connect(postgres.url)
  const partner = await createPartner(db)
  productIds = (await Promise.all(Array.from({ length: PRODUCTS }, () => createProduct(db, { partnerId: partner.id })))).map(({ id }) => id)
  regulars = (await Promise.all(Array.from({ length: 5 }, () => createVisitor(db, { siteIsHttps: false })))).map(({ cookie }) => cookie)
  await db.$disconnect()
  await postgres.release()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await removeDataDir(dataDir)
})

/** The mulberry32 of a seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Shop {
  process: ChildProcess
  address: string
  /** What it has printed so far. */
  output: () => string
  exited: Promise<unknown>
}

async function openShop(): Promise<Shop> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let output = ''
  const exited = new Promise((resolve) => child.once('exit', resolve))
  void exited.then(() => running.delete(child))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const match = /open at (\S+)/.exec(output)
      if (match?.[1]) resolve(match[1])
    })
    void exited.then((code) => reject(new Error(`The server did not start (exit code ${code}).\n${output}`)))
  })
  return { process: child, address, output: () => output, exited }
}

/** Follows a product's link as a shopper and tells the click id that the redirect carries; throws when the connection breaks. */
function clickOnce(address: string, agent: http.Agent, productId: string, cookie = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    http.get(`${address}/go/${productId}?src=discover`, { agent, headers: { 'user-agent': BROWSER, ...(cookie && { cookie }) } }, (response) => {
      response.resume()
      response.once('error', reject)
      if (response.statusCode !== 302) reject(new Error(`HTTP ${response.statusCode}`))
      else resolve(new URL(response.headers.location ?? '').searchParams.get('wtf_cid') ?? '')
    }).once('error', reject)
  })
}

async function killPostgres(): Promise<void> {
  const postmaster = Number((await fs.readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
  // Where there is no /proc, the others notice by themselves that the postmaster is gone.
  const children = await fs.readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  for (const pid of [postmaster, ...children.split(' ').filter(Boolean).map(Number)]) process.kill(pid, 'SIGKILL')
}

async function storedIds(): Promise<Set<string>> {
  const postgres = await startEmbeddedPostgres(dataDir)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('SELECT id FROM outbound_clicks')
  await client.end()
  await postgres.release()
  return new Set(rows.map(({ id }) => id))
}

/** Clicks from many connections until the server is killed among them. @returns the click ids of all redirects that came. */
async function clickUntilKilled(shop: Shop, random: () => number, withPostgres: boolean): Promise<string[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const received: string[] = []
  let kill: NodeJS.Timeout | undefined
  const clicking = Array.from({ length: CONNECTIONS }, async () => {
    for (;;) {
      const cookie = random() < 0.2 ? regulars[Math.floor(random() * regulars.length)]! : ''
      received.push(await clickOnce(shop.address, agent, productIds[Math.floor(random() * productIds.length)]!, cookie))
      kill ??= setTimeout(() => {
        // The server first: it must not find out that the database is gone.
        shop.process.kill('SIGKILL')
        if (withPostgres) void killPostgres()
      }, random() * KILL_WITHIN_MS)
    }
  })
  await Promise.allSettled(clicking)
  await shop.exited
  agent.destroy()
  return received
}

describe.each([['the server', false], ['the server and PostgreSQL', true]])('SIGKILL of %s while clicks arrive', (_, withPostgres) => {
  it.each(Array.from({ length: ROUNDS }, (__, round) => SEED + round))('keeps every click whose redirect was sent (KILL_SEED=%i)', async (seed) => {
    const shop = await openShop()
    const received = await clickUntilKilled(shop, randomOf(seed), withPostgres)
    console.log(`KILL_SEED=${seed}: killed after ${received.length} redirects`)
    expect(received.length).toBeGreaterThan(0)
    // A redirect without a commit is allowed when the database is slow, and would prove nothing here.
    expect(shop.output()).not.toContain('click not written')

    const again = await openShop()
    const afterwards = await clickOnce(again.address, new http.Agent(), productIds[0]!)
    again.process.kill('SIGTERM')
    await again.exited
    const stored = await storedIds()
    expect([...received, afterwards].filter((id) => !stored.has(id))).toEqual([])
  }, 60_000)
})
