import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import pTimeout from 'p-timeout'
// The standard library for this format in Node: it handles escaping and measures the event loop, heap and garbage
// collector.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { poolUse, type Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { STEPS_MS } from '#server/platform/histogram.ts'
import { isLoopback } from '#server/platform/reach.ts'
import { RefusalLog } from '#server/platform/refusal-log.ts'
import type { RedisCounts } from '#server/platform/shared-counts.ts'
import type { Refusal } from '#server/platform/request-context.ts'
import type { RequestCounts } from '#server/platform/request-counts.ts'
import type { IndexState } from '#server/search/engine.ts'
import type { HttpContext } from './client-address.ts'
import type { RequestWatcher } from './edge.ts'
import { signOfProxy } from './outsiders.ts'
import type { PageCache } from './page-cache.ts'

/** How long figures from the database are reused. */
const KEPT_MS = 15_000
const PATIENCE_MS = 2_000
/** Maximum count, so that a scrape of a long queue costs no more. */
const MAX_COUNTED = 100_000

interface MetricsParts {
  db: Db
  pageCache: PageCache
  build: string
  /** Counts requests for /admin/analytics; null disables that. */
  counts: RequestCounts | null
  /** Logs refused requests. */
  refusals?: RefusalLog
  /** State of the search index; absent if there is none. */
  indexState?: () => IndexState
  /** Null or absent without REDIS_URL. */
  redis?: Pick<RedisCounts, 'isUp'> | null
}

interface Waiting {
  jobs: Array<{ queue: string; state: string; count: number }>
  mails: Array<{ state: string; count: number }>
  /** Seconds since 1970. */
  lastBackup: Array<{ at: number }>
  missingFiles: Array<{ count: number }>
}

/**
 * Metrics of this process for GET /metrics. Create one per server. The event loop and garbage collector belong to the
 * entire process.
 */
export class Metrics implements RequestWatcher {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'route' | 'method' | 'status'>
  readonly #refused: Counter<'kind'>
  readonly #counts: RequestCounts | null
  readonly #refusals: RefusalLog

  constructor({ db, pageCache, build, counts, refusals = new RefusalLog(), indexState, redis }: MetricsParts) {
    this.#counts = counts
    this.#refusals = refusals
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to the first byte of the response',
      registers,
      labelNames: ['route', 'method', 'status'],
      // Every third bucket, because all of them would make a scrape three times as long.
      buckets: STEPS_MS.filter((_, step) => step % 3 === 2).map((ms) => ms / 1_000),
    })
    this.#refused = new Counter({
      name: 'refused_requests_total',
      help: 'Requests and procedures that were refused, by reason',
      registers,
      labelNames: ['kind'],
    })
    new Gauge({
      name: 'shop_build_info',
      help: 'Always 1. The label has the id of the build',
      labelNames: ['build'],
      registers,
    }).set({ build }, 1)
    new Gauge({
      name: 'shop_uptime_seconds',
      help: 'Time since the process started',
      registers,
      collect() {
        this.set(process.uptime())
      },
    })
    new Gauge({
      name: 'db_pool_connections',
      help: 'Connections in the pool by state. "waiting" counts requests that wait for one',
      registers,
      labelNames: ['state'],
      collect() {
        const use = poolUse(db)
        if (use) for (const state of ['used', 'idle', 'waiting'] as const) this.set({ state }, use[state])
      },
    })
    new Counter({
      name: 'db_statements_total',
      help: 'Statements that were slow (over 500 ms), failed, or found no free connection in time (starved)',
      registers,
      labelNames: ['outcome'],
      collect() {
        const use = poolUse(db)
        this.reset()
        if (use) for (const outcome of ['slow', 'failed', 'starved'] as const) this.inc({ outcome }, use[outcome])
      },
    })
    new Counter({
      name: 'page_cache_answers_total',
      help: 'Responses of shared pages, by source',
      registers,
      labelNames: ['from'],
      collect() {
        this.reset()
        for (const [from, count] of Object.entries(pageCache.counts)) this.inc({ from }, count)
      },
    })
    new Gauge({
      name: 'page_cache_bytes',
      help: 'Estimated memory of cached pages',
      registers,
      collect() {
        this.set(pageCache.bytes)
      },
    })
    if (redis)
      new Gauge({
        name: 'redis_up',
        help: '1 if limits are counted for all processes together, 0 if Redis is down and this process counts alone',
        registers,
        collect() {
          this.set(Number(redis.isUp()))
        },
      })
    if (indexState) {
      new Gauge({
        name: 'search_index_ready',
        help: '1 if searches use the index, 0 if they use SQL',
        registers,
        collect() {
          this.set(Number(indexState().isReady))
        },
      })
      new Gauge({
        name: 'search_index_behind_seconds',
        help: 'Time since the search index was last up to date',
        registers,
        collect() {
          this.set(indexState().behindMs / 1_000)
        },
      })
    }
    const waiting = keptFor(KEPT_MS, () => getWaiting(db))
    new Gauge({
      name: 'queue_jobs',
      help: 'Jobs that are waiting, running or have failed, by queue',
      registers,
      labelNames: ['queue', 'state'],
      async collect() {
        const { jobs } = await waiting()
        this.reset()
        for (const { queue, state, count } of jobs) this.set({ queue, state }, count)
      },
    })
    new Gauge({
      name: 'mails',
      help: 'Emails that are waiting or have failed',
      registers,
      labelNames: ['state'],
      async collect() {
        const { mails } = await waiting()
        this.reset()
        for (const { state, count } of mails) this.set({ state }, count)
      },
    })
    new Gauge({
      name: 'last_backup_timestamp_seconds',
      help: 'Time of the data in the last successful backup',
      registers,
      async collect() {
        const { lastBackup } = await waiting()
        this.reset()
        for (const { at } of lastBackup) this.set(at)
      },
    })
    new Gauge({
      name: 'media_files_missing',
      help: 'Pictures without a file in storage',
      registers,
      async collect() {
        const { missingFiles } = await waiting()
        this.reset()
        for (const { count } of missingFiles) this.set(count)
      },
    })
  }

  answered({ route, method, outcome, ms }: Parameters<RequestWatcher['answered']>[0]): void {
    this.#requests.observe({ route, method, status: outcome }, ms / 1_000)
    this.#counts?.count(route, outcome, ms)
  }

  refused(refusal: Refusal): void {
    this.#refused.inc({ kind: refusal.kind })
    this.#refusals.record(refusal)
  }

  did = (name: 'search', outcome: string, ms: number): void => this.#counts?.count(name, outcome, ms)

  /** Returns the metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}

/**
 * Adds GET /metrics, for requests with METRICS_TOKEN, and for programs on this machine if there is no proxy. All others
 * get 404.
 */
