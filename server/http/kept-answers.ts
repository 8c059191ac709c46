import { LRUCache } from 'lru-cache'
import { currentRequest, forRequest } from '#server/platform/request-context.ts'
import type { Caller } from '#server/router.ts'
import type { ShownChanges } from './shown-changes.ts'

/** What pages for everybody are made of. None of these answers differs between two viewers that share a page. */
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
/** A page made of them is kept as well, so its figures may be older than the page by this. */
const LASTS_MS = 2_000
const MOST_ANSWERS = 500
/** Characters of an input. Longer ones are nobody else's. */
const MOST_INPUT = 2_000

interface KeptAnswer {
  answer: Promise<unknown>
  begunAt: number
  /** When it stops being true without a change. */
  ends: Date[]
}

/**
 * Briefly keeps the answers of procedures to loaders of pages that are the same for everyone. Many such pages are
 * rendered at once where no cached page answers, and a page for all customers is rendered three times. An answer is
 * dropped after a change to anything that the shop shows, and is not used while changes are not heard of. Callers must
 * not modify an answer.
 */
export class KeptAnswers {
  readonly #answers = new LRUCache<string, KeptAnswer>({ max: MOST_ANSWERS })
  readonly #changes: ShownChanges

  constructor(changes: ShownChanges) {
    this.#changes = changes
  }

  /** @param caller of a viewer who stands for all of a `likeness` */
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
      return key.length > MOST_INPUT || !this.#changes.isHeard ? ask(input) : this.#answer(key, () => ask(input))
    }
  }

  async #answer(key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const now = performance.now()
    const kept = this.#answers.get(key)
    if (kept && now - kept.begunAt < LASTS_MS && kept.begunAt > this.#changes.lastOf(null))
      // A failure is each page's own: it says whether the page may be kept.
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
