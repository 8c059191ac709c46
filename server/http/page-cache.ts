import { LRUCache } from 'lru-cache'
import { currentRequest, forRequest } from '#server/platform/request-context.ts'
import type { ShownChange } from '#server/search/index/messages.ts'
import { CachedData } from './cached-data.ts'
import { pageResponse, parsePage, type CachedPage, type InTurn } from './cached-page.ts'
import { SENT_ONCE } from './encoded-body.ts'
import { idsIn, ShownChanges } from './shown-changes.ts'

const FRESH_MS = 5_000
const STALE_MS = 15_000
/** A page stays in the cache at least this long, even if its content changes constantly, as during an import. */
const AT_LEAST_MS = 500
/** How old a complete page may be to replace a makeshift one. */
const BETTER_THAN_MAKESHIFT_MS = 10 * 60_000
const MAX_BYTES = 96 * 1024 * 1024
/** Pages with longer keys are not cached. */
export const MAX_KEY = 1_000

/**
 * A temporary response, rendered without something that was unavailable. It is never cached and replaces no cached
 * page.
 */
export class Makeshift extends Response {}

/** How long a page is fresh. It may be served for twice as long (PageCache). */
export interface PageLife {
  /** In ms, if nothing on it changes. Default: 5 s, for pages with figures that send no change events. */
  lastsMs?: number
  /** Whether only a change to a product or partner on the page ends it early. Default: any change. */
  endsByIds?: boolean
  /** The copies of its bytes in memory, over all encodings. Default: 1.5. */
  copies?: number
}

interface Rendering {
  page: Promise<CachedPage>
  begunAt: number
}

