import type { ShownChange } from '#server/search/index/messages.ts'

/**
 * The number of products and partners whose last change we remember. For older ones, we use the time when we last
 * forgot an id.
 */
const MAX_IDS = 100_000
/** We query the database every five seconds. After a longer silence, it may have changed without our knowledge. */
const SILENT_MS = 15_000
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Returns the ids in a page, including those of products and partners. */
export function idsIn(bytes: Buffer): string[] {
  // Copies the ids, because a match refers to the text of the whole page and would keep it in memory.
  return Array.from(new Set(bytes.toString('latin1').match(ID)), (id) => Buffer.from(id, 'latin1').toString('latin1'))
}

/** Records when the content of pages has changed, by the monotonic clock. */
export class ShownChanges {
  /** Incremented with each change, so that pages are compared again only after a change. */
  count = 0
  #latest = -Infinity
  #anything = -Infinity
  readonly #byId = new Map<string, number>()
  #caughtUpAt = -Infinity

  add(change: ShownChange): void {
    const now = performance.now()
    this.count++
    this.#latest = now
    if (change === 'anything') this.#anything = now
    else for (const id of change) this.#remember(id, now)
  }

  /** Confirms that all changes so far have been added. */
  caughtUp(): void {
    this.#caughtUpAt = performance.now()
  }

  /** Whether changes are currently reported. If so, a page may be cached until something on it changes. */
  get isCaughtUp(): boolean {
    return performance.now() - this.#caughtUpAt < SILENT_MS
  }

  /** Returns the time of the last change of these ids, or of any change if `ids` is null. */
  lastOf(ids: readonly string[] | null): number {
    if (ids === null) return this.#latest
    let last = this.#anything
    for (const id of ids) last = Math.max(last, this.#byId.get(id) ?? -Infinity)
    return last
  }

  #remember(id: string, now: number): void {
    // Deleted first, so that the oldest ids are at the front.
    this.#byId.delete(id)
    this.#byId.set(id, now)
    if (this.#byId.size <= MAX_IDS) return
    const [oldest] = this.#byId
    if (!oldest) return
    this.#byId.delete(oldest[0])
    this.#anything = Math.max(this.#anything, oldest[1])
  }
}
