import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AddressLimit } from '#server/platform/address-limit.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'

const MINUTE_SECONDS = 60
/** Of an address in a minute: somebody tries keys. */
const WRONG_A_MINUTE = 30
const MOST_MET = 10_000
const MET_MS = 24 * 3_600_000

/**
 * Bounds what trying keys costs the database: after thirty wrong ones of an address in a minute only keys that were good within a day are looked
 * up for it. So systems behind one address do not shut each other out. Kept in this process's memory.
 */
export class KnownKeys {
  readonly #wrong = new AddressLimit(WRONG_A_MINUTE, MINUTE_SECONDS * 1000)
  readonly #met = new LRUCache<string, true>({ max: MOST_MET, ttl: MET_MS })

  /**
   * @param key what is to be known of, whether it is secret or not: a hash of it is kept
   * @param find asks the database; null: the key is wrong
   * @throws TooMuchAsked if it is not asked; what `find` throws
   */
  async find<T>(address: string, key: string, find: () => Promise<T | null>): Promise<T | null> {
    const name = createHash('sha256').update(key).digest('base64')
    if (!this.#met.has(name) && this.#wrong.isSpent(address)) throw new TooMuchAsked(MINUTE_SECONDS)
    const found = await find()
    if (found === null) {
      this.#met.delete(name)
      this.#wrong.allows(address)
    } else this.#met.set(name, true)
    return found
  }
}
