import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db.ts'
import { readDiskSpace } from '#server/platform/disk-space.ts'
import { log } from '#server/platform/log.ts'

const PATIENCE_MS = 2_000
/** Whoever asks within it gets the same answer. */
const KEPT_MS = 250

/**
 * GET /healthz: the process answers and reaches its database. GET /readyz: whether requests should be sent here; 503 and the reasons while the
 * process stops, the database does not answer or a disk is about to be full; 200 with `warnings` where a disk is low.
 * However many ask, the database is asked by one at a time: each question would take a connection from the pages, and nobody is charged for it.
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
    const end = () => { asked.until = performance.now() + KEPT_MS }
    asked.answer.then(end, end)
    current = asked
    return asked.answer
  }
}

/** Null: there is none. */
async function askDatabase(db: Db): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`the database does not answer within ${PATIENCE_MS} ms`), PATIENCE_MS)
  })
  const asked = db.$queryRaw`SELECT 1`.then(() => null, () => 'the database cannot be reached')
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer))
}

/** Sizes, not folders: whoever asks need not know where files lie. */
async function diskProblems(): Promise<{ low: string[]; critical: string[] }> {
  try {
    const disks = await readDiskSpace()
    const told = (wanted: string) => disks.filter(({ level }) => level === wanted).map(({ freeBytes }) => `only ${Math.floor(freeBytes / 2 ** 20)} MB are free on a disk`)
    return { low: told('low'), critical: told('critical') }
  } catch (error) {
    log.error({ err: error }, 'disk not measured')
    return { low: [], critical: ['the disk cannot be measured'] }
  }
}
