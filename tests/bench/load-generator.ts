import http from 'node:http'
import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'
import { percentile } from './statistics.ts'

const TIMEOUT_MS = 10_000
/** The first requests open connections. They are sent and counted, but not timed. */
const UNTIMED_MS = 100

export interface Target {
  /** Without a trailing slash. */
  url: string
  /** Requested in turn. */
  paths: string[]
  headers: Record<string, string>
  /** Concurrent connections when throughput is measured. */
  connections: number
}

/** The number of responses by status; 'error' for requests without a response. */
export type Statuses = Record<string, number>

export interface Throughput {
  requestsPerSecond: number
  statuses: Statuses
  /** In whole milliseconds, from request to response. */
  busyP50: number
  busyP99: number
  /** How busy this load generator was (0 to 1). Near 1 the server could handle more. */
  generatorLoad: number
}

/**
 * Sends requests as fast as the server answers. Each connection waits for its response (closed loop).
 * @param requests the total number, at least one per connection
 */
export async function measureThroughput(
  { url, paths, headers, connections }: Target,
  requests: number,
): Promise<Throughput> {
  const before = performance.eventLoopUtilization()
  let first = 0
  let last = 0
  let connection = 0
  const options: autocannon.Options = {
    url,
    connections,
    headers,
    timeout: TIMEOUT_MS / 1000,
    sampleInt: 20,
    amount: Math.max(connections, Math.round(requests)),
    setupClient: (client) => {
      const connectionNumber = connection++ % connections
      const share = paths.filter((_, index) => index % connections === connectionNumber)
      client.setRequests((share.length ? share : paths.slice(0, 1)).map((path) => ({ method: 'GET', path, headers })))
    },
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error: unknown, ended) => (error ? reject(error as Error) : resolve(ended)))
    run.on('start', () => {
      first = performance.now()
    })
    run.on('response', () => {
      last = performance.now()
    })
  })
  const statuses: Statuses = {}
  let answered = 0
  for (const [status, { count = 0 }] of Object.entries(result.statusCodeStats ?? {})) {
    statuses[status] = count
    answered += count
  }
  if (result.errors) statuses.error = result.errors
  if (answered === 0) throw new Error(`${url}${paths[0] ?? ''} gave no answer: ${JSON.stringify(statuses)}`)
  return {
    requestsPerSecond: answered / ((last - first) / 1000),
    statuses,
    busyP50: result.latency.p50,
    busyP99: result.latency.p99,
    generatorLoad: performance.eventLoopUtilization(before).utilization,
  }
}

export interface Latency {
  /** Milliseconds since the request was due. */
  p50: number
  p99: number
  /** The time of each request in the order sent; NaN for the first ones, which are not timed. */
  times: number[]
  statuses: Statuses
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones have been answered (open loop). A stall therefore counts
 * for every request due during it. Waits for all responses.
 */
export async function measureLatency(
  target: Target,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Latency> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 512 })
  const { hostname, port } = new URL(target.url)
  const total = Math.max(1, Math.round(rate * seconds))
  const gapMs = 1000 / rate
  const times = new Array<number>(total).fill(NaN)
  const statuses: Statuses = {}
  const ask = (place: number, path: string, dueAt: number, isTimed: boolean) =>
    new Promise<void>((resolve) => {
      let isDone = false
      const done = (status: string) => {
        if (isDone) return
        isDone = true
        if (isTimed) times[place] = performance.now() - dueAt
        statuses[status] = (statuses[status] ?? 0) + 1
        resolve()
      }
      const request = http.get(
        { agent, hostname, port, path, headers: target.headers, timeout: TIMEOUT_MS },
        (response) => {
          response.resume()
          response.once('end', () => done(String(response.statusCode)))
          response.once('error', () => done('error'))
        },
      )
      request.once('timeout', () => request.destroy(new Error('timeout')))
      request.once('error', () => done('error'))
    })

  const answers: Array<Promise<void>> = []
  const start = performance.now() + 1
  await new Promise<void>((resolve) => {
    const send = () => {
      for (
        let dueAt = start + answers.length * gapMs;
        answers.length < total && dueAt <= performance.now();
        dueAt += gapMs
      ) {
        answers.push(
          ask(
            answers.length,
            target.paths[answers.length % target.paths.length] ?? '/',
            dueAt,
            dueAt - start >= UNTIMED_MS,
          ),
        )
      }
      if (answers.length === total) return resolve()
      // Timers may be a millisecond late, so this sleeps until just before and then checks the clock in every turn.
      const waitMs = start + answers.length * gapMs - performance.now()
      if (waitMs > 2.5) setTimeout(send, waitMs - 2)
      else setImmediate(send)
    }
    send()
  })
  await Promise.all(answers)
  agent.destroy()
  const timed = times.filter((time) => !Number.isNaN(time))
  return { p50: percentile(timed, 0.5), p99: percentile(timed, 0.99), times, statuses }
}
