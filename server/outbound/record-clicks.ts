import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { isId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import { newClickId } from './click-id.ts'
import { buildOutboundUrl, resolveDestination } from './destination.ts'
import type { Surface } from './outbound.schema.ts'
import type { UncountedReason } from './visitor.ts'
import { insertClicks, readTargets, type Target } from './write-clicks.ts'

/** After this the shopper leaves, written or not. */
const WRITE_PATIENCE_MS = 1_500
/** A PostgreSQL that was killed is often back within the patience. */
const WRITE_AGAIN_MS = 100

export interface Click {
  productId: string
  variantId: string | null
  userId: string | null
  /** The partner that the user manages: own clicks earn nothing. */
  ownPartnerId?: string | null
  visitorId: string
  /** The visitor's cookie says little yet: its address is limited. */
  isYoung: boolean
  surface: Surface
  position: number | null
  searchId: string | null
  referrerPath: string | null
  browserFamily: string
  country: string
  ipHash: string | null
  uncounted: UncountedReason | null
}

export type IdentifiedClick = Click & { id: string; clickedAt: Date }

export type ClickAnswer = { outcome: 'redirect'; url: string } | { outcome: 'not_found' } | { outcome: 'unverified_host' }

/**
 * Turns clicks into evidence and redirects. The answer comes after the commit of the click's group: a redirect that carries a click id
 * has its row. When the database cannot write within 1.5 s the shopper is still sent on, by what was last known of the product and
 * without an id.
 * @throws when the database is away and the product was never seen.
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
    const entry = { ...click, productId: click.productId.toLowerCase(), variantId: click.variantId?.toLowerCase() ?? null, id: newClickId(), clickedAt: new Date() }
    const written = this.#write(entry, performance.now() + WRITE_PATIENCE_MS)
    written.catch((error: unknown) => log.error({ err: error, click: entry }, 'click not written'))
    try {
      return await withPatience(written)
    } catch (error) {
      const target = this.#lastKnown.get(entry.productId) ?? (await withPatience(this.#readTargets([entry.productId]))).get(entry.productId)
      if (!target) return { outcome: 'not_found' }
      log.error({ err: error, click: entry.id }, 'click not written in time')
      return answerFor(target, null)
    }
  }

  /** Tries again while the database is away. What an attempt has written although its connection broke is not written twice. */
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

  /** Resolves when every click so far is written. */
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
    for (const [productId, target] of targets) this.#lastKnown.set(productId, target)
    return targets
  }
}

/** @throws Error when there is no answer within the shopper's patience. */
async function withPatience<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WRITE_PATIENCE_MS} ms`)), WRITE_PATIENCE_MS)
  })
  try {
    return await Promise.race([answer, patience])
  } finally {
    clearTimeout(timer)
  }
}

function answerFor(target: Target, clickId: string | null): ClickAnswer {
  const destination = resolveDestination(target)
  return destination ? { outcome: 'redirect', url: buildOutboundUrl(destination, { ...target, clickId }) } : { outcome: 'unverified_host' }
}
