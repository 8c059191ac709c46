import type { ShownChange } from '#server/search/index/messages.ts'

/**
 * How many products and partners we remember the last change of. Older ones count as changed when the first was
 * forgotten.
 */
const MOST_IDS = 100_000
/** We query the database every five seconds. After a longer silence, it may have changed without our knowledge. */
const SILENT_MS = 15_000
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The ids in a page: products and partners among others. */
export function namesIn(bytes: Buffer): string[] {
  return [...new Set(bytes.toString('latin1').match(ID))]
}

/** When what pages show has changed, by the monotonic clock. */
export class ShownChanges {
  /** Grows with each change, so that nothing is compared twice. */
  count = 0
  #latest = -Infinity
  #anything = -Infinity
  readonly #byId = new Map<string, number>()
  #heardAt = -Infinity

  add(change: ShownChange): void {
    const now = performance.now()
    this.count++
    this.#latest = now
    if (change === 'anything') this.#anything = now
    else for (const id of change) this.#remember(id, now)
  }

  /** All that was written before has been added. */
  hear(): void {
    this.#heardAt = performance.now()
  }

  /** True while every change is heard of, so that a page may be as old as nothing of it changes. */
  get isHeard(): boolean {
    return performance.now() - this.#heardAt < SILENT_MS
  }

  /** The last change of something that these ids name; null: of anything. */
  lastOf(names: readonly string[] | null): number {
    if (names === null) return this.#latest
    let last = this.#anything
    for (const id of names) last = Math.max(last, this.#byId.get(id) ?? -Infinity)
    return last
  }

  #remember(id: string, now: number): void {
    // Deleted first, so that the oldest come first.
    this.#byId.delete(id)
    this.#byId.set(id, now)
    if (this.#byId.size <= MOST_IDS) return
    const [oldest] = this.#byId
    if (!oldest) return
    this.#byId.delete(oldest[0])
    this.#anything = Math.max(this.#anything, oldest[1])
  }
}
