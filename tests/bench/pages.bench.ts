import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { BROWSER_HEADERS, fetchAnswer, UNCACHED_HEADERS } from './answer.ts'
import { startBareServer, type BareServer } from './bare-server.ts'
import type { Lifetime } from './lifetime.ts'
import { measureLatency, measureThroughput, type Statuses, type Target } from './load-generator.ts'
import { format, printTable } from './print-table.ts'
import { processorTimeOf } from './processor-time.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
/** How a route is asked: by how many connections at once, with how many requests at first, and then for about how many seconds a round. */
const QUICK = { connections: 50, warmUpRequests: 1_500, seconds: 1 }
/** Rendering takes a processor; more connections would only wait longer. */
const RENDERED = { connections: 8, warmUpRequests: 64, seconds: 1.5 }
/** So that connections which finish first do not blur the figure. */
const MIN_REQUESTS_A_CONNECTION = 4
const LATENCY_SHARE = 0.3
/** Beyond this the generator, on a core of its own, would measure itself. */
const LATENCY_MAX_RATE = 1_500
/** A p99 needs requests: slow routes are asked for longer, up to the second figure. */
const LATENCY_S = [1, 2] as const
const LATENCY_REQUESTS = 300
interface Route {
  name: string
  paths: string[]
  headers: Record<string, string>
  expectedStatus: number
  load: typeof QUICK
}

/** Requests per second and latency of the shop's routes, each beside a bare `node:http` server that sends the same bytes in the same run. */
export async function benchmarkPages(shop: ShopUnderTest, lifetime: Lifetime): Promise<string> {
  const bare = await startBareServer(lifetime)
  const { home, discover, product } = shop.paths
  const pages = [
    ['home', home],
    ['discover', discover],
    ['product', product],
  ] as const
  const results: RouteResult[] = []
  for (const [name, path] of pages) {
    results.push(
      await measureRoute(shop, bare, {
        name: `${name}, warm`,
        paths: [path],
        headers: BROWSER_HEADERS,
        expectedStatus: 200,
        load: QUICK,
      }),
    )
    results.push(
      await measureRoute(shop, bare, {
        name: `${name}, rendered`,
        paths: [path],
        headers: UNCACHED_HEADERS,
        expectedStatus: 200,
        load: RENDERED,
      }),
    )
  }
  const clicksBefore = await countClicks(shop.pool)
  const singles: number[] = []
  const go = await measureRoute(
    shop,
    bare,
    { name: '/go', paths: shop.goPaths, headers: BROWSER_HEADERS, expectedStatus: 302, load: QUICK },
    async () => {
      singles.push(await insertOneByOne(shop.pool))
    },
  )
  const clicks = (await countClicks(shop.pool)) - clicksBefore
  results.push(go)

  printTable(
    'Pages: warm = kept as bytes for anonymous visitors; rendered = with a cookie, so rendered for this request',
    results.map((result) => ({
      route: result.name,
      bytes: result.bytes,
      'shop req/s': result.shop.requestsPerSecond,
      'bare req/s': result.bare.requestsPerSecond,
      'shop/bare': result.shop.requestsPerSecond / result.bare.requestsPerSecond,
      'shop CPU us': result.shop.processorUs,
      'bare CPU us': result.bare.processorUs,
      'at req/s': Math.round(result.rate),
      'shop p50 ms': result.shop.p50,
      'shop p99 ms': result.shop.p99,
      'bare p50 ms': result.bare.p50,
      'bare p99 ms': result.bare.p99,
    })),
  )
  console.log(
    `  Medians of ${ROUNDS} rounds, shop and bare in turn. req/s: ${QUICK.connections} connections (rendered: ${RENDERED.connections}) that wait for their answers. p50 and p99: at a fixed arrival rate of ${LATENCY_SHARE * 100} % of the slower one's req/s (at most ${LATENCY_MAX_RATE}), from the moment a request was due (of fewer than 100 requests a round, p99 is the slowest). CPU: the server process's own time a request.`,
  )
  const bareLoad = Math.max(...results.map((result) => result.bare.generatorLoad))
  if (bareLoad > 0.95)
    console.log(
      `  The load generator was busy ${Math.round(bareLoad * 100)} % of the time while it asked the bare server: bare req/s are what one core can ask for, CPU tells more.`,
    )
  for (const { name, unexpected } of results)
    if (unexpected) console.log(`  ${name}: ATTENTION, other answers than expected: ${unexpected}`)

  const single = median(singles)
  console.log('\n/go, every request another visitor')
  console.log(
    `  302s counted: ${format(go.expected)}; clicks found in the database: ${format(clicks)} (${clicks === go.expected ? 'equal' : 'NOT EQUAL'})`,
  )
  console.log(
    `  Clicks committed: ${format(go.shop.requestsPerSecond)}/s; the same rows committed one by one by a plain pg pool of 16: ${format(single)}/s; ratio ${format(go.shop.requestsPerSecond / single)}`,
  )

  const warm = results.filter(({ name }) => name.endsWith('warm'))
  return `pages: ${warm.map(({ name, shop: { requestsPerSecond, p99 } }) => `${name.split(',')[0]} ${format(Math.round(requestsPerSecond))} req/s (p99 ${format(p99)} ms)`).join(', ')} warm; /go ${format(Math.round(go.shop.requestsPerSecond))} req/s (p99 ${format(go.shop.p99)} ms)`
}

