import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

const PATIENCE_MS = 30_000

/** Reads that fit each other: none of them sees what is written meanwhile. On one connection, so one after the other. */
export const inOneSnapshot = <T>(db: Db, read: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
  db.$transaction(read, { isolationLevel: 'RepeatableRead', timeout: PATIENCE_MS, maxWait: PATIENCE_MS })
