import { createHmac, randomBytes } from 'node:crypto'
import { log } from './log.ts'
import { subscriberOf } from './network.ts'
import type { Refusal } from './request-context.ts'

/** Refusals of the same kind, account and procedure are logged once in this time, and counted. */
const WINDOW_MS = 60_000
/**
 * Kinds, accounts and procedures that are logged separately in a window, with two lines each at most. All others share
 * one line, however many accounts an attacker has.
 */
const MAX_SEPARATE = 200

/**
 * Logs refused and unauthorised calls. The first one of a kind, account and procedure is logged at once, with its
 * request id. The others are counted and logged in one line at the window's end. So refusals cannot flood the log, and
 * no user input gets into it.
 */
export class RefusalLog {
  readonly #now: () => number
  readonly #write: typeof log.info
  /** Addresses are not logged. The name identifies an address until the next start. */
  readonly #key = randomBytes(32)
  #began = 0
  #others = 0
  #counts = new Map<string, { refusal: object; count: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor({ now = Date.now, write = log.info.bind(log) }: { now?: () => number; write?: typeof log.info } = {}) {
    this.#now = now
    this.#write = write
  }

  record({ kind, what, userId, address }: Refusal): void {
    if (this.#now() - this.#began >= WINDOW_MS) this.flush()
    const who = userId === null ? `address ${this.#nameOf(address)}` : `user ${userId}`
    const key = `${kind} ${who} ${what}`
    const known = this.#counts.get(key)
    if (known) {
      known.count++
    } else if (this.#counts.size >= MAX_SEPARATE) {
      this.#others++
    } else {
      const refusal = { kind, who, what }
      this.#counts.set(key, { refusal, count: 1 })
      this.#write(refusal, 'refused')
    }
  }

  /** Logs the counts of the window, and begins the next one. */
  flush(): void {
    for (const { refusal, count } of this.#counts.values())
      if (count > 1) this.#write({ ...refusal, count }, 'refused again')
    if (this.#others) this.#write({ count: this.#others }, 'refused calls from more accounts than we log separately')
    this.#counts = new Map()
    this.#others = 0
    this.#began = this.#now()
  }

  /** Logs the counts when a window is over, even without further refusals. */
  start(): void {
    this.#timer = setInterval(() => this.flush(), WINDOW_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.flush()
  }

  #nameOf(address: string): string {
    return createHmac('sha256', this.#key).update(subscriberOf(address)).digest('hex').slice(0, 8)
  }
}
