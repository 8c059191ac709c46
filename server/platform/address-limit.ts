import { LRUCache } from 'lru-cache'
import { subscriberOf } from './network.ts'

const ADDRESSES_KEPT = 20_000

/** Allows one address (IPv6: one /64) a number of events in a period. Addresses are kept in this process's memory only, and no longer than counting takes. */
export class AddressLimit {
  readonly #most: number
  readonly #withinMs: number
  readonly #counts = new LRUCache<string, { since: number; count: number }>({ max: ADDRESSES_KEPT })

  constructor(most: number, withinMs: number) {
    this.#most = most
    this.#withinMs = withinMs
  }

  /** Counts one more, and says whether it is within the limit. */
  allows(address: string): boolean {
    const subscriber = subscriberOf(address)
    const now = performance.now()
    const known = this.#counts.get(subscriber)
    const isCurrent = known && now - known.since < this.#withinMs
    const current = isCurrent ? known : { since: now, count: 0 }
    this.#counts.set(subscriber, current)
    return ++current.count <= this.#most
  }

  /** Whether one more would be too many; counts nothing. */
  isSpent(address: string): boolean {
    const known = this.#counts.get(subscriberOf(address))
    return known !== undefined && performance.now() - known.since < this.#withinMs && known.count >= this.#most
  }
}
