import { createHmac } from 'node:crypto'
import pTimeout from 'p-timeout'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { log } from './log.ts'

const CONNECT_MS = 5_000
const PING_MS = 1_000
/** Replaces a connection without an answer after this time. No request waits for it. */
const SILENT_MS = 3_000
/**
 * After a failure, this process counts separately for this time, instead of asking Redis and logging an error for each
 * event.
 */
const REST_MS = 1_000
const LONGEST_WAIT_MS = 2_000

/** Counts of all processes of the shop together. */
export interface SharedCounts {
  /**
   * Adds to a count, whose period begins with its first event.
   * @returns the count of all processes and the seconds left in its period; null if it is not available. Never throws
   */
  add: (key: string, points: number, seconds: number) => Promise<{ count: number; msLeft: number } | null>
}

let current: SharedCounts | null = null

/** Returns the shared counts; null if each process counts separately. */
export const sharedCounts = (): SharedCounts | null => current

/** Makes the limits of this process share their counts with other processes. */
export function shareCounts(counts: SharedCounts | null): void {
  current = counts
}

export interface RedisCounts extends SharedCounts {
  /** Whether the last request was answered. */
  isUp: () => boolean
  stop: () => void
}

/**
 * Connects to Redis or Valkey. Names and addresses are stored as HMACs. While it does not answer, `add` returns null,
 * so each process counts separately.
 * @throws Error that says what to do if it cannot be reached or accepts no writes
 */
export async function openRedisCounts(url: string, secret: Buffer): Promise<RedisCounts> {
  // Most shops have no Redis.
  const { createClient } = await import('@redis/client')
  let hasOpened = false
  let isUp = true
  let restsUntil = 0
  const failed = (err: unknown) => {
    if (hasOpened && isUp)
      log.warn({ err }, 'Redis does not answer; this process counts its limits alone until it does')
    isUp = false
  }
  const answered = () => {
    if (hasOpened && !isUp) log.info('Redis answers again; all processes count their limits together')
    isUp = true
    restsUntil = 0
  }
  const open = () =>
    createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: PING_MS,
      socket: {
        connectTimeout: CONNECT_MS,
        socketTimeout: SILENT_MS,
        reconnectStrategy: (tries, cause) => (hasOpened ? Math.min(100 * 2 ** tries, LONGEST_WAIT_MS) : cause),
      },
    })
  let client: ReturnType<typeof open> | null = null
  try {
    client = open()
    client.on('error', failed)
    client.on('ready', answered)
    const storeClient = await pTimeout(client.connect(), { milliseconds: CONNECT_MS })
    // `penalty` only counts and refuses nothing, so these values are not used.
    const unused = { points: 1, duration: 1 }
    const limiter = new RateLimiterRedis({ storeClient, useRedisPackage: true, keyPrefix: 'wtf-limit', ...unused })
    const add = async (key: string, points: number, seconds: number) => {
      const name = createHmac('sha256', secret).update(key).digest('base64url')
      const { consumedPoints, msBeforeNext } = await limiter.penalty(name, points, { customDuration: seconds })
      return { count: consumedPoints, msLeft: msBeforeNext }
    }
    // A replica, a wrong password and a full memory show only when writing.
    await pTimeout(add('start', 1, 1), { milliseconds: CONNECT_MS })
    hasOpened = true
    return {
      isUp: () => isUp && storeClient.isReady,
      stop: () => storeClient.destroy(),
      add: async (...given) => {
        if (!storeClient.isReady || performance.now() < restsUntil) return null
        try {
          const total = await add(...given)
          answered()
          return total
        } catch (error) {
          restsUntil = performance.now() + REST_MS
          failed(error)
          return null
        }
      },
    }
  } catch (error) {
    if (client?.isOpen) client.destroy()
    throw new Error(
      `REDIS_URL: the Redis server cannot be used (${messageOf(error)}). Start it or correct REDIS_URL. Without REDIS_URL each process counts its limits alone.`,
      { cause: error },
    )
  }
}

function messageOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}
