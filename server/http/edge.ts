import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { log } from '#server/platform/log.ts'
import { forRequest, type Refusal, type RefusalKind, type RequestContext } from '#server/platform/request-context.ts'
import { addressPatternOf } from '#server/site/addresses.ts'
import { clientAddressOf } from './client-address.ts'

/** Format of request ids that a proxy may set. */
const SANE_ID = /^[\w.:-]{8,64}$/
/** Longer URLs are refused anyway. */
const MAX_PATH = 2_000
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/** Callbacks that report the outcome of each request. */
export interface RequestWatcher {
  /** @param route one of a limited number of values, like the method @param outcome '2xx' to '5xx' */
  answered: (request: { route: string; method: string; outcome: string; ms: number }) => void
  /** Called when a request or one of its procedures was refused. */
  refused: (refusal: Refusal) => void
  /** Called when something was done for a request. */
  did: (name: 'search', outcome: string, ms: number) => void
}

/**
 * Statuses of refusals by limits or permission checks. 400 is not included, because forms with invalid input also use
 * it.
 */
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
 * Runs first for every request. Assigns an id, which appears in the response and in every log line (x-request-id; a
 * trusted proxy may set it). Measures the time until the response begins, by route, and logs a line at debug level.
 */
export function watchRequests({
  trustProxy,
  procedures,
  watcher,
}: EdgeParts): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const given = trustProxy ? c.req.header('x-request-id') : undefined
    const address = clientAddressOf(c, trustProxy)
    const watched = new WatchedRequest({ given, route: routeOf(c.req.path, procedures), address, watcher })
    await forRequest(watched.context, async () => {
      await next()
      c.header('x-request-id', watched.context.id)
      watched.answered(c.req.method, c.res.status)
    })
  }
}

/** Tracks one request from its arrival. */
class WatchedRequest {
  readonly context: RequestContext
  readonly #watcher: RequestWatcher | null
  readonly #address: string
  readonly #started = performance.now()
  /** Whether a procedure has already reported the refusal. It knows the reason better than the response. */
  #isRefused = false

  /**
   * @param given the id sent by a trusted proxy
   */
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

/** Returns the name of a route for metrics and the log: its pattern or, for /trpc, the procedure. */
export function routeOf(path: string, procedures: ReadonlySet<string>): string {
  if (path.length > MAX_PATH) return 'other'
  if (path.startsWith('/trpc/')) {
    const name = path.slice('/trpc/'.length)
    if (procedures.has(name)) return path
    return name.includes(',') ? '/trpc/ (several)' : 'other'
  }
  return addressPatternOf(path) ?? 'other'
}
