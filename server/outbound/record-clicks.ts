import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pTimeout from 'p-timeout'
import { resolveDestination } from '#server/catalogue/destination.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { isId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import type { Click, IdentifiedClick } from './click.ts'
import { newClickId } from './click-id.ts'
import { buildOutboundUrl } from './outbound-url.ts'
import { insertClicks, readTargets, type Target } from './write-clicks.ts'

/** After this the shopper is redirected, even if nothing is written. */
const WRITE_PATIENCE_MS = 1_500
/** A PostgreSQL that was killed is often back within the patience. */
const WRITE_AGAIN_MS = 100

export type ClickAnswer =
  { outcome: 'redirect'; url: string } | { outcome: 'not_found' } | { outcome: 'unverified_host' }

/**
 * Records clicks as evidence and returns their redirects. The answer comes after the commit of the click's group, so
 * that every click id in a redirect has its row. If the database cannot write within 1.5 s the shopper is still
 * redirected, to the last known address and without an id.
 * @throws if the database is away and the product was never seen.
 */
export class ClickRecorder {
  readonly #db: Db
  readonly #writer: GroupWriter<IdentifiedClick, ClickAnswer>
  readonly #lastKnown = new LRUCache<string, Target>({ max: 10_000 })

  constructor(db: Db) {
    this.#db = db
    this.#writer = new GroupWriter((clicks) => this.#writeGroup(clicks))
  }

  async record(click: Click): Promise<ClickAnswer> {
    if (!isId(click.productId)) return { outcome: 'not_found' }
    const entry = {
      ...click,
      productId: click.productId.toLowerCase(),
      variantId: click.variantId?.toLowerCase() ?? null,
      id: newClickId(),
      clickedAt: new Date(),
    }
    const written = this.#write(entry, performance.now() + WRITE_PATIENCE_MS)
    written.catch((error: unknown) => log.error({ err: error, click: evidenceOf(entry) }, 'click not written'))
    try {
      return await withPatience(written)
    } catch (error) {
      const target =
        this.#lastKnown.get(entry.productId) ??
        (await withPatience(this.#readTargets([entry.productId]))).get(entry.productId)
      if (!target) return { outcome: 'not_found' }
      log.error({ err: error, click: entry.id }, 'click not written in time')
      return answerFor(target, null)
    }
  }

  /**
   * Tries again while the database is away. A click that was committed although the connection broke is not written
   * twice.
   */
  async #write(entry: IdentifiedClick, until: number): Promise<ClickAnswer> {
    for (;;) {
      try {
        return await this.#writer.submit(entry)
      } catch (error) {
        if (!isDatabaseAway(error) || performance.now() + WRITE_AGAIN_MS > until) throw error
        await pause(WRITE_AGAIN_MS)
      }
    }
  }

  /** Resolves when all clicks so far are written. */
  flush(): Promise<void> {
    return this.#writer.flush()
  }

  async #writeGroup(clicks: IdentifiedClick[]): Promise<ClickAnswer[]> {
    const targets = await this.#readTargets([...new Set(clicks.map((click) => click.productId))])
    const carriedIds = await insertClicks(this.#db, clicks, targets)
    return clicks.map((click) => {
      const target = targets.get(click.productId)
      return target ? answerFor(target, carriedIds.get(click.id) ?? click.id) : { outcome: 'not_found' }
    })
  }

  async #readTargets(productIds: string[]): Promise<Map<string, Target>> {
    const targets = await readTargets(this.#db, productIds)
    for (const productId of productIds) {
      const target = targets.get(productId)
      if (target) this.#lastKnown.set(productId, target)
      else this.#lastKnown.delete(productId)
    }
    return targets
  }
}

/** @throws Error if there is no answer within the shopper's patience. */
function withPatience<T>(answer: Promise<T>): Promise<T> {
  return pTimeout(answer, { milliseconds: WRITE_PATIENCE_MS, message: `no answer within ${WRITE_PATIENCE_MS} ms` })
}

function answerFor(target: Target, clickId: string | null): ClickAnswer {
  const destination = resolveDestination(target)
  return destination
    ? { outcome: 'redirect', url: buildOutboundUrl(destination, { ...target, clickId }) }
    : { outcome: 'unverified_host' }
}

/** What the log keeps of a click that could not be written: enough to tell an order that names it, and nothing of who clicked. */
const evidenceOf = ({ id, clickedAt, productId, variantId, surface, uncounted }: IdentifiedClick) => ({
  ...{ id, clickedAt, productId, variantId, surface, uncounted },
})
