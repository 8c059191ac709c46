// Preloaded into the shop's process (node --import). Writes the state of its event loop and memory to ATTACK_REPORT,
// one JSON object per line.
import { subscribe } from 'node:diagnostics_channel'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, PerformanceObserver, type NodeGCPerformanceDetail } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** A period when the event loop was blocked. */
export interface Block {
  kind: 'block'
  /** Wall-clock time, which includes other processes' work. */
  wallMs: number
  /** Processor time of the thread. */
  workedMs: number
  /** The requests in progress, by call number or address. */
  during: string[]
}

/** The process's state, once per second. */
export interface Pulse {
  kind: 'pulse'
  /** Epoch ms. */
  at: number
  rss: number
  /** Live bytes after the last full garbage collection. The rest of the RSS is not from our objects. */
  livedBytes: number
  /**
   * The longest event loop turn since the last line, in ms of wall-clock time. The histogram of perf_hooks missed turns
   * of 28 s.
   */
  turnMs: number
}

const TICK_MS = 10
const BLOCK_MS = 60
const MAX_NAMED = 60

const isFull = (entry: object) =>
  'detail' in entry && (entry.detail as NodeGCPerformanceDetail).kind === constants.NODE_PERFORMANCE_GC_MAJOR

function watch(report: number): void {
  const underWay = new Map<IncomingMessage, string>()
  const since = new Set<string>()
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const name = String(request.headers['x-attack'] ?? `${request.method} ${request.url?.slice(0, 200)}`)
    underWay.set(request, name)
    since.add(name)
    response.once('close', () => underWay.delete(request))
  })
  const write = (line: Block | Pulse) => void fs.writeSync(report, `${JSON.stringify(line)}\n`)
  const workedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let turnMs = 0
  let before = { wall: performance.now(), worked: workedMs() }
  setInterval(() => {
    const now = { wall: performance.now(), worked: workedMs() }
    const block: Block = {
      kind: 'block',
      wallMs: now.wall - before.wall,
      workedMs: now.worked - before.worked,
      during: [...since].slice(0, MAX_NAMED),
    }
    if (block.workedMs > BLOCK_MS) write(block)
    turnMs = Math.max(turnMs, block.wallMs)
    since.clear()
    for (const name of underWay.values()) since.add(name)
    before = now
  }, TICK_MS).unref()
  let livedBytes = 0
  new PerformanceObserver((list) => {
    if (!list.getEntries().some(isFull)) return
    const { heapUsed, external } = process.memoryUsage()
    livedBytes = heapUsed + external
  }).observe({ entryTypes: ['gc'] })
  setInterval(() => {
    write({ kind: 'pulse', at: Date.now(), rss: process.memoryUsage.rss(), livedBytes, turnMs })
    turnMs = 0
  }, 1_000).unref()
}

if (isMainThread && process.env.ATTACK_REPORT) {
  watch(fs.openSync(process.env.ATTACK_REPORT, 'a'))
  // Child processes write no report, because those that parse files may be busy for longer.
  delete process.env.ATTACK_REPORT
}
