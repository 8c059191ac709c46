import { LRUCache } from 'lru-cache'
import { subscriberOf } from './network.ts'
import { sharedCounts } from './shared-counts.ts'

/**
 * Maximum names in memory. RateLimiterMemory of rate-limiter-flexible has no maximum, so a million addresses would take
 * 500 MB.
 */
const NAMES_KEPT = 20_000

interface Counted {
  count: number
  /** The end of the period, on the monotonic clock. */
  until: number
  /** The part of `count` that the other processes do not know yet. */
  unsent: number
  isSending: boolean
}

/**
 * Limits the events of an address (IPv6: a /64) or another name per period. Decides from this process's memory, so
 * nobody waits. With REDIS_URL it then adds the event to the count of all processes, and continues from that count.
 * Together, the processes may exceed the limit by one event each, plus the events that arrive before Redis answers.
 */
export class RateLimit {
  readonly #name: string
  readonly #most: number
  readonly #withinMs: number
  readonly #counts = new LRUCache<string, Counted>({ max: NAMES_KEPT })

  /** @param name limits of the same name share their counts */
  constructor(name: string, most: number, withinMs: number) {
    this.#name = name
    this.#most = most
    this.#withinMs = withinMs
  }

  /** Counts one or more events, and returns whether they are within the limit. */
  allows(address: string, count = 1): boolean {
    const subscriber = subscriberOf(address)
    const current = this.#current(subscriber)
    this.#add(subscriber, current, count)
    return current.count <= this.#most
  }

  /** Counts all of the events, or none if they would exceed the limit. */
  takes(address: string, count: number): boolean {
    const subscriber = subscriberOf(address)
    const current = this.#current(subscriber)
    if (current.count + count > this.#most) return false
    this.#add(subscriber, current, count)
    return true
  }

  /**
   * Counts an event provisionally. @returns a function that takes it back; null if the limit is reached and nothing was
   * counted
   */
  reserve(address: string): (() => void) | null {
    const subscriber = subscriberOf(address)
    const current = this.#current(subscriber)
    if (current.count >= this.#most) return null
    this.#add(subscriber, current, 1)
    return () => this.#add(subscriber, current, -1)
  }

  /** Returns the remaining count and seconds of the period. Counts nothing. */
  left(address: string): { count: number; seconds: number } {
    const { until, count } = this.#current(subscriberOf(address))
    const seconds = Math.max(1, Math.ceil((until - performance.now()) / 1_000))
    return { count: Math.max(0, this.#most - count), seconds }
  }

  #current(subscriber: string): Counted {
    const now = performance.now()
    const known = this.#counts.get(subscriber)
    if (known && now < known.until) return known
    const current = { count: 0, until: now + this.#withinMs, unsent: 0, isSending: false }
    this.#counts.set(subscriber, current)
    return current
  }

  #add(subscriber: string, current: Counted, count: number): void {
    // The first event above the limit tells the other processes that it is reached. Further events change nothing for
    // them.
    const isKnownToAll = count > 0 && current.count > this.#most
    current.count += count
    if (!sharedCounts()) return
    if (!isKnownToAll) current.unsent += count
    if (current.unsent !== 0 && !current.isSending) void this.#share(subscriber, current)
  }

  /** Adds the unsent part to the count of all processes. One request at a time for each name, however many events. */
  async #share(subscriber: string, current: Counted): Promise<void> {
    current.isSending = true
    while (current.unsent !== 0 && this.#counts.peek(subscriber) === current) {
      const sent = current.unsent
      const total = await sharedCounts()?.add(`${this.#name} ${subscriber}`, sent, this.#withinMs / 1_000)
      // Without a shared total, the next event of this name sends the counts.
      if (!total) break
      current.unsent -= sent
      current.count = total.count + current.unsent
      current.until = performance.now() + total.msLeft
    }
    current.isSending = false
  }
}
