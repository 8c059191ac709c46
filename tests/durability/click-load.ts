import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { findPostmaster } from '#server/platform/postgres/postmaster.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { BROWSER } from '#tests/setup/test-shop.ts'
import { createVisitor } from '#tests/setup/visitor.ts'

/** Set KILL_ROUNDS=25 for the full campaign. */
export const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1)
export const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const PRODUCTS = 20
/** The pause between two clicks of one connection, because the test does not measure speed. */
const THINK_MS = 5

/** Returns a random number generator with this seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Catalogue {
  /** Products with an outgoing link. */
  productIds: string[]
  /** Cookies of visitors who click repeatedly. */
  regulars: string[]
}

/** Creates a catalogue in a new DATA_DIR. */
export async function createCatalogue(dataDir: string): Promise<Catalogue> {
  const postgres = await startEmbeddedPostgres(dataDir)
  await applyMigrations(postgres.url)
  const db = connect(postgres.url)
  const partner = await createPartner(db)
  const products = await Promise.all(
    Array.from({ length: PRODUCTS }, () => createProduct(db, { partnerId: partner.id })),
  )
  const regulars = await Promise.all(Array.from({ length: 5 }, () => createVisitor(db, { siteIsHttps: false })))
  await db.$disconnect()
  await postgres.release()
  return { productIds: products.map(({ id }) => id), regulars: regulars.map(({ cookie }) => cookie) }
}

export interface Shop {
  process: ChildProcess
  address: string
  /** Returns the output so far. */
  output: () => string
  exited: Promise<number | null>
}

/** Running shops that a test has started, for the clean-up. */
export const running = new Set<ChildProcess>()

export async function openShop(dataDir: string): Promise<Shop> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      METER: 'off',
      CLICK_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
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

/** The outcome of a request. 'written': a redirect with a click id. 'unwritten': a redirect without one. */
export type Outcome =
  | { kind: 'written'; id: string }
  | { kind: 'unwritten' }
  | { kind: 'answered'; status: number }
  | { kind: 'refused' }
  | { kind: 'reset'; code: string }

/** Draws a click on a product. Every fifth is by a returning visitor. @returns the path, and the cookie or '' */
export function drawClick({ productIds, regulars }: Catalogue, random: () => number): [string, string] {
  const cookie = random() < 0.2 ? regulars[Math.floor(random() * regulars.length)] : ''
  return [`/go/${productIds[Math.floor(random() * productIds.length)] ?? ''}?src=discover`, cookie ?? '']
}

/** Sends one request like a browser. */
export function ask(url: string, agent: http.Agent | false, cookie = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const fail = (error: { code?: string; message: string }) =>
      resolve(
        error.code === 'ECONNREFUSED' ? { kind: 'refused' } : { kind: 'reset', code: error.code ?? error.message },
      )
    http
      .get(url, { agent, headers: { 'user-agent': BROWSER, ...(cookie && { cookie }) } }, (response) => {
        const { statusCode = 0, headers } = response
        response
          .resume()
          .once('error', fail)
          .once('end', () => {
            if (statusCode !== 302) return resolve({ kind: 'answered', status: statusCode })
            const id = new URL(headers.location ?? '').searchParams.get('wtf_cid')
            resolve(id === null ? { kind: 'unwritten' } : { kind: 'written', id })
          })
      })
      .once('error', fail)
  })
}

export interface Load {
  /** Click ids from redirects. */
  ids: string[]
  /** Counts by outcome: 'written' and so on, or the status. */
  counts: Record<string, number>
  /** Resolves when the next click that is requested after this call is written. */
  nextWritten: () => Promise<void>
  stop: () => Promise<void>
}

/** Sends clicks on many connections until it is stopped. */
export function startClicks(address: string, catalogue: Catalogue, random: () => number, connections = 16): Load {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const load = { ids: [] as string[], counts: {} as Record<string, number> }
  let isStopped = false
  let waiting: Array<{ since: number; resolve: () => void }> = []
  const clicking = Array.from({ length: connections }, async () => {
    while (!isStopped) {
      const began = performance.now()
      const [path, cookie] = drawClick(catalogue, random)
      const outcome = await ask(address + path, agent, cookie)
      const kind = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind
      load.counts[kind] = (load.counts[kind] ?? 0) + 1
      if (outcome.kind === 'written') {
        load.ids.push(outcome.id)
        for (const each of waiting.filter(({ since }) => since <= began)) each.resolve()
        waiting = waiting.filter(({ since }) => since > began)
      }
      await pause(THINK_MS)
    }
  })
  return {
    ...load,
    nextWritten: () => new Promise<void>((resolve) => waiting.push({ since: performance.now(), resolve })),
    stop: async () => {
      isStopped = true
      await Promise.all(clicking)
      agent.destroy()
    },
  }
}

/** Kills PostgreSQL with all its processes at once, so that none can react. */
export async function killPostgres(dataDir: string): Promise<void> {
  const pid = (await findPostmaster(path.join(dataDir, 'postgres/cluster')))?.pid
  if (pid === undefined) throw new Error('There is no PostgreSQL to kill.')
  // Without /proc, the other processes notice by themselves that the postmaster is gone.
  const children = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch (error) {
      // A connection that has just ended.
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
  }
}

/** Returns the click ids without a row. */
export async function missingIds(dataDir: string, ids: string[]): Promise<string[]> {
  const postgres = await startEmbeddedPostgres(dataDir)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM unnest($1::text[]) AS sent (id) WHERE id NOT IN (SELECT id FROM outbound_clicks)',
    [ids],
  )
  await client.end()
  await postgres.release()
  return rows.map(({ id }) => id)
}

/** Formats milliseconds as 'median 1.2 s, most 3.4 s'. */
export function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const seconds = (ms: number | undefined) => `${((ms ?? NaN) / 1000).toFixed(2)} s`
  return `median ${seconds(sorted[Math.floor(sorted.length / 2)])}, most ${seconds(sorted.at(-1))}`
}
