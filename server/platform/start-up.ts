import { setTimeout as pause } from 'node:timers/promises'
import { troubleOf } from './database-away.ts'
import { log } from './log.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
/** PostgreSQL is usually back within seconds. After that, the process should fail, so that its supervisor notices. */
const BEFORE_LISTENING_MS = 60_000

interface Patience {
  /** Aborting it ends the wait. */
  signal?: AbortSignal
  /** How long to retry, in milliseconds. Default: 60,000. */
  forMs?: number
}

/**
 * Does work that the start depends on, and retries while the database is unavailable, for example during its restart.
 * `work` must be repeatable.
 * @param what names the work in the log
 * @throws what `work` throws for another reason or after `forMs`; the signal's reason
 */
export async function doAtStart<T>(
  what: string,
  work: () => Promise<T>,
  { signal, forMs = BEFORE_LISTENING_MS }: Patience = {},
): Promise<T> {
  const until = performance.now() + forMs
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const trouble = troubleOf(error)
      if (!trouble || performance.now() + waitMs > until) throw error
      log.warn({ err: error, what, waitMs }, `${trouble.logged}; retrying`)
      await pause(waitMs, null, signal ? { signal } : {}).catch(() => undefined)
    }
  }
}

/**
 * Does startup work that the shop does not need to open. Never throws. Retries until the database is back, and logs
 * other failures.
 * @returns null if it failed, or if `signal` was aborted before it was done
 */
export async function doBeside<T>(what: string, work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await doAtStart(what, work, { signal, forMs: Infinity })
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, what }, 'part of the startup failed; the shop continues without it')
    return null
  }
}
