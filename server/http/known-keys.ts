import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AddressLimit } from '#server/platform/address-limit.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'

const RETRY_AFTER_SECONDS = 60
const MOST_MET = 10_000
const MET_MS = 24 * 3_600_000

/**
 * Bounds what trying keys costs the database: of an address only so many keys are looked up at once or were wrong in a period, except for those
 * that were good within a day. So systems behind one address do not shut each other out. Kept in this process's memory.
 */
export class KnownKeys<T extends object> {
  readonly #unknown: AddressLimit
  readonly #met = new LRUCache<string, T>({ max: MOST_MET, ttl: MET_MS })

  /** @param unknown how many of an address; several kinds of keys may share it */
  constructor(unknown: AddressLimit) {
    this.#unknown = unknown
  }

  /** What a key was when it was last good, if that was within a day. It may have been revoked since. */
  met(key: string): T | undefined {
    return this.#met.get(nameOf(key))
  }

  /**
   * @param key what is to be known of, whether it is secret or not: a hash of it is kept
   * @param find asks the database; null: the key is wrong
   * @throws TooMuchAsked if it is not asked; what `find` throws
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
    // Reserved before the lookup: many calls at once are all looked up before the first is known to be wrong.
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
