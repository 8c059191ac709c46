import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import pTimeout from 'p-timeout'
import { BUSY, troubleOf } from '#server/platform/database-away.ts'
import { poolUse, type Db } from '#server/platform/db.ts'
import { getDiskSpace } from '#server/platform/disk-space.ts'
import { log } from '#server/platform/log.ts'
import type { IndexState } from '#server/search/engine.ts'

const PATIENCE_MS = 2_000
const IN_USE = 'no database connection is free'
/** Requests within this time share one response. */
const KEPT_MS = 250
/** After this time, a process without a search index also accepts requests, and searches in SQL. */
const FIRST_INDEX_MS = 120_000
/** The index checks for changes every five seconds. */
const BEHIND_MS = 30_000

interface ReadinessParts {
  db: Db
  isStopping: () => boolean
  /** Null if this process has no index. */
  indexState: (() => IndexState) | null
  now?: () => number
}

/**
 * Adds GET /healthz, which reports whether the process reaches its database, and GET /readyz, which reports whether to
 * send requests here. /readyz responds with 503 and the reasons while the process stops, builds its first search index
 * (for two minutes at most), cannot write to its database, or has almost no disk space. Otherwise it responds with 200,
 * and with `warnings` if disk space is low or the index is behind. All requests share one query at a time, because they
 * are not rate limited and each query takes a connection from the pages.
 */
export function addReadiness(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, isStopping, indexState, now = () => performance.now() }: ReadinessParts,
): void {
  const database = shared(() => askDatabase(db))
  const disks = shared(diskProblems)
  const began = now()
  let hadIndex = false
  const indexProblem = (): { reasons: string[]; warnings: string[] } => {
    const state = indexState?.() ?? null
    hadIndex ||= state === null || state.isReady
    if (!hadIndex && now() - began < FIRST_INDEX_MS)
      return { reasons: ['the search index is being built'], warnings: [] }
    return { reasons: [], warnings: state ? indexWarnings(state) : [] }
  }
  let last: string | null = null
  app.get('/healthz', async (c) => {
    const { problem } = await database()
    if (problem !== last && problem) log.error({ problem }, 'not healthy')
    last = problem
    return c.json({ status: problem ?? 'ok' }, problem ? 503 : 200, { 'cache-control': 'no-store' })
  })
  app.get('/readyz', async (c) => {
    const [{ problem, refusal }, { low, critical }] = await Promise.all([database(), disks()])
    const index = indexProblem()
    const said = [isStopping() ? 'stopping' : null, problem, refusal].filter((reason) => reason !== null)
    const reasons = [...said, ...index.reasons, ...critical]
    const status = reasons.length ? 'not ready' : 'ready'
    return c.json({ status, reasons, warnings: [...low, ...index.warnings] }, reasons.length ? 503 : 200, {
      'cache-control': 'no-store',
    })
  })
}

function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (current && performance.now() < current.until) return current.answer
    const asked = { answer: ask(), until: Infinity }
    const end = () => {
      asked.until = performance.now() + KEPT_MS
    }
    asked.answer.then(end, end)
    current = asked
    return asked.answer
  }
}

function indexWarnings({ isReady, behindMs }: IndexState): string[] {
  if (!isReady) return ['the search index is not built']
  return behindMs > BEHIND_MS ? [`the search index is ${Math.floor(behindMs / 1_000)} s behind`] : []
}

interface DatabaseAnswer {
  /** The reason why the database did not answer. */
  problem: string | null
  /** The reason why the database accepts no writes. */
  refusal: string | null
}

function askDatabase(db: Db): Promise<DatabaseAnswer> {
  const failed = (problem: string) => ({ problem, refusal: null })
  const isBusy = () => (poolUse(db)?.waiting ?? 0) > 0
  const asked = db.$queryRaw<Array<{ isStandby: boolean; isReadOnly: boolean }>>`
    SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only')::boolean AS "isReadOnly"`.then(
    ([server]) => ({
      problem: null,
      refusal: server?.isStandby
        ? 'the database server is a standby'
        : server?.isReadOnly
          ? 'the database accepts no writes'
          : null,
    }),
    (error: unknown) => failed(troubleOf(error) === BUSY ? IN_USE : 'the database cannot be reached'),
  )
  return pTimeout(asked, {
    milliseconds: PATIENCE_MS,
    fallback: () => failed(isBusy() ? IN_USE : `the database does not answer within ${PATIENCE_MS} ms`),
  })
}

/** Reports sizes, not folders: outsiders do not need to know where files are. */
async function diskProblems(): Promise<{ low: string[]; critical: string[] }> {
  try {
    const disks = await getDiskSpace()
    const describeDisks = (wanted: string) =>
      disks
        .filter(({ level }) => level === wanted)
        .map(({ freeBytes }) => `only ${Math.floor(freeBytes / 2 ** 20)} MB are free on a disk`)
    return { low: describeDisks('low'), critical: describeDisks('critical') }
  } catch (error) {
    log.error({ err: error }, 'disk space could not be checked')
    return { low: [], critical: ['disk space cannot be checked'] }
  }
}
