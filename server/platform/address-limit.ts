import { LRUCache } from 'lru-cache'
import { subscriberOf } from './network.ts'

const ADDRESSES_KEPT = 20_000

/**
 * Limits the events of one address (IPv6: one /64), or of another name, in a period. Addresses are stored in this
 * process's memory only, and no longer than needed.
 */
export class AddressLimit {
  readonly #most: number
  readonly #withinMs: number
  readonly #counts = new LRUCache<string, { since: number; count: number }>({ max: ADDRESSES_KEPT })

  constructor(most: number, withinMs: number) {
    this.#most = most
    this.#withinMs = withinMs
  }

  /** Counts one or more events, and returns whether they are within the limit. */
  allows(address: string, count = 1): boolean {
    const current = this.#current(address)
    current.count += count
    return current.count <= this.#most
  }

  /** Returns the remaining count and seconds of the period. Counts nothing. */
  left(address: string): { count: number; seconds: number } {
    const { since, count } = this.#current(address)
    const ms = since + this.#withinMs - performance.now()
    return { count: Math.max(0, this.#most - count), seconds: Math.max(1, Math.ceil(ms / 1000)) }
  }

  /**
   * Counts an event provisionally. @returns a function that takes it back; null if the limit is reached and nothing was
   * counted
   */
  reserve(address: string): (() => void) | null {
    const current = this.#current(address)
    if (current.count >= this.#most) return null
    current.count++
    return () => void current.count--
  }

  #current(address: string): { since: number; count: number } {
    const subscriber = subscriberOf(address)
    const now = performance.now()
    const known = this.#counts.get(subscriber)
    if (known && now - known.since < this.#withinMs) return known
    const current = { since: now, count: 0 }
    this.#counts.set(subscriber, current)
    return current
  }
}
