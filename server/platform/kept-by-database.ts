import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'

/** Only tests use more than one database. */
const DATABASES = 20

/**
 * Caches a value read from each database for `freshMs`. `forceFetch(db)` returns it; concurrent callers share one read.
 * @param read gets the previous value, if any; errors are not cached
 */
export function keptByDatabase<Value extends object>(
  freshMs: number,
  read: (db: Db, known: Value | undefined) => Promise<Value>,
): LRUCache<Db, Value> {
  return new LRUCache({
    max: DATABASES,
    ttl: freshMs,
    ttlResolution: 0,
    // Looked up at each call, so that tests can change the clock.
    perf: { now: () => performance.now() },
    fetchMethod: read,
    // Callers that wait for a read get its result even if the entry is deleted or replaced. The result is then not
    // cached.
    ignoreFetchAbort: true,
  })
}
