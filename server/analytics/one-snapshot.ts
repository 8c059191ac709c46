import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

const PATIENCE_MS = 30_000

/** Runs reads in one consistent snapshot. They share a connection, so they run one after another. */
export const inOneSnapshot = <T>(db: Db, read: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
  db.$transaction(read, { isolationLevel: 'RepeatableRead', timeout: PATIENCE_MS, maxWait: PATIENCE_MS })
