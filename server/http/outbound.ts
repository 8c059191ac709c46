import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Viewer } from '#server/platform/viewer.ts'
import { reachableAddress } from '#server/partners/demo-stores.ts'
import { goQuery } from '#server/outbound/outbound.schema.ts'
import type { ClickAnswer, ClickRecorder } from '#server/outbound/record-clicks.ts'
import { browserFamily } from '#server/platform/browser-family.ts'
import { deviceClassOf } from '#server/platform/device-class.ts'
import { countryOf, edgeCountryOf, referrerPath, uncountedReason } from '#server/outbound/request-facts.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { AWAY, troubleOf } from '#server/platform/database-away.ts'
import { askNotToIndex } from './crawlers.ts'
import { logTrouble } from './failures.ts'
import { isLongAddress } from './page-address.ts'
import { hasBody } from './request-body.ts'
import { securityHeaders } from './security-headers.ts'
import { databaseAwayPage } from './database-away-page.ts'
import { Visitors } from './visitors.ts'
import { withinPatience } from './within-patience.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The error of a click without a redirect, until `explain` answers its request. */
    clickFailure: unknown
  }
}

/** Reads the signed-in user from the request's session. */
export type ViewerOf = (c: HttpContext) => Promise<Viewer | null>

interface LeavingParts {
  clicks: ClickRecorder
  db: Db
  trustProxy: boolean
  siteIsHttps: boolean
  hsts: Env['HSTS']
  /** The limit per IP address. Tests that send more clicks raise it. */
  clicksAMinute?: number
}

/**
 * Maximum clicks recorded per address. Every click is stored as evidence, even if it does not count, so without a limit
 * a script could fill the disk.
 */
export const CLICKS_A_MINUTE = 600

/** Answers GET /go/{productId}, which sends shoppers to a product's page in its partner's store. */
export class Leaving {
  readonly visitors: Visitors
  readonly #clicks: ClickRecorder
  readonly #trustProxy: boolean
  readonly #headers: Promise<Record<string, string>>
  readonly #limit: RateLimit

  constructor({ clicks, db, trustProxy, siteIsHttps, hsts, clicksAMinute = CLICKS_A_MINUTE }: LeavingParts) {
    this.visitors = new Visitors({ db, trustProxy, siteIsHttps })
    this.#clicks = clicks
    this.#trustProxy = trustProxy
    this.#limit = new RateLimit('clicks', clicksAMinute, 60_000)
    this.#headers = headersOfRedirects({ siteIsHttps, hsts })
  }

  /**
   * Redirects (302) once the click is durable. Register it before the middleware that adds headers to every response. A
   * redirect already has these headers, because adding them one by one would take a third of the time. All other
   * requests continue to the middleware and `explain`.
   */
  redirect(viewerOf: ViewerOf): MiddlewareHandler<{ Bindings: HttpBindings }> {
    return async (c, next) => {
      if (hasBody(c.req.raw) || isLongAddress(c.req.url)) return next()
      try {
        const answer = await this.#record(c, viewerOf)
        if (answer.outcome === 'redirect')
          return c.body(null, 302, { ...(await this.#headers), location: reachableAddress(answer.url) })
      } catch (error) {
        c.set('clickFailure', error)
      }
      return next()
    }
  }

  /** Answers requests without a redirect. A page explains if the product is unknown or has no verified URL. */
  explain(): MiddlewareHandler<{ Bindings: HttpBindings }> {
    return async (c, next) => {
      const error = c.get('clickFailure')
      if (error instanceof TooMuchAsked) throw error
      if (error !== undefined) {
        const trouble = troubleOf(error)
        if (trouble) logTrouble(trouble, error as Error, currentRequest()?.route)
        else log.error({ err: error }, 'a click was not redirected')
        return databaseAwayPage(c.req.raw, trouble ?? AWAY)
      }
      await next()
      c.header('cache-control', 'no-store')
    }
  }

  /** @throws TooMuchAsked after 600 clicks from one address in a minute */
  async #record(c: HttpContext, viewerOf: ViewerOf): Promise<ClickAnswer> {
    const { raw } = c.req
    if (!this.#limit.allows(clientAddressOf(c, this.#trustProxy))) throw new TooMuchAsked(60)
    // Records the click without its user, and does not count it, rather than make the shopper wait.
    const [viewer, visitor] = await Promise.all([withinPatience(viewerOf(c)), this.visitors.of(c)])
    const { v, src, pos, by, sid } = goQuery.parse(Object.fromEntries(new URL(raw.url).searchParams))
    return this.#clicks.record({
      productId: c.req.param('productId') ?? '',
      variantId: v ?? null,
      userId: viewer?.userId ?? null,
      isUserUnknown: viewer === undefined,
      ownPartnerId: viewer?.partner?.id ?? null,
      ...visitor,
      surface: src,
      position: pos ?? null,
      agent: src === 'agent' ? (by ?? null) : null,
      searchId: sid ?? null,
      referrerPath: referrerPath(raw.headers),
      browserFamily: browserFamily(raw.headers.get('user-agent')),
      country: countryOf(raw.headers, this.#trustProxy),
      isLocated: edgeCountryOf(raw.headers, this.#trustProxy) !== null,
      device: deviceClassOf(raw.headers.get('user-agent')),
      uncounted: uncountedReason(raw),
    })
  }
}

/** Returns the headers of a redirect that do not depend on the click. */
async function headersOfRedirects(security: Parameters<typeof securityHeaders>[0]): Promise<Record<string, string>> {
  const app = new Hono()
  app.use(securityHeaders(security))
  app.use(askNotToIndex)
  app.get('/go/:productId', (c) => c.body(null, 302, { 'cache-control': 'no-store' }))
  return Object.fromEntries((await app.request('/go/-')).headers)
}