/**
 * Caches pages as bytes. Pages that are the same for every anonymous visitor are fresh for as long as their PageLife
 * says. For the same time again, and at least 15 s, they are served stale and rendered in the background. Only age
 * makes a page stale. Once something on a page has changed, it is rendered again before anyone gets it. While change
 * notifications are missing, no page lives longer than 20 s. Simultaneous requests for one page share one rendering. If
 * only a makeshift can be rendered, a page from the last ten minutes is served instead.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    ttlAutopurge: true,
    // Looks up performance.now at each call, so that tests can change the clock.
    perf: { now: () => performance.now() },
    sizeCalculation: (page) => Math.ceil(page.body.size * page.copies) + 60 * (page.ids?.length ?? 0) + 1_000,
  })
  readonly #rendering = new Map<string, Rendering>()
  readonly #changes: ShownChanges
  /**
   * Counts how shared pages were served: fresh from the cache, stale from the cache, or rendered. `unfilled` counts
   * customers' pages that were rendered for one customer because they could not be filled in.
   */
  readonly counts = { fresh: 0, stale: 0, rendered: 0, unfilled: 0 }
  /** Cached data of pages, which the same changes expire. */
  readonly data: CachedData

  constructor(changes = new ShownChanges()) {
    this.#changes = changes
    this.data = new CachedData(changes)
  }

  /** Estimated memory of the cached pages, in bytes. */
  get bytes(): number {
    return this.#pages.calculatedSize
  }

  /**
   * Records a change of something that pages show. Half a second later at most, cached pages that show it are no longer
   * served. The search thread reports changes, because it reads them first (server/main.ts, LiveIndex).
   */
  expire(change: ShownChange = 'anything'): void {
    this.#changes.add(change)
  }

  /** Confirms that all changes before this call have been reported. Call it every few seconds. */
  caughtUp(): void {
    this.#changes.caughtUp()
  }

  /** Whether we know of all changes up to a few seconds ago. */
  get isCaughtUp(): boolean {
    return this.#changes.isCaughtUp
  }

  /** Responds with the cached page, or renders it. Takes the parameters of `page`. */
  async answer(request: Request, ...of: Parameters<PageCache['page']>): Promise<Response> {
    return pageResponse(request, await this.page(...of))
  }

  /**
   * Returns the cached page, or renders it.
   * @param inTurn runs the rendering in this visitor's turn. Others who request the page do not wait for this turn
   * @throws what rendering throws
   */
  async page(
    key: string,
    render: () => Promise<Response>,
    inTurn: InTurn = (work) => work(),
    life: PageLife = {},
  ): Promise<CachedPage> {
    if (key.length > MAX_KEY) return inTurn(async () => parsePage(await render(), performance.now(), SENT_ONCE))
    const freshMs = (this.#changes.isCaughtUp && life.lastsMs) || FRESH_MS
    const page = this.#cachedFor(key, freshMs)
    if (page) {
      this.counts.fresh++
      return page
    }
    // While this visitor waited for a turn, another request may have started to render.
    const rendering =
      this.#runningFor(key) ?? inTurn(async () => this.#cachedFor(key, freshMs) ?? this.#renderOnce(key, render, life))
    const stale = this.#cachedFor(key, freshMs + Math.max(freshMs, STALE_MS))
    this.counts[stale ? 'stale' : 'rendered']++
    if (!stale) return rendering
    rendering.catch(() => undefined)
    return stale
  }

  #cachedFor(key: string, ms: number): CachedPage | undefined {
    const page = this.#pages.get(key)
    return page && performance.now() - page.begunAt < ms && this.#isUpToDate(page) ? page : undefined
  }

  #runningFor(key: string): Promise<CachedPage> | undefined {
    const rendering = this.#rendering.get(key)
    return rendering && mayServe(rendering.begunAt, this.#changes.lastOf(null)) ? rendering.page : undefined
  }

  #isUpToDate(page: CachedPage): boolean {
    if (performance.now() >= page.endsAt) return false
    const { count } = this.#changes
    if (page.changed.asOf !== count) page.changed = { asOf: count, at: this.#changes.lastOf(page.ids) }
    return mayServe(page.begunAt, page.changed.at)
  }

  #renderOnce(key: string, render: () => Promise<Response>, life: PageLife): Promise<CachedPage> {
    const { endsByIds, copies, lastsMs = FRESH_MS } = life
    const running = this.#runningFor(key)
    if (running) return running
    const begunAt = performance.now()
    let endsAt = Infinity
    const endAt = (at: Date) => (endsAt = Math.min(endsAt, performance.now() + at.getTime() - Date.now()))
    const page = forRequest({ ...(currentRequest() ?? { id: '', route: 'other' }), endAt }, render)
      .then(async (response) => {
        const parsed = await parsePage(response, begunAt)
        const page: CachedPage = {
          ...parsed,
          endsAt,
          isShareable: !(response instanceof Makeshift),
          ids: endsByIds ? idsIn(Buffer.concat([await parsed.body.encoded('identity'), Buffer.from(key)])) : null,
          copies: copies ?? parsed.copies,
        }
        if (response instanceof Makeshift) {
          const kept = this.#pages.get(key)
          // The older page may be out of date, so shared caches must not store it.
          return kept && page.begunAt - kept.begunAt < BETTER_THAN_MAKESHIFT_MS ? { ...kept, isShareable: false } : page
        }
        // A 503 with Retry-After is the closed site's screen.
        const isLasting =
          page.status === 200 || (page.status === 503 && page.headers.some(([name]) => name === 'retry-after'))
        // A rendering that began later may have finished earlier.
        if ((this.#pages.get(key)?.begunAt ?? -Infinity) > begunAt) return page
        if (isLasting && !page.headers.some(([name]) => name === 'set-cookie'))
          this.#pages.set(key, page, { ttl: Math.max(2 * lastsMs, BETTER_THAN_MAKESHIFT_MS) })
        else if (page.status < 500) this.#pages.delete(key)
        return page
      })
      .finally(() => {
        if (this.#rendering.get(key)?.page === page) this.#rendering.delete(key)
      })
    this.#rendering.set(key, { page, begunAt })
    return page
  }
}

/** Whether a page is newer than the change, or young enough to be served anyway. */
const mayServe = (begunAt: number, changedAt: number): boolean =>
  begunAt > changedAt || performance.now() - begunAt < AT_LEAST_MS
