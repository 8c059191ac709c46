import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'

const PATIENCE_MS = 4_000

/** One part of the page: its value, or why it could not be read. */
type Part<Value> = { value: Value } | { problem: string }

/** Reads one part in a read-only transaction, for at most 4 s. An error affects only this part. */
export async function getPart<Value>(
  db: Db,
  name: string,
  read: (tx: Prisma.TransactionClient) => Promise<Value>,
): Promise<Part<Value>> {
  try {
    return { value: await inReadOnly(db, PATIENCE_MS, read) }
  } catch (error) {
    log.warn({ err: error, part: name }, 'a part of the database page could not be loaded')
    return {
      problem: /statement timeout|57014/.test(String(error))
        ? 'This took too long to load. Refresh to try again.'
        : 'This could not be loaded. Refresh to try again.',
    }
  }
}

/** @param patienceMs timeout of each statement */
export const inReadOnly = <Value>(
  db: Db,
  patienceMs: number,
  read: (tx: Prisma.TransactionClient) => Promise<Value>,
): Promise<Value> =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`
      await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(patienceMs)}, true)`
      return read(tx)
    },
    { timeout: patienceMs * 10, maxWait: 10_000 },
  )
