import type { Db } from '#server/platform/db.ts'

/** Returns the client with transactions that all fail with this error. Other queries work. */
export const withFailingTransactions = (db: Db, error: Error): Db =>
  Object.create(db, { $transaction: { value: () => Promise.reject(error) } }) as Db
