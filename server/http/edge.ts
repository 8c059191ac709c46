import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { log } from '#server/platform/log.ts'
import { forRequest, type Refusal, type RefusalKind, type RequestContext } from '#server/platform/request-context.ts'
import { patternOf } from '#server/site/addresses.ts'
import { addressOf } from './address.ts'

/** What a proxy may call a request. */
const SANE_ID = /^[\w.:-]{8,64}$/
/** Longer addresses are refused anyway. */
const MAX_PATH = 2_000
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/** Callbacks that report what happened to each request. */
export interface RequestWatcher {
  /** @param route and method: of a bounded number. @param outcome '2xx' to '5xx' */
  answered: (request: { route: string; method: string; outcome: string; ms: number }) => void
  /** A request, or a procedure that it asked for, was refused. */
  refused: (refusal: Refusal) => void
  /** Something that was done for a request. */
  did: (name: 'search', outcome: string, ms: number) => void
}

/** Answers that say that somebody has met a limit or a guard. 400 is not one of them: forms with a mistake in them answer so. */
const REFUSED: Readonly<Record<number, RefusalKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  413: 'bad_input',
  415: 'bad_input',
  429: 'too_many',
}

interface EdgeParts {
  trustProxy: boolean
  /** Names of all procedures. */
  procedures: ReadonlySet<string>
  watcher: RequestWatcher | null
}

/**
 * The first that a request meets. It gets an id, which the answer and every log line written for it carry (x-request-id; a proxy that is
 * trusted may bring one), and the time until its answer begins is counted under its route. One line of the log each at the level debug.
 */
export function watchRequests({
  trustProxy,
  procedures,
  watcher,
}: EdgeParts): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const given = trustProxy ? c.req.header('x-request-id') : undefined
    const address = addressOf(c, trustProxy)
    const watched = new WatchedRequest({ given, route: routeOf(c.req.path, procedures), address, watcher })
    await forRequest(watched.context, async () => {
      await next()
      c.header('x-request-id', watched.context.id)
      watched.answered(c.req.method, c.res.status)
    })
  }
}

/** One request, from its arrival on. */
export class WatchedRequest {
  readonly context: RequestContext
  readonly #watcher: RequestWatcher | null
  readonly #address: string
  readonly #started = performance.now()
  /** A procedure has said more about it than the answer does. */
  #isRefused = false

  /** @param given the id that a trusted proxy has sent */
  constructor({
    given,
    route,
    address,
    watcher,
  }: {
    given: string | undefined
    route: string
    address: string
    watcher: RequestWatcher | null
  }) {
    this.#watcher = watcher
    this.#address = address
    this.context = {
      id: given && SANE_ID.test(given) ? given : randomUUID(),
      route,
      ...(watcher && {
        count: watcher.did,
        refused: (refusal) => {
          this.#isRefused = true
          watcher.refused({ ...refusal, address })
        },
      }),
    }
  }

  answered(asked: string, status: number): void {
    const { route } = this.context
    const ms = performance.now() - this.#started
    const method = METHODS.has(asked) ? asked : 'other'
    const kind = REFUSED[status]
    if (kind && !this.#isRefused) this.#watcher?.refused({ kind, what: route, userId: null, address: this.#address })
    this.#watcher?.answered({ route, method, outcome: `${Math.floor(status / 100)}xx`, ms })
    log.debug({ method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
  }
}

/** How figures and the log name an address: by its pattern, of /trpc by the procedure. */
export function routeOf(path: string, procedures: ReadonlySet<string>): string {
  if (path.length > MAX_PATH) return 'other'
  if (path.startsWith('/trpc/')) {
    const name = path.slice('/trpc/'.length)
    if (procedures.has(name)) return path
    return name.includes(',') ? '/trpc/ (several)' : 'other'
  }
  return patternOf(path) ?? 'other'
}
