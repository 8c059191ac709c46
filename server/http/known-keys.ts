import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'

const RETRY_AFTER_SECONDS = 60
const MAX_MET = 10_000
const MET_MS = 24 * 3_600_000

/**
 * Limits how much guessing keys can cost the database. Counts the keys of an IP address that are being looked up or
 * were wrong in the limit's period. Keys that were valid within the last day are exempt, so systems behind one address
 * do not block each other. Kept in this process's memory.
 */
export class KnownKeys<T extends object> {
  readonly #unknown: RateLimit
  readonly #met = new LRUCache<string, T>({ max: MAX_MET, ttl: MET_MS })

  /** @param unknown the limit of unknown keys for each IP address; several kinds of keys may share it */
  constructor(unknown: RateLimit) {
    this.#unknown = unknown
  }

  /**
   * Returns the result of the last valid lookup of a key, if that was within a day. The key may have been revoked
   * since.
   */
  met(key: string): T | undefined {
    return this.#met.get(nameOf(key))
  }

  /**
   * Looks a key up, and remembers it if it is valid.
   * @param key the key, or a text that identifies it. Only its hash is stored
   * @param find looks it up in the database; null means the key is wrong
   * @throws TooMuchAsked without a lookup if the address has reached its limit; whatever `find` throws
   */
  async find(address: string, key: string, find: () => Promise<T | null>): Promise<T | null> {
    const name = nameOf(key)
    if (this.#met.has(name)) {
      const found = await find()
      if (found) this.#met.set(name, found)
      else {
        this.#met.delete(name)
        this.#unknown.allows(address)
      }
      return found
    }
    // Reserves an attempt before the lookup. Otherwise concurrent calls would all be looked up before the first one
    // fails.
    const takeBack = this.#unknown.reserve(address)
    if (!takeBack) throw new TooMuchAsked(RETRY_AFTER_SECONDS)
    let isWrong = false
    try {
      const found = await find()
      if (found) this.#met.set(name, found)
      else isWrong = true
      return found
    } finally {
      if (!isWrong) takeBack()
    }
  }
}

const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64')
