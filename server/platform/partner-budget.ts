import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from './durations.values.ts'
import { TooMuchAsked, type Meter, type Payer } from './meter.ts'
import { PARTNER_LIMITS } from './partner-limits.values.ts'

const MIB = 2 ** 20
const PARTNERS_KEPT = 20_000

type Counted = 'lines' | 'rows' | 'messages' | 'bytes'
const NAMES: Readonly<Record<Counted, (amount: number) => string>> = {
  lines: (amount) => `${amount.toLocaleString('en')} lines`,
  rows: (amount) => `${amount.toLocaleString('en')} rows`,
  messages: (amount) => `${amount.toLocaleString('en')} messages`,
  bytes: (amount) => `${Math.floor(amount / MIB).toLocaleString('en')} MB`,
}

/**
 * Thrown when a partner has used up its budget. `message` says why, how much remains and when to continue. Nothing was
 * done.
 */
export class BudgetSpent extends TooMuchAsked {
  constructor(reason: string, retryAfterSeconds: number) {
    super(retryAfterSeconds)
    this.message = `${reason} Nothing was recorded. Send the same request again in ${retryAfterSeconds} s.`
  }
}

/** Charges partners for requests from their systems. Counts within this process. */
export class PartnerBudget {
  readonly #meter: Meter | null
  readonly #limits: Readonly<Record<Counted | 'workMs', number>>
  readonly #spent = new LRUCache<string, Record<Counted, number> & { since: number }>({ max: PARTNERS_KEPT })

  /**
   * @param meter null does not charge processor time
   * @param limits for tests and load tests
   */
  constructor(meter: Meter | null = null, limits: Partial<Record<Counted | 'workMs', number>> = {}) {
    this.#meter = meter
    this.#limits = { ...PARTNER_LIMITS, ...limits }
  }

  /**
   * Does work and charges the partner.
   * @throws BudgetSpent before the work begins, if the partner's processor time is used up; what the work throws
   */
  async run<T>(partnerId: string, work: () => Promise<T>): Promise<T> {
    if (!this.#meter) return work()
    let hasBegun = false
    try {
      return await this.#meter.run(this.#payerOf(partnerId), () => {
        hasBegun = true
        return work()
      })
    } catch (error) {
      if (hasBegun || !(error instanceof TooMuchAsked)) throw error
      const seconds = this.#limits.workMs / 1000
      throw new BudgetSpent(
        `A store can use ${seconds} s of our processing time a minute across all its keys, signed URLs and webhooks. You have used all of it. Larger orders and more requests use more.`,
        error.retryAfterSeconds,
      )
    }
  }

  /** Charges for an amount, all or nothing. @throws BudgetSpent if less is left */
  spend(partnerId: string, what: Counted, amount: number): void {
    const spent = this.#current(partnerId)
    const most = this.#limits[what]
    const left = most - spent[what]
    if (amount > left) {
      const nameOf = NAMES[what]
      throw new BudgetSpent(
        `A store can ${what === 'rows' ? 'read and write' : 'send'} ${nameOf(most)} a minute. You have ${nameOf(Math.max(0, left))} left in this minute, and this request needs ${nameOf(amount)}.`,
        this.#secondsLeft(spent),
      )
    }
    spent[what] += amount
  }

  /** Charges for an amount that is only known afterwards. If it exceeds the limit, the next request is refused. */
  charge(partnerId: string, what: Counted, amount: number): void {
    this.#current(partnerId)[what] += amount
  }

  /** Returns the `RateLimit` headers: how much is left, and in how many seconds the limit resets. */
  headers(partnerId: string, what: 'lines' | 'rows'): Record<string, string> {
    const spent = this.#current(partnerId)
    const most = this.#limits[what]
    return {
      'ratelimit-policy': `"${what}";q=${most};w=60`,
      ratelimit: `"${what}";r=${Math.max(0, most - spent[what])};t=${this.#secondsLeft(spent)}`,
    }
  }

  #secondsLeft({ since }: { since: number }): number {
    return Math.max(1, Math.ceil((since + MINUTE_MS - performance.now()) / 1000))
  }

  #current(partnerId: string) {
    const now = performance.now()
    const known = this.#spent.get(partnerId)
    if (known && now - known.since < MINUTE_MS) return known
    const current = { since: now, lines: 0, rows: 0, messages: 0, bytes: 0 }
    this.#spent.set(partnerId, current)
    return current
  }

  #payerOf(partnerId: string): Payer {
    const { workMs } = this.#limits
    return {
      key: `systems of ${partnerId}`,
      allowance: { msPerMinute: workMs, atOnce: Infinity, waiting: Infinity },
    }
  }
}
