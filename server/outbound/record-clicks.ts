import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { TookTooLong, type Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { isId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import type { Click, IdentifiedClick } from './click.ts'
import { newClickId } from './click-id.ts'
import { departureFor, findTargets, type Departure, type Departures } from './departures.ts'
import { insertClicks } from './write-clicks.ts'

/** After this time the shopper is redirected, even if nothing is written. */
const PATIENCE_MS = 1_500
/** The maximum number of variants of all cached products, at about 0.5 KB each. A product may have 2,048. */
const MAX_CACHED_VARIANTS = 100_000
/** How long to retry a click while the database is slow or unavailable, so that a lock loses no clicks. */
const MAX_TRYING_MS = 60_000
/** How long to retry waiting clicks at a stop, which must end before the process is killed. */
const MAX_TRYING_AT_STOP_MS = 5_000
/** The delay before a retry. A PostgreSQL server that was killed is often back within PATIENCE_MS. */
const TRY_AGAIN_MS = 100

export type ClickAnswer =
  { outcome: 'redirect'; url: string } | { outcome: 'not_found' } | { outcome: 'unverified_host' }

/**
 * Records clicks as evidence and returns their redirects. Writes one group of clicks at a time, and answers each click
 * after the commit of its group, so that every click id in a redirect has its row. If something fails:
 *
 * | Failure                        | The shopper waits | The click is tried for  | Otherwise stored |
 * | ------------------------------ | ----------------- | ----------------------- | ---------------- |
 * | the database is slow or absent | 1.5 s             | a minute, 5 s at a stop | in the log       |
 * | any other error of its group   | no longer         | no longer               | in the log       |
 * | 20,000 other clicks wait       | no longer         | no longer               | in the log       |
 *
 * Then the shopper gets the link without an id. If its destination is not cached, we read it within another 1.5 s or
 * return an error. A late click counts like any other, because nearly all of these shoppers reach the store, and a
 * repeat within the hour carries its id.
 */
export class ClickRecorder {
  readonly #db: Db
  readonly #patienceMs: number
  readonly #giveUpMs: number
  /** When to give up at a stop. */
  #endsAt = Infinity
  /** The error of the last try; null if it succeeded. */
  #lastError: unknown = null
  readonly #writer: GroupWriter<WaitingClick, ClickAnswer>
  /** Reads one group of products at a time, because the writer needs the other of the two connections. */
  readonly #reader: GroupWriter<string, Departure | undefined>
  readonly #lastKnown: LRUCache<string, Departure>

  constructor(
    db: Db,
    { maxCachedVariants = MAX_CACHED_VARIANTS, patienceMs = PATIENCE_MS, giveUpMs = MAX_TRYING_MS } = {},
  ) {
    this.#db = db
    this.#patienceMs = patienceMs
    this.#giveUpMs = giveUpMs
    this.#lastKnown = new LRUCache({
      max: 10_000,
      maxSize: maxCachedVariants,
      sizeCalculation: ({ target }) => 1 + target.variants.length,
    })
    this.#writer = new GroupWriter((clicks) => this.#writeGroup(clicks))
    this.#reader = new GroupWriter(async (productIds) => {
      const departures = await this.#readDepartures(productIds)
      return productIds.map((id) => departures.get(id))
    })
  }

  /** @throws Error if the click is not written in time, and its destination is neither cached nor read in time. */
  async record(click: Click): Promise<ClickAnswer> {
    if (!isId(click.productId)) return { outcome: 'not_found' }
    const entry = {
      ...click,
      productId: click.productId.toLowerCase(),
      variantId: click.variantId?.toLowerCase() ?? null,
      id: newClickId(),
      clickedAt: new Date(),
    }
    const written = this.#writer.submit({ ...entry, since: performance.now() })
    written.catch((error: unknown) => log.error({ err: error, click: evidenceOf(entry) }, 'click not written'))
    try {
      return await withPatience(written, this.#patienceMs)
    } catch (error) {
      if (error instanceof TooLate) log.warn({ click: entry.id }, 'click not written in time')
      const departure =
        this.#lastKnown.get(entry.productId) ??
        (await withPatience(this.#reader.submit(entry.productId), this.#patienceMs))
      return departure ? answerFor(departure, null, entry.variantId) : { outcome: 'not_found' }
    }
  }

  /** Resolves when all clicks so far are written or, after five seconds of failures, logged. Call it at a stop. */
  async flush(): Promise<void> {
    this.#endsAt = performance.now() + MAX_TRYING_AT_STOP_MS
    await this.#writer.flush()
    this.#endsAt = Infinity
  }

  /**
   * Writes clicks with cached products. If PostgreSQL reports that a product has changed since, its clicks are written
   * again. Unknown products are read first. The cache may change in the meantime, because the fallback also reads.
   */
  async #writeGroup(clicks: WaitingClick[]): Promise<ClickAnswer[]> {
    const until = Math.max(...clicks.map(({ since }) => since)) + this.#giveUpMs
    const answers = new Map<string, ClickAnswer>()
    const known = new Map<string, Departure>()
    for (const { productId } of clicks) {
      const departure = this.#lastKnown.get(productId)
      if (departure) known.set(productId, departure)
    }
    const changed = await this.#writeTo(known, clicks, { isRead: false, until }, answers)
    const others = clicks.filter(({ id, productId }) => changed.has(id) || !known.has(productId))
    if (others.length) {
      const departures = await this.#retry(until, () => this.#readDepartures(others.map(({ productId }) => productId)))
      await this.#writeTo(departures, others, { isRead: true, until }, answers)
    }
    return clicks.map(({ id }) => answers.get(id) ?? { outcome: 'not_found' })
  }

  /** @returns the ids of clicks that were not written, because their product has changed */
  async #writeTo(
    departures: Departures,
    clicks: IdentifiedClick[],
    { isRead, until }: { isRead: boolean; until: number },
    answers: Map<string, ClickAnswer>,
  ): Promise<ReadonlySet<string>> {
    const { carriedIds, changed } = await this.#retry(until, () =>
      insertClicks(this.#db, clicks, departures, { isRead }),
    )
    for (const { id, productId, variantId } of clicks) {
      const departure = departures.get(productId)
      // If an earlier try was committed although its connection broke, the click carries its own id.
      if (departure && !changed.has(id)) answers.set(id, answerFor(departure, carriedIds.get(id) ?? id, variantId))
    }
    return changed
  }

  /**
   * Repeats work while the database is slow or unavailable. A committed click is not written again.
   * @throws the last error, even of an earlier group. After `until`, a group is tried only if the last try succeeded
   */
  async #retry<T>(until: number, work: () => Promise<T>): Promise<T> {
    for (;;) {
      if (this.#lastError && performance.now() > Math.min(until, this.#endsAt)) throw this.#lastError
      try {
        const done = await work()
        this.#lastError = null
        return done
      } catch (error) {
        if (!(error instanceof TookTooLong || isDatabaseAway(error))) throw error
        this.#lastError = error
        await pause(TRY_AGAIN_MS)
      }
    }
  }

  async #readDepartures(productIds: string[]): Promise<Map<string, Departure>> {
    const targets = await findTargets(this.#db, [...new Set(productIds)])
    const departures = new Map([...targets].map(([id, target]) => [id, departureFor(target)]))
    for (const productId of productIds) {
      const departure = departures.get(productId)
      if (departure) this.#lastKnown.set(productId, departure)
      else this.#lastKnown.delete(productId)
    }
    return departures
  }
}

/** `since` is the time of the click, by the monotonic clock. */
type WaitingClick = IdentifiedClick & { since: number }

class TooLate extends Error {}

/** @throws TooLate if there is no answer within the shopper's patience. */
function withPatience<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    // After a stall of the event loop, answers that have already arrived win over the timeout.
    const late = setTimeout(() => setImmediate(reject, new TooLate(`no answer within ${ms} ms`)), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

function answerFor({ wayTo }: Departure, clickId: string | null, variantId: string | null): ClickAnswer {
  return wayTo ? { outcome: 'redirect', url: wayTo(variantId).link(clickId) } : { outcome: 'unverified_host' }
}

/**
 * Returns the log entry of a click that could not be written: enough to recognise an order with its id, and nothing
 * about the person.
 */
const evidenceOf = ({ id, clickedAt, productId, variantId, surface, uncounted, isUserUnknown }: IdentifiedClick) => ({
  id,
  clickedAt,
  productId,
  variantId,
  surface,
  uncounted,
  isUserUnknown,
})
