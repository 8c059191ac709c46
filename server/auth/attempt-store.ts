import { createHmac } from 'node:crypto'
import pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { appSecret } from '#server/platform/secrets.ts'

/** Sign-in waits for the count. If the database does not answer within this time, this process counts alone. */
const PATIENCE_MS = 2_000
const CONNECTIONS = 2

/** Counts attempts by key. `consume` rejects with a RateLimiterRes if there were too many. */
export interface AttemptCounter {
  consume: (key: string) => Promise<unknown>
  /** Takes one attempt back. */
  reward: (key: string) => Promise<unknown>
  delete: (key: string) => Promise<unknown>
}

interface CounterLimit {
  points: number
  minutes: number
  /** Whether only waiting lifts the limit. Then a process need not query the database again. */
  isFinal?: boolean
}

/** The place where attempts are counted. */
export interface AttemptStore {
  /** @param name counters of the same name share their counts */
  counter: (name: string, limit: CounterLimit) => AttemptCounter
}

/** Counts in this process only; a restart resets it. */
export const memoryStore: AttemptStore = {
  counter: (_, { points, minutes }) => new RateLimiterMemory({ points, duration: minutes * 60 }),
}

/**
 * Counts for all processes of the shop, in the table attempt_counts. Accounts and addresses are stored as HMACs. While
 * the database does not answer, each process counts separately.
 */
export async function openSharedStore(
  db: Db,
  databaseUrl: string,
): Promise<AttemptStore & { stop: () => Promise<void> }> {
  const secret = await appSecret(db, 'attempts')
  // A separate pool, because counting must not queue behind the shop's other queries.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    application_name: 'counts attempts',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
  })
  pool.on('error', (error) =>
    log.warn({ err: error }, 'the database did not answer; this process counts attempts alone for a moment'),
  )
  const counter: AttemptStore['counter'] = (name, { points, minutes, isFinal = false }) => {
    const duration = minutes * 60
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'attempt_counts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
      // Blocks in memory from the first refused attempt, not from the last allowed one, which may still be taken back.
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

/** Deletes expired counts. Runs every quarter of an hour. @returns the number of deleted counts */
export async function forgetAttempts(db: Db, now = new Date()): Promise<number> {
  const { count } = await db.attemptCount.deleteMany({ where: { expire: { lte: now.getTime() } } })
  return count
}
