import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { log } from './log.ts'
import { subscriberOf } from './network.ts'

/** Limits of what the server computes for one account. */
interface Allowance {
  /** CPU time. All of it may be used at once. It refills evenly. */
  msPerMinute: number
  /** Requests that run at the same time; others wait for their turn. */
  atOnce: number
  /** Maximum waiting requests. */
  waiting: number
}

/** An account that is charged for computing. */
export interface Payer {
  key: string
  allowance: Allowance
  /** Another account that is also charged, and must have budget left. */
  within?: Payer
}

// The event loop has 60,000 ms a minute. An office of 200 people behind one address who open 4 pages a minute each
// needs at most 200 x 4 x 20 ms = 16,000 ms, and most of these pages are cached.
const ANONYMOUS: Allowance = { msPerMinute: 20_000, atOnce: 8, waiting: 100 }
// One person who opens a page every second needs 60 x 25 ms = 1,500 ms. With more, a dozen accounts could use the whole
// server.
const SIGNED_IN: Allowance = { msPerMinute: 6_000, atOnce: 6, waiting: 30 }

// Twenty accounts on one machine would otherwise use all capacity. An office with 300 signed-in people needs 24,000 ms,
// calculated as above.
const SIGNED_IN_TOGETHER: Allowance = { msPerMinute: 30_000, atOnce: Infinity, waiting: Infinity }

const ACCOUNTS_KEPT = 50_000
const TELL_EVERY_MS = 60_000
/** If too many are waiting, it is unknown when there will be room again. */
const FULL_RETRY_SECONDS = 1

/** Visitors who are not signed in share one account per address (IPv6: per /64). */
export const anonymousPayer = (address: string): Payer => ({ key: subscriberOf(address), allowance: ANONYMOUS })

/** Returns a signed-in user's own account, within one that all signed-in users at the same address share. */
export const signedInPayer = (userId: string, address: string): Payer => ({
  key: `user ${userId}`,
  allowance: SIGNED_IN,
  within: { key: `signed in ${subscriberOf(address)}`, allowance: SIGNED_IN_TOGETHER },
})

/** Thrown if the account is empty, or if too many of its requests are waiting. */
export class TooMuchAsked extends Error {
  /** Seconds until a retry. */
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`Too many requests at once. Try again in ${retryAfterSeconds} s.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Account {
  /** Remaining milliseconds; negative if more was used. */
  left: number
  /** When `left` was last updated. */
  at: number
  running: number
  waiting: Array<() => void>
  /** Refusals since `toldAt`. */
  refused: number
  loggedAt: number
}

interface Clocks {
  /** The server's CPU time so far, in ms. */
  worked: () => number
  /** A monotonic clock in ms. */
  now?: () => number
}

/**
 * Charges each account for the work on its requests, in CPU time of the server. With wall-clock time, waiting for a
 * busy server would empty an account. Concurrent requests share the charge equally, since it is unknown for which of
 * them the event loop worked. The total charge never exceeds the time worked.
 */
export class Meter {
  readonly #worked: () => number
  readonly #now: () => number
  readonly #accounts = new LRUCache<string, Account>({ max: ACCOUNTS_KEPT })
  readonly #logKey = randomBytes(16)
  #underWay = 0
  /** The total charge for a request that has been running since the meter's start. */
  #part = 0
  #workedBefore: number

  constructor({ worked, now = () => performance.now() }: Clocks) {
    this.#worked = worked
    this.#now = now
    this.#workedBefore = worked()
  }

  /** The number of remembered accounts. */
  get size(): number {
    return this.#accounts.size
  }

  /**
   * Does the work when the payer's turn comes, and charges for it.
   * @throws TooMuchAsked if the account is empty or too many of the payer's requests are waiting; what the work throws
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

  /** Does the work immediately, before the payer is known. */
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

  /** Charges for finished work. */
  charge(payer: Payer, ms: number): void {
    this.#charge(payer, this.#accountOf(payer), ms)
  }

  #charge(payer: Payer, account: Account, ms: number): void {
    this.#fill(payer, account)
    account.left -= ms
    if (payer.within) this.charge(payer.within, ms)
  }

  /** @returns a function that ends the request and gives its share in ms. */
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

  /** Splits the work since the last call among the requests that were running. */
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
    // Passes the place to the next in line, so that a new request cannot take it.
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
    const account: Account = {
      left: allowance.msPerMinute,
      at: this.#now(),
      running: 0,
      waiting: [],
      refused: 0,
      loggedAt: -Infinity,
    }
    this.#accounts.set(key, account)
    return account
  }

  /** Refills the account. Limits its debt to one minute, however much a request cost. */
  #fill({ allowance: { msPerMinute } }: Payer, account: Account): void {
    const now = this.#now()
    account.left = Math.min(
      msPerMinute,
      Math.max(-msPerMinute, account.left) + ((now - account.at) * msPerMinute) / 60_000,
    )
    account.at = now
  }

  #refuse({ key, allowance: { msPerMinute } }: Payer, account: Account): TooMuchAsked {
    account.refused++
    const now = this.#now()
    if (now - account.loggedAt >= TELL_EVERY_MS) {
      // Addresses are not logged (app/features/legal/privacy-page.tsx). The name identifies an address until the next
      // start.
      const name = key.startsWith('user ')
        ? key
        : createHmac('sha256', this.#logKey).update(key).digest('hex').slice(0, 8)
      log.warn(
        { payer: name, refused: account.refused, leftMs: Math.round(account.left), waiting: account.waiting.length },
        'a visitor has used up their budget of processor time',
      )
      account.refused = 0
      account.loggedAt = now
    }
    // The account only has to get above zero.
    return new TooMuchAsked(account.left > 0 ? FULL_RETRY_SECONDS : Math.floor((-account.left * 60) / msPerMinute) + 1)
  }
}

function leave(account: Account): void {
  const next = account.waiting.shift()
  if (next) next()
  else account.running--
}
