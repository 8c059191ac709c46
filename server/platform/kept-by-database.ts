import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'

/** More than one only where tests run. */
const DATABASES = 20

/**
 * What is read of a database and kept for `freshMs`: `forceFetch(db)` gives it, and whoever asks while it is read gets the same reading.
 * @param read is given what was known, if anything was; what it throws is kept for nobody
 */
export function keptByDatabase<Value extends object>(
  freshMs: number,
  read: (db: Db, known: Value | undefined) => Promise<Value>,
): LRUCache<Db, Value> {
  return new LRUCache({
    max: DATABASES,
    ttl: freshMs,
    ttlResolution: 0,
    // Looked up at each call, so that tests can put the clock on.
    perf: { now: () => performance.now() },
    fetchMethod: read,
    // Who waits for a reading gets it, even if it is deleted or replaced meanwhile; then it is not kept.
    ignoreFetchAbort: true,
  })
}
