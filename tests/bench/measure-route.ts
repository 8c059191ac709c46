import { fetchAnswer } from './answer.ts'
import type { BareServer } from './bare-server.ts'
import { measureLatency, measureThroughput, type Latency, type Statuses, type Target } from './load-generator.ts'
import { printTable } from './print-table.ts'
import { processorTimeOf } from './processor-time.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
/** The load on a route: concurrent connections, warm-up requests, and approximate seconds per round. */
export const QUICK = { connections: 50, warmUpRequests: 1_500, seconds: 1 }
/** Rendering is CPU-bound, so more connections would only wait longer. */
export const RENDERED = { connections: 8, warmUpRequests: 64, seconds: 1.5 }
/** The minimum number of requests per connection, so that connections that finish first do not distort the figure. */
const MIN_REQUESTS_A_CONNECTION = 4
const LATENCY_SHARE = 0.3
/** Above this rate, the load generator on its separate core would measure itself. */
const LATENCY_MAX_RATE = 1_500
/** The duration in seconds. A p99 needs enough requests, so slow routes are measured for up to the second value. */
const LATENCY_S = [1, 2] as const
const LATENCY_REQUESTS = 300
interface Route {
  name: string
  paths: string[]
  headers: Record<string, string>
  expectedStatus: number
  load: typeof QUICK
}

export interface Side {
  pid: number
  /** Returns the requests of the next measurement. */
  target: () => Target
}

export interface SideResult {
  requestsPerSecond: number
  /** In milliseconds, at the fixed arrival rate. */
  p50: number
  p99: number
  /** In milliseconds at full load, when each connection waits for its answers. */
  busyP50: number
  busyP99: number
  /** Processor time of the server process per request at full load, in microseconds. */
  processorUs: number
  /** The same for the database; NaN if it is not measured. */
  databaseUs: number
  generatorLoad: number
  /** The statuses of all responses, including warm-up. */
  statuses: Statuses
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

/** Measures a route of the shop and of the bare server with the same bytes, in turn. */
export async function measureRoute(
  shop: ShopUnderTest,
  bare: BareServer,
  { name, paths, headers, expectedStatus, load }: Route,
  afterRound?: () => Promise<void>,
): Promise<RouteResult> {
  console.log(`  ${name} ...`)
  const sample = await fetchAnswer(shop.url + (paths[0] ?? '/'), headers)
  await bare.serve(sample)
  const sides = [shop, bare].map(({ url, pid }): Side => ({
    pid,
    target: () => ({ url, paths, headers, connections: load.connections }),
  }))
  const { rate, results } = await measureSides(sides, { load, afterRound })
  const [shopSide, bareSide] = results
  if (!shopSide || !bareSide) throw new Error('There are two sides.')
  const statuses = { ...shopSide.statuses }
  count(statuses, { [sample.status]: 1 })
  return {
    name,
    bytes: sample.body.length,
    rate,
    shop: shopSide,
    bare: bareSide,
    expected: statuses[expectedStatus] ?? 0,
    unexpected: unexpectedOf(statuses, expectedStatus),
  }
}

/** Measures servers in turn. Each round is at full load first, and then at a rate that all of them can keep. */
export async function measureSides(
  sides: Side[],
  {
    load: { warmUpRequests, seconds: roundS },
    rounds = ROUNDS,
    latencyS = LATENCY_S,
    databaseTime = () => NaN,
    afterRound,
  }: {
    load: typeof QUICK
    rounds?: number
    latencyS?: readonly [number, number]
    /** Returns the processor time that the database has used so far, in milliseconds. */
    databaseTime?: () => number
    afterRound?: (() => Promise<void>) | undefined
  },
): Promise<{ rate: number; results: SideResult[] }> {
  const measured = sides.map((side) => ({
    side,
    statuses: {} as Statuses,
    lastRate: 0,
    busy: [] as Array<Omit<SideResult, 'p50' | 'p99' | 'statuses'>>,
    latencies: [] as Latency[],
  }))
  const run = async (one: (typeof measured)[number], requests: number) => {
    const target = one.side.target()
    const throughput = await measureThroughput(
      target,
      Math.max(requests, target.connections * MIN_REQUESTS_A_CONNECTION),
    )
    one.lastRate = throughput.requestsPerSecond
    count(one.statuses, throughput.statuses)
    return throughput
  }
  for (const one of measured) await run(one, warmUpRequests)
  for (let round = 0; round < rounds; round++) {
    for (const one of measured) {
      const [before, databaseBefore] = [processorTimeOf(one.side.pid), databaseTime()]
      const { statuses, ...throughput } = await run(one, one.lastRate * roundS)
      const answered = Object.values(statuses).reduce((sum, each) => sum + each, 0)
      one.busy.push({
        ...throughput,
        processorUs: ((processorTimeOf(one.side.pid) - before) * 1000) / answered,
        databaseUs: ((databaseTime() - databaseBefore) * 1000) / answered,
      })
    }
    await afterRound?.()
  }
  const medianOf = (one: (typeof measured)[number], name: keyof (typeof one.busy)[number]) =>
    median(one.busy.map((each) => each[name]))
  const rate = Math.min(LATENCY_MAX_RATE, ...measured.map((one) => LATENCY_SHARE * medianOf(one, 'requestsPerSecond')))
  const seconds = Math.min(latencyS[1], Math.max(latencyS[0], LATENCY_REQUESTS / rate))
  for (let round = 0; round < rounds; round++) {
    for (const one of measured) {
      const latency = await measureLatency(one.side.target(), { rate, seconds })
      count(one.statuses, latency.statuses)
      one.latencies.push(latency)
    }
  }
  const results = measured.map((one): SideResult => ({
    requestsPerSecond: medianOf(one, 'requestsPerSecond'),
    busyP50: medianOf(one, 'busyP50'),
    busyP99: medianOf(one, 'busyP99'),
    processorUs: medianOf(one, 'processorUs'),
    databaseUs: medianOf(one, 'databaseUs'),
    generatorLoad: medianOf(one, 'generatorLoad'),
    p50: median(one.latencies.map(({ p50 }) => p50)),
    p99: median(one.latencies.map(({ p99 }) => p99)),
    statuses: one.statuses,
  }))
  return { rate, results }
}

function count(statuses: Statuses, more: Statuses): void {
  for (const [status, number] of Object.entries(more)) statuses[status] = (statuses[status] ?? 0) + number
}

/** Returns the responses with another status as text; empty if there are none. */
export function unexpectedOf(statuses: Statuses, expectedStatus: number): string {
  return Object.entries(statuses)
    .filter(([status]) => status !== String(expectedStatus))
    .map(([status, number]) => `${number} x ${status}`)
    .join(', ')
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
