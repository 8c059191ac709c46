import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import pTimeout from 'p-timeout'
import type { Db } from '#server/platform/db.ts'
import { readDiskSpace } from '#server/platform/disk-space.ts'
import { log } from '#server/platform/log.ts'

const PATIENCE_MS = 2_000
/** Requests within this time get the same answer. */
const KEPT_MS = 250

/**
 * GET /healthz: whether the process answers and reaches its database. GET /readyz: whether to send requests here. It
 * answers 503 and the reasons while the process stops, the database does not answer or a disk is about to be full, and
 * 200 with `warnings` if a disk is low. One query at a time serves all requests, because they are not rate limited and
 * each query takes a connection from the pages.
 */
export function addReadiness(app: Hono<{ Bindings: HttpBindings }>, db: Db, isStopping: () => boolean): void {
  const databaseProblem = shared(() => askDatabase(db))
  const disks = shared(diskProblems)
  let last: string | null = null
  app.get('/healthz', async (c) => {
    const problem = await databaseProblem()
    if (problem !== last && problem) log.error({ problem }, 'not healthy')
    last = problem
    return c.json({ status: problem ?? 'ok' }, problem ? 503 : 200, { 'cache-control': 'no-store' })
  })
  app.get('/readyz', async (c) => {
    const [problem, { low, critical }] = await Promise.all([databaseProblem(), disks()])
    const reasons = [...(isStopping() ? ['stopping'] : []), ...(problem ? [problem] : []), ...critical]
    const status = reasons.length ? 'not ready' : 'ready'
    return c.json({ status, reasons, warnings: low }, reasons.length ? 503 : 200, { 'cache-control': 'no-store' })
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

/** Returns the problem; null if there is none. */
function askDatabase(db: Db): Promise<string | null> {
  const asked = db.$queryRaw`SELECT 1`.then(
    () => null,
    () => 'the database cannot be reached',
  )
  return pTimeout(asked, {
    milliseconds: PATIENCE_MS,
    fallback: () => `the database does not answer within ${PATIENCE_MS} ms`,
  })
}

/** Reports sizes, not folders: outsiders need not know where files lie. */
async function diskProblems(): Promise<{ low: string[]; critical: string[] }> {
  try {
    const disks = await readDiskSpace()
    const told = (wanted: string) =>
      disks
        .filter(({ level }) => level === wanted)
        .map(({ freeBytes }) => `only ${Math.floor(freeBytes / 2 ** 20)} MB are free on a disk`)
    return { low: told('low'), critical: told('critical') }
  } catch (error) {
    log.error({ err: error }, 'disk not measured')
    return { low: [], critical: ['the disk cannot be measured'] }
  }
}