interface SideResult {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Processor time of the server process for one request at full load, in microseconds. */
  processorUs: number
  generatorLoad: number
}

interface RouteResult {
  name: string
  bytes: number
  /** Requests per second while latency was measured. */
  rate: number
  shop: SideResult
  bare: SideResult
  /** How many of the shop's answers had the expected status, warm-up included. */
  expected: number
  /** The other ones, as text; empty when there were none. */
  unexpected: string
}

async function measureRoute(
  shop: ShopUnderTest,
  bare: BareServer,
  route: Route,
  afterRound?: () => Promise<void>,
): Promise<RouteResult> {
  const statuses: Statuses = {}
  const tally = (more: Statuses) => {
    for (const [status, count] of Object.entries(more)) statuses[status] = (statuses[status] ?? 0) + count
  }
  console.log(`  ${route.name} ...`)
  const sample = await fetchAnswer(shop.url + (route.paths[0] ?? '/'), route.headers)
  tally({ [sample.status]: 1 })
  await bare.serve(sample)
  const {
    paths,
    headers,
    load: { connections, warmUpRequests, seconds: roundS },
  } = route
  const sides = [
    { target: { url: shop.url, paths, headers, connections }, pid: shop.pid, isShop: true },
    { target: { url: bare.url, paths, headers, connections }, pid: bare.pid, isShop: false },
  ]

  const rounds = sides.map(() => ({
    requestsPerSecond: [] as number[],
    processorUs: [] as number[],
    generatorLoad: [] as number[],
    p50: [] as number[],
    p99: [] as number[],
  }))
  const lastRates: number[] = []
  const run = async (index: number, target: Target, isShop: boolean, requests: number) => {
    const measured = await measureThroughput(target, Math.max(requests, connections * MIN_REQUESTS_A_CONNECTION))
    lastRates[index] = measured.requestsPerSecond
    if (isShop) tally(measured.statuses)
    return measured
  }
  for (const [index, { target, isShop }] of sides.entries()) await run(index, target, isShop, warmUpRequests)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { target, pid, isShop }] of sides.entries()) {
      const before = processorTimeOf(pid)
      const measured = await run(index, target, isShop, (lastRates[index] ?? 0) * roundS)
      const answered = Object.values(measured.statuses).reduce((sum, count) => sum + count, 0)
      rounds[index]?.requestsPerSecond.push(measured.requestsPerSecond)
      rounds[index]?.generatorLoad.push(measured.generatorLoad)
      rounds[index]?.processorUs.push(((processorTimeOf(pid) - before) * 1000) / answered)
    }
    await afterRound?.()
  }
  const rate = Math.min(
    LATENCY_MAX_RATE,
    ...rounds.map(({ requestsPerSecond }) => LATENCY_SHARE * median(requestsPerSecond)),
  )
  const seconds = Math.min(LATENCY_S[1], Math.max(LATENCY_S[0], LATENCY_REQUESTS / rate))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { target, isShop }] of sides.entries()) {
      const latency = await measureLatency(target, { rate, seconds })
      if (isShop) tally(latency.statuses)
      rounds[index]?.p50.push(latency.p50)
      rounds[index]?.p99.push(latency.p99)
    }
  }
  const [shopSide, bareSide] = rounds.map((values): SideResult => ({
    requestsPerSecond: median(values.requestsPerSecond),
    p50: median(values.p50),
    p99: median(values.p99),
    processorUs: median(values.processorUs),
    generatorLoad: median(values.generatorLoad),
  }))
  if (!shopSide || !bareSide) throw new Error('There are two sides.')
  const { [route.expectedStatus]: expected = 0, ...others } = statuses
  return {
    name: route.name,
    bytes: sample.body.length,
    rate,
    shop: shopSide,
    bare: bareSide,
    expected,
    unexpected: Object.entries(others)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', '),
  }
}

async function countClicks(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM outbound_clicks')
  return rows[0]?.n ?? 0
}

/** Rows like the shop's last click, each inserted and committed by itself, as many at a time as there are connections, through 16 connections. @returns rows per second. */
async function insertOneByOne(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<Record<string, unknown>>(
    'SELECT * FROM outbound_clicks ORDER BY clicked_at DESC LIMIT 1',
  )
  const [example] = rows
  if (!example) return NaN
  const columns = Object.keys(example)
  const sql = `INSERT INTO outbound_clicks (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`
  const mark = 'bench_single_'
  let inserted = 0
  const start = performance.now()
  const end = start + QUICK.seconds * 1000
  try {
    await Promise.all(
      Array.from({ length: QUICK.connections }, async () => {
        while (performance.now() < end) {
          const click: Record<string, unknown> = { ...example, id: mark + randomUUID(), visitor_id: randomUUID() }
          await pool.query(
            sql,
            columns.map((column) => click[column]),
          )
          inserted++
        }
      }),
    )
    return inserted / ((performance.now() - start) / 1000)
  } finally {
    await pool.query(`DELETE FROM outbound_clicks WHERE starts_with(id, $1)`, [mark])
  }
}
