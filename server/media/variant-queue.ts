import { LRUCache } from 'lru-cache'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { log } from '#server/platform/log.ts'
import { variantKey, type Variant } from './media-keys.ts'
import { hasOriginal, loadVariant, renderVariants } from './render-variant.ts'
import { StorageAway } from './s3-client.ts'

/** A page may have 100 pictures, and a network may have many readers. */
const LIMITS = { atOnce: 2, maxWaiting: 1_000, maxWaitingOfGroup: 300 }
/** How long to wait before retrying a broken picture. */
const GIVEN_UP_MS = 60_000

export interface Asker {
  /** The visitor's network. Networks take turns. */
  network: string
  /** Aborted when the client has disconnected. */
  signal: AbortSignal
}

/** Thrown if the picture cannot be drawn. The reason is in the log. */
export class NotDrawnError extends Error {}

/** Returns variants: drawn ones at once, others in fair turns of the networks, and of the pictures within a network. */
export class VariantQueue {
  readonly #dataDir: string
  readonly #queue: FairQueue<Buffer | null>
  readonly #givenUp = new LRUCache<string, true>({ max: 10_000, ttl: GIVEN_UP_MS })

  constructor(dataDir: string, limits: Partial<typeof LIMITS> = {}) {
    this.#dataDir = dataDir
    this.#queue = new FairQueue({ ...LIMITS, ...limits })
  }

  /**
   * @returns the variant's bytes, or null if there is no such original.
   * @throws QueueFullError, NotDrawnError, StorageAway, or the reason of the request's signal.
   */
  async read(variant: Variant, { network, signal }: Asker): Promise<Buffer | null> {
    const drawn = await loadVariant(this.#dataDir, variant)
    if (drawn) return drawn
    const key = variantKey(variant)
    if (this.#givenUp.has(key)) throw new NotDrawnError()
    if (!(await hasOriginal(this.#dataDir, variant.name))) return null
    return this.#queue.ask({ key, group: network, topic: variant.name, signal }, () => this.#draw(key, variant))
  }

  async #draw(key: string, variant: Variant): Promise<Buffer | null> {
    try {
      // The variant may have been drawn while this request waited, by drawAhead or by a request just before it.
      return (
        (await loadVariant(this.#dataDir, variant)) ??
        (await renderVariants(this.#dataDir, variant.name, [variant]))?.[0] ??
        null
      )
    } catch (error) {
      // An unavailable storage is not the picture's fault, so the next request tries again.
      if (error instanceof StorageAway) throw error
      log.error({ err: error, ...variant }, 'picture not rendered')
      this.#givenUp.set(key, true)
      throw new NotDrawnError()
    }
  }
}
