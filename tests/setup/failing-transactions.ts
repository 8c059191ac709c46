import type { Db } from '#server/platform/db.ts'

/** Returns a client whose transactions all fail with this error. Other queries work. */
export const withFailingTransactions = (db: Db, error: Error): Db =>
  Object.create(db, { $transaction: { value: () => Promise.reject(error) } }) as Db
