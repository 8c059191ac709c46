import { LRUCache } from 'lru-cache'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { log } from '#server/platform/log.ts'
import { variantPath, type Variant } from './media-files.ts'
import { hasOriginal, readVariant, renderVariant } from './render-variant.ts'

/** A page of many pictures has about 100 of them, a network may have many readers. */
const LIMITS = { atOnce: 2, maxWaiting: 1_000, maxWaitingOfGroup: 300 }
/** A picture that could not be drawn is not tried again for so long. */
const GIVEN_UP_MS = 60_000

export interface Asker {
  /** Networks take turns. */
  network: string
  /** Aborted when it has left. */
  signal: AbortSignal
}

/** Answered by what cannot be drawn; the log has said why. */
export class NotDrawnError extends Error {}

/** Gives out variants: at once what has been drawn, the rest in fair turns of the networks, and of the pictures that one network asks for. */
export class VariantQueue {
  readonly #dataDir: string
  readonly #queue: FairQueue<Buffer | null>
  readonly #givenUp = new LRUCache<string, true>({ max: 10_000, ttl: GIVEN_UP_MS })

  constructor(dataDir: string, limits: Partial<typeof LIMITS> = {}) {
    this.#dataDir = dataDir
    this.#queue = new FairQueue({ ...LIMITS, ...limits })
  }

  /**
   * @returns the variant's bytes, or null when there is no such original.
   * @throws QueueFullError, NotDrawnError, or the reason of the asker's signal.
   */
  async read(variant: Variant, { network, signal }: Asker): Promise<Buffer | null> {
    const drawn = await readVariant(this.#dataDir, variant)
    if (drawn) return drawn
    const key = variantPath(this.#dataDir, variant)
    if (this.#givenUp.has(key)) throw new NotDrawnError()
    if (!(await hasOriginal(this.#dataDir, variant.name))) return null
    return this.#queue.ask({ key, group: network, topic: variant.name, signal }, () => this.#draw(key, variant))
  }

  async #draw(key: string, variant: Variant): Promise<Buffer | null> {
    try {
      // Drawn while this one waited, by what is drawn ahead or just before the queue was asked.
      return (await readVariant(this.#dataDir, variant)) ?? (await renderVariant(this.#dataDir, variant))
    } catch (error) {
      log.error({ err: error, ...variant }, 'picture not drawn')
      this.#givenUp.set(key, true)
      throw new NotDrawnError()
    }
  }
}
