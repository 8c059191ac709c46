import { createHmac } from 'node:crypto'
import pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { appSecret } from '#server/platform/secrets.ts'

/** Signing in waits for the count: a database that hangs is not waited for, and what is counted here counts in its place. */
const PATIENCE_MS = 2_000
const CONNECTIONS = 2

/** Counts tries by key. `consume` rejects with a RateLimiterRes once there were too many. */
export interface AttemptCounter {
  consume: (key: string) => Promise<unknown>
  /** Takes one try back. */
  reward: (key: string) => Promise<unknown>
  delete: (key: string) => Promise<unknown>
}

export interface CounterLimit {
  points: number
  minutes: number
  /** Once there were too many, only time helps: a process need not ask the others again. */
  isFinal?: boolean
}

/** Where tries are counted. */
export interface AttemptStore {
  /** @param name tells it from other counters; two of one name count together */
  counter: (name: string, limit: CounterLimit) => AttemptCounter
}

/** This process by itself; a restart forgets. */
export const memoryStore: AttemptStore = { counter: (_, { points, minutes }) => new RateLimiterMemory({ points, duration: minutes * 60 }) }

/**
 * All processes of the shop together, in the table attempt_counts. Whose tries they are is stored as an HMAC. While the database does not answer, each process
 * counts for itself.
 */
export async function openSharedStore(db: Db, databaseUrl: string): Promise<AttemptStore & { stop: () => Promise<void> }> {
  const secret = await appSecret(db, 'attempts')
  // A pool of its own: whoever is to be stopped must not wait behind what keeps the shop busy.
  const pool = new pg.Pool({
    connectionString: databaseUrl, max: CONNECTIONS, application_name: 'counts attempts',
    connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, statement_timeout: PATIENCE_MS,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'attempts are counted by this process alone for a moment'))
  const counter: AttemptStore['counter'] = (name, { points, minutes, isFinal = false }) => {
    const duration = minutes * 60
    const limiter = new RateLimiterPostgres({
      storeClient: pool, storeType: 'pool', tableName: 'attempt_counts', tableCreated: true, clearExpiredByTimeout: false, keyPrefix: '',
      points, duration, insuranceLimiter: new RateLimiterMemory({ points, duration }),
      // Its first refusal, not its last consent: that may be taken back.
      ...(isFinal && { inMemoryBlockOnConsumed: points + 1 }),
    })
    const hashed = (key: string) => createHmac('sha256', secret).update(`${name} ${key}`).digest('base64url')
    return {
      consume: (key) => limiter.consume(hashed(key)),
      reward: (key) => limiter.reward(hashed(key)),
      delete: (key) => limiter.delete(hashed(key)),
    }
  }
  return { counter, stop: () => pool.end() }
}

/** Deletes counts that are over. Every quarter of an hour. @returns how many */
export async function forgetAttempts(db: Db, now = new Date()): Promise<number> {
  const { count } = await db.attemptCount.deleteMany({ where: { expire: { lte: now.getTime() } } })
  return count
}
