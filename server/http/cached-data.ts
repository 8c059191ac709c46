import { LRUCache } from 'lru-cache'
import { currentRequest, forRequest } from '#server/platform/request-context.ts'
import type { Caller } from '#server/router.ts'
import type { ShownChanges } from './shown-changes.ts'

/** Procedures behind shared pages. Their results are the same for all viewers who share a page. */
const CACHED: ReadonlySet<string> = new Set([
  'catalogue.get',
  'catalogue.partnerRows',
  'catalogue.related',
  'catalogue.strips',
  'catalogue.trending',
  'partner.featuredStores',
  'partner.getStore',
  'promotions.live',
  'reviews.list',
  'search.menu',
  'search.products',
])
const ROUTERS: ReadonlySet<string> = new Set([...CACHED].map((name) => name.split('.')[0] ?? ''))
/** A page built from these results is cached too, so its figures may be older than the page by this much. */
const LASTS_MS = 2_000
const MAX_RESULTS = 500
/** Maximum input in characters. Longer ones are unlikely to be shared. */
const MAX_INPUT = 2_000

interface CachedResult {
  answer: Promise<unknown>
  begunAt: number
  /** When the result expires, even without a change. */
  ends: Date[]
}

/**
 * Briefly caches the results of procedures for the loaders of shared pages. Many such pages are rendered at once after
 * a change, and a page for all customers is rendered three times. A result is dropped after any change to what the shop
 * shows, and not used while change notifications are missing. Callers must not modify a result.
 */
export class CachedData {
  // Purges expired results at once, because the result for a product with 2,048 variants takes 1.4 MB.
  readonly #results = new LRUCache<string, CachedResult>({
    max: MAX_RESULTS,
    ttl: LASTS_MS,
    ttlAutopurge: true,
    // Looks up performance.now at each call, so that tests can change the clock.
    perf: { now: () => performance.now() },
  })
  readonly #changes: ShownChanges

  constructor(changes: ShownChanges) {
    this.#changes = changes
  }

  get size(): number {
    return this.#results.size
  }

  /**
   * @param caller for a viewer who represents the entire audience
   * @param audience all viewers who may share results: signed-out visitors, or customers for whom pages have the same markup
   */
  of(caller: Caller, audience: string): Caller {
    return within(caller, (router, name) =>
      ROUTERS.has(name)
        ? within(router as object, (ask, of) => this.#cached(`${name}.${of}`, ask as Ask, audience))
        : router,
    )
  }

  #cached(name: string, ask: Ask, audience: string): Ask {
    if (!CACHED.has(name)) return ask
    return (input) => {
      const key = `${audience} ${name} ${JSON.stringify(input) ?? ''}`
      return key.length > MAX_INPUT || !this.#changes.isCaughtUp ? ask(input) : this.#answer(key, () => ask(input))
    }
  }

  async #answer(key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const now = performance.now()
    const kept = this.#results.get(key)
    if (kept && kept.begunAt > this.#changes.lastOf(null))
      // Does not share failures, because each page uses its own failures to decide whether it may be cached.
      return kept.answer.then(
        (answer) => {
          for (const end of kept.ends) currentRequest()?.endAt?.(end)
          return answer
        },
        () => ask(),
      )
    const ends: Date[] = []
    const request = currentRequest() ?? { id: '', route: 'other' }
    const endAt = (at: Date) => {
      ends.push(at)
      request.endAt?.(at)
    }
    const answer = forRequest({ ...request, endAt }, ask)
    this.#results.set(key, { answer, begunAt: now, ends })
    answer.catch(() => {
      if (this.#results.get(key)?.answer === answer) this.#results.delete(key)
    })
    return answer
  }
}

type Ask = (input?: unknown) => Promise<unknown>

const within = <T extends object>(node: T, get: (member: unknown, name: string) => unknown): T =>
  new Proxy(node, { get: (_, name) => get(Reflect.get(node, name), String(name)) })
