import { fetchAnswer } from './answer.ts'
import type { BareServer } from './bare-server.ts'
import { measureLatency, measureThroughput, type Statuses, type Target } from './load-generator.ts'
import { printTable } from './print-table.ts'
import { processorTimeOf } from './processor-time.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
/** The load on a route: concurrent connections, warm-up requests, and approximate seconds per round. */
export const QUICK = { connections: 50, warmUpRequests: 1_500, seconds: 1 }
/** Rendering is CPU-bound; more connections would only wait longer. */
export const RENDERED = { connections: 8, warmUpRequests: 64, seconds: 1.5 }
/** Keeps connections that finish first from distorting the figure. */
const MIN_REQUESTS_A_CONNECTION = 4
const LATENCY_SHARE = 0.3
/** Above this rate the load generator, on a separate core, would measure itself. */
const LATENCY_MAX_RATE = 1_500
/** A p99 needs enough requests: slow routes are measured for longer, up to the second value. */
const LATENCY_S = [1, 2] as const
const LATENCY_REQUESTS = 300
interface Route {
  name: string
  paths: string[]
  headers: Record<string, string>
  expectedStatus: number
  load: typeof QUICK
}

interface SideResult {
  requestsPerSecond: number
  /** In milliseconds. */
  p50: number
  p99: number
  /** Processor time of the server process per request at full load, in microseconds. */
  processorUs: number
  generatorLoad: number
}

export interface RouteResult {
  name: string
  bytes: number
  /** Requests per second while latency was measured. */
  rate: number
  shop: SideResult
  bare: SideResult
  /** The number of responses with the expected status, including warm-up. */
  expected: number
  /** The unexpected responses, as text; empty if there were none. */
  unexpected: string
}

/** Measures a route of the shop and the bare server with the same bytes, alternating. */
export async function measureRoute(
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

export function printRoutes(title: string, results: RouteResult[]): void {
  printTable(
    title,
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
}
