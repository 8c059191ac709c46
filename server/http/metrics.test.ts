import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { log, loggedError, toLine } from '#server/platform/log.ts'
import { connect } from '#server/platform/db.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createMail } from '#tests/factories.ts'
import { routeOf, watchRequests } from './edge.ts'
import { addMetrics, Metrics } from './metrics.ts'
import { PageCache } from './page-cache.ts'

const database = useTestDatabase()
const TOKEN = 'a-token-of-24-characters'
const PROCEDURES = new Set(['catalogue.list'])

function shop({ trustProxy = false, token }: { trustProxy?: boolean; token?: string } = {}) {
  const metrics = new Metrics({ db: database.db, pageCache: new PageCache(), build: 'b1', counts: null })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(watchRequests({ trustProxy, procedures: PROCEDURES, watcher: metrics }))
  addMetrics(app, metrics, { TRUST_PROXY: trustProxy, METRICS_TOKEN: token })
  app.get('/product/:id', (c) => c.text(currentRequest()?.id ?? ''))
  return (path: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.request(
      `http://localhost${path}`,
      { headers: { host: 'localhost:3000', ...headers } },
      { incoming: { socket: { remoteAddress }, httpVersion: '1.1' } },
    )
}

test('serves metrics only to the same machine, or with the token', async () => {
  const alone = shop()
  expect((await alone('/metrics')).status).toBe(200)
  expect((await alone('/metrics', {}, '::ffff:127.0.0.1')).status).toBe(200)
  expect((await alone('/metrics', {}, '192.0.2.1')).status).toBe(404)
  // A proxy on the same machine.
  expect((await alone('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(404)
  expect((await alone('/metrics', { host: 'shop.example' })).status).toBe(404)
  expect((await shop({ trustProxy: true })('/metrics')).status).toBe(404)
  const withToken = shop({ trustProxy: true, token: TOKEN })
  expect((await withToken('/metrics', { authorization: `Bearer ${TOKEN}` }, '192.0.2.1')).status).toBe(200)
  for (const wrong of [`Bearer ${TOKEN}x`, `Bearer `, TOKEN, 'Bearer undefined'])
    expect((await withToken('/metrics', { authorization: wrong })).status).toBe(404)
})

test('exposes metrics of requests by route, queues, the connection pool and the process', async () => {
  const ask = shop()
  await createMail(database.db, { toAddress: 'somebody@mail.example', state: 'failed' })
  await ask('/product/linen-dress?q=secret')
  await ask('/no/such/address')
  const text = await (await ask('/metrics')).text()
  expect(text).toContain('http_request_duration_seconds_count{route="/product/*",method="GET",status="2xx"} 1')
  expect(text).toContain('http_request_duration_seconds_count{route="other",method="GET",status="4xx"} 1')
  expect(text).toContain('mails{state="failed"} 1')
  expect(text).toContain('shop_build_info{build="b1"} 1')
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
    'db_pool_connections',
    'page_cache_answers_total',
    'page_cache_bytes',
    'shop_uptime_seconds',
  ])
    expect(text).toContain(name)
  expect(text).not.toMatch(/linen|secret|somebody/)
})

test('exposes whether Redis responds, if it is configured', async () => {
  const parts = { db: database.db, pageCache: new PageCache(), build: 'b1', counts: null }
  expect(await new Metrics({ ...parts, redis: { isUp: () => false } }).text()).toContain('redis_up 0')
  expect(await new Metrics({ ...parts, redis: null }).text()).not.toContain('redis_up')
})

test('exposes the freshness of the search index', async () => {
  const indexState = () => ({ isReady: false, behindMs: 45_500 })
  const text = await new Metrics({
    db: database.db,
    pageCache: new PageCache(),
    build: 'b1',
    counts: null,
    indexState,
  }).text()
  expect(text).toContain('search_index_ready 0')
  expect(text).toContain('search_index_behind_seconds 45.5')
})

test('adds a request ID to every response, and accepts one only from a trusted proxy', async () => {
  const own = await shop()('/product/x', { 'x-request-id': 'chosen-by-a-stranger' })
  expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await own.text()).toBe(own.headers.get('x-request-id'))
  const behind = shop({ trustProxy: true })
  expect((await behind('/product/x', { 'x-request-id': 'edge-1234.5' })).headers.get('x-request-id')).toBe(
    'edge-1234.5',
  )
  const insane = await behind('/product/x', { 'x-request-id': 'a b"c' })
  expect(insane.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('groups URLs into a limited number of route names', () => {
  const name = (path: string) => routeOf(path, PROCEDURES)
  expect(
    ['/', '/product/a', '/PRODUCT/a.data', '/wishlist/shared/s3cret', '/assets/a/b.js', '/img/x/y.webp'].map(name),
  ).toEqual(['/', '/product/*', '/product/*', '/wishlist/shared/*', '/assets/**', '/img/**'])
  expect(['/trpc/catalogue.list', '/trpc/a,b', '/trpc/x', '/%', `/${'x'.repeat(5_000)}`].map(name)).toEqual([
    '/trpc/catalogue.list',
    '/trpc/ (several)',
    'other',
    'other',
    'other',
  ])
})

test('keeps personal data out of the log: no email addresses, searches or SQL values', async () => {
  const email = 'anna.o+x@mail.example'
  const { db } = database
  await db.user.create({ data: { email } })
  const failures = await Promise.all([
    db.user.create({ data: { email } }).catch((error: unknown) => error),
    db.user.create({ data: { email, role: 'queen' as never } }).catch((error: unknown) => error),
    db.$queryRaw`SELECT ${'s3cret-token'}::uuid`.catch((error: unknown) => error),
    new Error(`No route matches URL "/discover?q=red+dress&token=s3cret-token" for ${email}`, {
      cause: new Error(`550 ${email} unknown`),
    }),
  ])
  expect(failures.every((failure) => failure instanceof Error)).toBe(true)
  const lines = failures.map((failure) => toLine(JSON.stringify({ err: loggedError(failure) })))
  for (const line of lines) expect(line).not.toMatch(/anna|mail\.example|red.dress|s3cret/)
  expect(lines[3]).toContain('No route matches URL')
  expect(lines[3]).toContain('550 [address] unknown')
})

test('logs a slow statement with its request, and without values', async () => {
  const told: unknown[] = []
  vi.spyOn(log, 'warn').mockImplementation(
    ((entry: object) => void told.push({ ...entry, requestId: currentRequest()?.id })) as never,
  )
  const db = connect(database.url, { poolSize: 1 })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(watchRequests({ trustProxy: true, procedures: PROCEDURES, watcher: null }))
  app.get('/slow', async (c) => {
    await db.$queryRaw`SELECT pg_sleep(0.55), ${'s3cret'}::text`.catch(() => undefined)
    return c.text('')
  })
  await app.request(
    'http://localhost/slow',
    { headers: { 'x-request-id': 'request-1' } },
    { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
  )
  await db.$disconnect()
  expect(told).toEqual([{ ms: expect.any(Number), sql: 'SELECT pg_sleep(0.55), $1::text', requestId: 'request-1' }])
})
