import { LRUCache } from 'lru-cache'
import { currentRequest, forRequest } from '#server/platform/request-context.ts'
import type { Caller } from '#server/router.ts'
import type { ShownChanges } from './shown-changes.ts'

/** Procedures behind pages for everyone. Their results are the same for all viewers that share a page. */
const KEPT: ReadonlySet<string> = new Set([
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
const ROUTERS: ReadonlySet<string> = new Set([...KEPT].map((name) => name.split('.')[0] ?? ''))
/** A page built from these results is cached as well, so its figures may be older than the page by this time. */
const LASTS_MS = 2_000
const MAX_ANSWERS = 500
/** The longest input in characters. Longer ones are unlikely to be shared. */
const MAX_INPUT = 2_000

interface KeptAnswer {
  answer: Promise<unknown>
  begunAt: number
  /** When the result expires, even without a change. */
  ends: Date[]
}

/**
 * Briefly caches the results of procedures for loaders of pages that are the same for everyone. Many such pages are
 * rendered at once after a change, and a page for all customers is rendered three times. A result is dropped after any
 * change to what the shop shows, and not used while change notifications are missing. Callers must not modify a result.
 */
export class KeptAnswers {
  // Purged at once: the result for a product with 2,048 variants takes 1.4 MB.
  readonly #answers = new LRUCache<string, KeptAnswer>({
    max: MAX_ANSWERS,
    ttl: LASTS_MS,
    ttlAutopurge: true,
    // Looked up at each call, so that tests can change the clock.
    perf: { now: () => performance.now() },
  })
  readonly #changes: ShownChanges

  constructor(changes: ShownChanges) {
    this.#changes = changes
  }

  get size(): number {
    return this.#answers.size
  }

  /**
   * @param caller of a viewer who stands for everyone with a `likeness`
   */
  of(caller: Caller, likeness: string): Caller {
    return within(caller, (router, name) =>
      ROUTERS.has(name)
        ? within(router as object, (ask, of) => this.#kept(`${name}.${of}`, ask as Ask, likeness))
        : router,
    )
  }

  #kept(name: string, ask: Ask, likeness: string): Ask {
    if (!KEPT.has(name)) return ask
    return (input) => {
      const key = `${likeness} ${name} ${JSON.stringify(input) ?? ''}`
      return key.length > MAX_INPUT || !this.#changes.isCaughtUp ? ask(input) : this.#answer(key, () => ask(input))
    }
  }

  async #answer(key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const now = performance.now()
    const kept = this.#answers.get(key)
    if (kept && kept.begunAt > this.#changes.lastOf(null))
      // A failure is not shared: each page uses it to decide whether it may be cached.
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
    this.#answers.set(key, { answer, begunAt: now, ends })
    answer.catch(() => {
      if (this.#answers.get(key)?.answer === answer) this.#answers.delete(key)
    })
    return answer
  }
}

type Ask = (input?: unknown) => Promise<unknown>

const within = <T extends object>(node: T, get: (member: unknown, name: string) => unknown): T =>
  new Proxy(node, { get: (_, name) => get(Reflect.get(node, name), String(name)) })
