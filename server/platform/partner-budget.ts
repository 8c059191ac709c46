import { MINUTE_MS } from './durations.values.ts'
import { TooMuchAsked, type Meter, type Payer } from './meter.ts'
import { PARTNER_LIMITS } from './partner-limits.values.ts'
import { RateLimit } from './rate-limit.ts'

const MIB = 2 ** 20

type Counted = 'lines' | 'rows' | 'messages' | 'bytes'
const NAMES: Readonly<Record<Counted, (amount: number) => string>> = {
  lines: (amount) => `${amount.toLocaleString('en')} lines`,
  rows: (amount) => `${amount.toLocaleString('en')} rows`,
  messages: (amount) => `${amount.toLocaleString('en')} messages`,
  bytes: (amount) => `${Math.floor(amount / MIB).toLocaleString('en')} MB`,
}

/**
 * Thrown when a partner has used up its budget. `message` says why, how much remains and when to continue. The work was
 * not done.
 */
export class BudgetSpent extends TooMuchAsked {
  constructor(reason: string, retryAfterSeconds: number) {
    super(retryAfterSeconds)
    this.message = `${reason} Nothing was recorded. Send the same request again in ${retryAfterSeconds} s.`
  }
}

/** Charges partners for requests from their systems. */
export class PartnerBudget {
  readonly #meter: Meter | null
  readonly #limits: Readonly<Record<Counted | 'workMs', number>>
  readonly #counts: Readonly<Record<Counted, RateLimit>>

  /**
   * @param meter null does not charge CPU time
   * @param limits for tests and load tests
   */
  constructor(meter: Meter | null = null, limits: Partial<Record<Counted | 'workMs', number>> = {}) {
    this.#meter = meter
    this.#limits = { ...PARTNER_LIMITS, ...limits }
    const limitOf = (what: Counted) => new RateLimit(`${what} of partners`, this.#limits[what], MINUTE_MS)
    this.#counts = {
      lines: limitOf('lines'),
      rows: limitOf('rows'),
      messages: limitOf('messages'),
      bytes: limitOf('bytes'),
    }
  }

  /**
   * Does work and charges the partner.
   * @throws BudgetSpent before the work begins, if the partner's CPU time is used up; what the work throws
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
    if (this.#counts[what].takes(partnerId, amount)) return
    const nameOf = NAMES[what]
    const { count: left, seconds } = this.#counts[what].left(partnerId)
    throw new BudgetSpent(
      `A store can ${what === 'rows' ? 'read and write' : 'send'} ${nameOf(this.#limits[what])} a minute. You have ${nameOf(left)} left in this minute, and this request needs ${nameOf(amount)}.`,
      seconds,
    )
  }

  /** Charges for an amount that is only known afterwards. If it exceeds the limit, the next request is refused. */
  charge(partnerId: string, what: Counted, amount: number): void {
    this.#counts[what].allows(partnerId, amount)
  }

  /** Returns the `RateLimit` headers: how much is left, and in how many seconds the limit resets. */
  headers(partnerId: string, what: 'lines' | 'rows'): Record<string, string> {
    const { count, seconds } = this.#counts[what].left(partnerId)
    return {
      'ratelimit-policy': `"${what}";q=${this.#limits[what]};w=60`,
      ratelimit: `"${what}";r=${count};t=${seconds}`,
    }
  }

  #payerOf(partnerId: string): Payer {
    const { workMs } = this.#limits
    return {
      key: `systems of ${partnerId}`,
      allowance: { msPerMinute: workMs, atOnce: Infinity, waiting: Infinity },
    }
  }
}