export function addMetrics(
  app: Hono<{ Bindings: HttpBindings }>,
  metrics: Metrics,
  { METRICS_TOKEN, TRUST_PROXY }: Pick<Env, 'METRICS_TOKEN' | 'TRUST_PROXY'>,
): void {
  app.get('/metrics', async (c) => {
    if (!hasToken(c, METRICS_TOKEN) && !(isOurMachine(c) && !TRUST_PROXY))
      return c.text('Not Found', 404, { 'cache-control': 'no-store' })
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
  })
}

function hasToken(c: HttpContext, token: string | undefined): boolean {
  const [, given] = /^Bearer (.{1,500})$/i.exec(c.req.header('authorization') ?? '') ?? []
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function isOurMachine(c: HttpContext): boolean {
  const { socket, httpVersion } = c.env.incoming
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(address) && signOfProxy(c.req.raw.headers, httpVersion) === null
}

/** Counts waiting work in the database; empty if the database does not answer, so that the other metrics still work. */
async function getWaiting(db: Db): Promise<Waiting> {
  const read = async () => {
    const mails = await db.$queryRaw<Waiting['mails']>`
      SELECT state, (SELECT count(*)::int FROM (SELECT FROM mails WHERE mails.state = s.state::mail_state LIMIT ${MAX_COUNTED}) m) AS count
      FROM unnest(ARRAY['queued', 'failed']) s (state)`
    const [schema] = await db.$queryRaw<
      Array<{ exists: boolean }>
    >`SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`
    const jobs = schema?.exists
      ? await db.$queryRaw<Waiting['jobs']>`
          SELECT name AS queue, state::text, count(*)::int AS count
          FROM (SELECT name, state FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') LIMIT ${MAX_COUNTED}) j
          GROUP BY 1, 2`
      : []
    const lastBackup = await db.$queryRaw<Waiting['lastBackup']>`
      SELECT extract(epoch FROM taken_at)::float8 AS at FROM backups WHERE file_name IS NOT NULL ORDER BY taken_at DESC LIMIT 1`
    const missingFiles = await db.$queryRaw<Waiting['missingFiles']>`
      SELECT count(*)::int AS count FROM (SELECT FROM media_files WHERE missing_at IS NOT NULL LIMIT ${MAX_COUNTED}) m`
    return { mails, jobs, lastBackup, missingFiles }
  }
  const nothing = (): Waiting => ({ jobs: [], mails: [], lastBackup: [], missingFiles: [] })
  return pTimeout(read(), { milliseconds: PATIENCE_MS, fallback: nothing }).catch(nothing)
}

function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (!kept || performance.now() > kept.until) kept = { answer: read(), until: performance.now() + ms }
    return kept.answer
  }
}
