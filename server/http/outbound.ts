import type { Viewer } from '#server/platform/viewer.ts'
import { reachableAddress } from '#server/partners/demo-stores.ts'
import { goQuery } from '#server/outbound/outbound.schema.ts'
import type { ClickAnswer, ClickRecorder } from '#server/outbound/record-clicks.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import type { Visitor } from '#server/outbound/visitor-cookie.ts'
import { browserFamily } from '#server/platform/browser-family.ts'
import { deviceClassOf } from '#server/platform/device-class.ts'
import { countryOf, edgeCountryOf, referrerPath, uncountedReason } from '#server/outbound/visitor.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { AWAY, troubleOf } from '#server/platform/database-away.ts'
import { storageAway } from './storage-away.ts'
import { Visitors, type Asking } from './visitors.ts'
import { withinPatience } from './within-patience.ts'

/** Reads the signed-in user from the request's session. */
type ViewerOf = (c: HttpContext) => Promise<Viewer | null>

interface LeavingParts {
  clicks: ClickRecorder
  db: Db
  trustProxy: boolean
  siteIsHttps: boolean
  /** If false, clicks per address are not limited. */
  isLimited: boolean
}

/**
 * Clicks recorded per address. Each one is stored as evidence, counted or not, so without a limit a script could fill
 * the disk.
 */
export const DEPARTURES_A_MINUTE = 600

/** Shoppers who leave for a partner's store: through `answer`, or mostly through the fast path (leave-quickly.ts). */
export class Leaving {
  readonly visitors: Visitors
  readonly #clicks: ClickRecorder
  readonly #trustProxy: boolean
  readonly #limit: RateLimit | null

  constructor({ clicks, db, trustProxy, siteIsHttps, isLimited }: LeavingParts) {
    this.visitors = new Visitors({ db, trustProxy, siteIsHttps })
    this.#clicks = clicks
    this.#trustProxy = trustProxy
    this.#limit = isLimited ? new RateLimit('store visits', DEPARTURES_A_MINUTE, 60_000) : null
  }

  /**
   * Answers GET /go/{productId}: redirects (302) to the product in its partner's store once the click is durable.
   * Returns null if a page has to explain the problem (unknown product, no verified URL).
   * @throws TooMuchAsked after 600 clicks from one address in a minute
   */
  async answer(c: HttpContext, viewerOf: ViewerOf): Promise<Response | null> {
    if (this.#limit && !this.#limit.allows(clientAddressOf(c, this.#trustProxy))) throw new TooMuchAsked(60)
    const productId = c.req.param('productId') ?? ''
    // Recording a click without its user is better than making a shopper wait.
    const [viewer, visitor] = await Promise.all([withinPatience(viewerOf(c)), this.visitors.of(c)])
    let answer: ClickAnswer
    try {
      answer = await this.#record(c.req.raw, { productId, query: new URL(c.req.url).searchParams, viewer, visitor })
    } catch (error) {
      log.error({ err: error }, 'outbound link served without the database')
      return storageAway(c.req.raw, troubleOf(error) ?? AWAY)
    }
    return answer.outcome === 'redirect' ? redirectTo(c, reachableAddress(answer.url)) : null
  }

  /**
   * Does the same as `answer` without waiting, for a visitor without a session.
   * @returns null, without any effect, if it needs data that is not in memory; then `answer` can do it
   */
  begin(
    asking: Asking,
    { productId, query, address }: { productId: string; query: URLSearchParams; address: string },
  ): { cookie: string | null; url: Promise<string | null> } | null {
    if (!this.#clicks.leadsAway(productId)) return null
    const known = this.visitors.known(asking, address)
    if (!known || (this.#limit && !this.#limit.allows(address))) return null
    const { cookie, ...visitor } = known
    const recorded = this.#record(asking, { productId, query, viewer: null, visitor })
    return {
      cookie,
      url: recorded.then((answer) => (answer.outcome === 'redirect' ? reachableAddress(answer.url) : null)),
    }
  }

  #record(
    asking: Asking,
    {
      productId,
      query,
      viewer,
      visitor,
    }: {
      productId: string
      query: URLSearchParams
      viewer: Viewer | null
      visitor: Visitor & { ipHash: string | null }
    },
  ): Promise<ClickAnswer> {
    const { headers } = asking
    const { v, src, pos, by, sid } = goQuery.parse(Object.fromEntries(query))
    return this.#clicks.record({
      productId,
      variantId: v ?? null,
      userId: viewer?.userId ?? null,
      ownPartnerId: viewer?.partner?.id ?? null,
      ...visitor,
      surface: src,
      position: pos ?? null,
      agent: src === 'agent' ? (by ?? null) : null,
      searchId: sid ?? null,
      referrerPath: referrerPath(headers),
      browserFamily: browserFamily(headers.get('user-agent')),
      country: countryOf(headers, this.#trustProxy),
      isLocated: edgeCountryOf(headers, this.#trustProxy) !== null,
      device: deviceClassOf(headers.get('user-agent')),
      uncounted: uncountedReason(asking),
    })
  }
}

/** Builds the redirect. */
export const redirectTo = (c: HttpContext, url: string): Response =>
  c.body(null, 302, { location: url, 'cache-control': 'no-store' })

/**
 * Answers GET /seen/{productId}: the product page's pixel, which counts views. The page itself is cached, so its
 * requests cannot be counted.
 */
export function recordSeen({
  views,
  visitors,
  viewerOf,
}: {
  views: ViewRecorder
  visitors: Visitors
  viewerOf: ViewerOf
}) {
  return async (c: HttpContext): Promise<Response> => {
    if (!uncountedReason(c.req.raw)) {
      const [viewer, visitor] = await Promise.all([withinPatience(viewerOf(c)), visitors.of(c)])
      await views
        .record({ productId: c.req.param('productId') ?? '', ...visitor, userId: viewer?.userId ?? null })
        .catch((error: unknown) => log.error({ err: error }, 'view not recorded'))
    }
    return c.body(null, 204, { 'cache-control': 'no-store' })
  }
}
