import { TooMuchAsked } from './meter.ts'

interface Limits {
  /** Of one key at the same time. */
  atOnce: number
  /** Of one key so many more wait for their turn. */
  waiting: number
  /** When who is refused may try again. */
  retryAfterSeconds: number
}

interface Line {
  running: number
  waiting: Array<() => void>
}

/** Lets each key (a partner) have only so much under way at once, before anything of it reaches the database. Counts within the process. */
export class Turns {
  readonly #limits: Limits
  readonly #lines = new Map<string, Line>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Does the work when the key's turn comes. @throws TooMuchAsked if too many of the key's wait already; what the work throws */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.#limits.atOnce) line.running++
    else if (line.waiting.length >= this.#limits.waiting) throw new TooMuchAsked(this.#limits.retryAfterSeconds)
    // The place goes to the next in line, so a newcomer cannot take it.
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
