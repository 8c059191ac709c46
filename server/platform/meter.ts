import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { log } from './log.ts'
import { subscriberOf } from './network.ts'

/** What one account may have computed for it. */
export interface Allowance {
  /** Of the server's processor time; as much as that may be used at once, and it comes back evenly. */
  msPerMinute: number
  /** How much may be under way at a time; what else comes waits for its turn. */
  atOnce: number
  /** How much may wait. */
  waiting: number
}

/** An account that is charged for what is computed. */
export interface Payer {
  key: string
  allowance: Allowance
  /** Pays too, and has to have something left. */
  within?: Payer
}

// The event loop has 60,000 ms a minute to give. An office of 200 people behind one address who open 4 pages a minute each needs at
// most 200 x 4 x 20 ms = 16,000 ms, if none of those pages is kept for everybody; most are.
const ANONYMOUS: Allowance = { msPerMinute: 20_000, atOnce: 8, waiting: 100 }
// One person who opens a page every second needs 60 x 25 ms = 1,500 ms. More would let a dozen accounts take the whole server.
const SIGNED_IN: Allowance = { msPerMinute: 6_000, atOnce: 6, waiting: 30 }

// Twenty accounts of one machine would be as much as everything. An office where 300 people are signed in needs 24,000 ms, by the same reckoning as above.
const SIGNED_IN_TOGETHER: Allowance = { msPerMinute: 30_000, atOnce: Infinity, waiting: Infinity }

const ACCOUNTS_KEPT = 50_000
const TELL_EVERY_MS = 60_000
/** When too much waits already, nobody knows when it will be less. */
const FULL_RETRY_SECONDS = 1

/** Whoever is not signed in pays together with everybody of his address (IPv6: of his /64). */
export const anonymousPayer = (address: string): Payer => ({ key: subscriberOf(address), allowance: ANONYMOUS })

/** Whoever is signed in pays for himself, wherever he is, and together with all others of his address who are. */
export const signedInPayer = (userId: string, address: string): Payer =>
  ({ key: `user ${userId}`, allowance: SIGNED_IN, within: { key: `signed in ${subscriberOf(address)}`, allowance: SIGNED_IN_TOGETHER } })

/** The payer's account is empty, or too much of his waits already. */
export class TooMuchAsked extends Error {
  /** When to try again. */
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`Too much was asked for at once; again in ${retryAfterSeconds} s.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Account {
  /** Ms that may still be used; below zero what was used beyond. */
  left: number
  /** When `left` was right. */
  at: number
  running: number
  waiting: Array<() => void>
  /** Refusals since `toldAt`. */
  refused: number
  toldAt: number
}

interface Clocks {
  /** Ms that the server has worked since some moment. */
  worked: () => number
  /** Ms of a clock that nobody sets. */
  now?: () => number
}

/**
 * Charges what is computed to whoever asked for it. The measure is the server's processor time: by the clock on the wall a busy
 * server would empty the accounts of those who wait for it. What several have under way at once is charged to them in equal parts, as
 * nothing tells whose part of the event loop's work a moment was: all together are charged what was worked, never more.
 */
export class Meter {
  readonly #worked: () => number
  readonly #now: () => number
  readonly #accounts = new LRUCache<string, Account>({ max: ACCOUNTS_KEPT })
  readonly #logKey = randomBytes(16)
  #underWay = 0
  /** What each one under way has been charged since the start, had it been there all the time. */
  #part = 0
  #workedBefore: number

  constructor({ worked, now = () => performance.now() }: Clocks) {
    this.#worked = worked
    this.#now = now
    this.#workedBefore = worked()
  }

  /** How many accounts are remembered. */
  get size(): number {
    return this.#accounts.size
  }

  /**
   * Does the work when its payer's turn comes, and charges it.
   * @throws TooMuchAsked when the account is empty, or too much of the payer waits already; whatever the work throws.
   */
  async run<T>(payer: Payer, work: () => Promise<T>): Promise<T> {
    const account = this.#accountOf(payer)
    await this.#enter(payer, account)
    const stop = this.#start()
    try {
      return await work()
    } finally {
      this.#charge(payer, account, stop())
      leave(account)
    }
  }

  /** Does the work at once, whoever pays; for what finds out who does. */
  async measure<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
    const stop = this.#start()
    let ms = 0
    let value: T
    try {
      value = await work()
    } finally {
      ms = stop()
    }
    return { value, ms }
  }

  /** Charges what has been done already. */
  charge(payer: Payer, ms: number): void {
    this.#charge(payer, this.#accountOf(payer), ms)
  }

  #charge(payer: Payer, account: Account, ms: number): void {
    this.#fill(payer, account)
    account.left -= ms
    if (payer.within) this.charge(payer.within, ms)
  }

  /** @returns what ends it, and tells its part in ms. */
  #start(): () => number {
    this.#share()
    this.#underWay++
    const before = this.#part
    return () => {
      this.#share()
      this.#underWay--
      return this.#part - before
    }
  }

  /** Parts what was worked since the last time among those that were under way. */
  #share(): void {
    const worked = this.#worked()
    if (this.#underWay > 0) this.#part += (worked - this.#workedBefore) / this.#underWay
    this.#workedBefore = worked
  }

  async #enter(payer: Payer, account: Account): Promise<void> {
    if (payer.within) this.#assertLeft(payer.within, this.#accountOf(payer.within))
    this.#assertLeft(payer, account)
    if (account.running < payer.allowance.atOnce) {
      account.running++
      return
    }
    if (account.waiting.length >= payer.allowance.waiting) throw this.#refuse(payer, account)
    // Whoever leaves hands his place over, so that nobody slips in between.
    await new Promise<void>((resolve) => account.waiting.push(resolve))
    this.#fill(payer, account)
    if (account.left > 0) return
    leave(account)
    throw this.#refuse(payer, account)
  }

  #assertLeft(payer: Payer, account: Account): void {
    this.#fill(payer, account)
    if (account.left <= 0) throw this.#refuse(payer, account)
  }

  #accountOf({ key, allowance }: Payer): Account {
    const known = this.#accounts.get(key)
    if (known) return known
    const account: Account = { left: allowance.msPerMinute, at: this.#now(), running: 0, waiting: [], refused: 0, toldAt: -Infinity }
    this.#accounts.set(key, account)
    return account
  }

  /** Nobody owes more than a minute's worth, however much one request has cost. */
  #fill({ allowance: { msPerMinute } }: Payer, account: Account): void {
    const now = this.#now()
    account.left = Math.min(msPerMinute, Math.max(-msPerMinute, account.left) + ((now - account.at) * msPerMinute) / 60_000)
    account.at = now
  }

  #refuse({ key, allowance: { msPerMinute } }: Payer, account: Account): TooMuchAsked {
    account.refused++
    const now = this.#now()
    if (now - account.toldAt >= TELL_EVERY_MS) {
      // Addresses are not written down (app/features/legal/privacy-page.tsx): the name tells one from another until the next start.
      const name = key.startsWith('user ') ? key : createHmac('sha256', this.#logKey).update(key).digest('hex').slice(0, 8)
      log.warn({ payer: name, refused: account.refused, leftMs: Math.round(account.left), waiting: account.waiting.length }, 'more was asked for than one may have computed')
      account.refused = 0
      account.toldAt = now
    }
    // Just above zero is enough.
    return new TooMuchAsked(account.left > 0 ? FULL_RETRY_SECONDS : Math.floor((-account.left * 60) / msPerMinute) + 1)
  }
}

function leave(account: Account): void {
  const next = account.waiting.shift()
  if (next) next()
  else account.running--
}
