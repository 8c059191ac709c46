import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db.ts'
import { readDiskSpace } from '#server/platform/disk-space.ts'
import { log } from '#server/platform/log.ts'

const PATIENCE_MS = 2_000

/**
 * GET /readyz: whether requests should be sent here. 503 and the reasons while the process stops, the database does not answer or a disk is
 * about to be full; 200 with `warnings` where a disk is low. /healthz, beside it, asks for the database alone.
 */
export function addReadiness(app: Hono<{ Bindings: HttpBindings }>, db: Db, isStopping: () => boolean): void {
  app.get('/readyz', async (c) => {
    const [database, disks] = await Promise.all([databaseProblem(db), diskProblems()])
    const reasons = [...(isStopping() ? ['stopping'] : []), ...database, ...disks.critical]
    const status = reasons.length ? 'not ready' : 'ready'
    return c.json({ status, reasons, warnings: disks.low }, reasons.length ? 503 : 200, { 'cache-control': 'no-store' })
  })
}

async function databaseProblem(db: Db): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([`the database does not answer within ${PATIENCE_MS} ms`]), PATIENCE_MS)
  })
  const asked = db.$queryRaw`SELECT 1`.then(() => [], () => ['the database cannot be reached'])
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
