import { TooMuchAsked } from './meter.ts'

interface Limits {
  /** Maximum simultaneous calls per key. */
  atOnce: number
  /** Maximum waiting calls per key. */
  waiting: number
  /** Seconds until refused callers may try again. */
  retryAfterSeconds: number
}

interface Line {
  running: number
  waiting: Array<() => void>
}

/**
 * Limits how much work of a key (a partner) runs at once, before it reaches the database. Counts within this process.
 */
export class Turns {
  readonly #limits: Limits
  readonly #lines = new Map<string, Line>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Does the work when the key's turn comes. @throws TooMuchAsked if too much work of the key is waiting; what the work
   * throws
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.#limits.atOnce) line.running++
    else if (line.waiting.length >= this.#limits.waiting) throw new TooMuchAsked(this.#limits.retryAfterSeconds)
    // Passes the place to the next in line, so that a new request cannot take it.
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) this.#lines.delete(key)
    }
  }
}
