import { getCookie, setCookie } from 'hono/cookie'
import type { Viewer } from '#server/auth/viewer.ts'
import type { IpHasher } from '#server/outbound/ip-hash.ts'
import { goQuery } from '#server/outbound/outbound.schema.ts'
import type { ClickAnswer, ClickRecorder } from '#server/outbound/record-clicks.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import {
  browserFamily, countryOf, isVisitorId, newVisitorId, referrerPath, uncountedReason, VISITOR_COOKIE, VISITOR_COOKIE_SECONDS,
} from '#server/outbound/visitor.ts'
import { log } from '#server/platform/log.ts'
import { addressOf, type HttpContext } from './address.ts'

const PATIENCE_MS = 200

/** Who is signed in, by the request's session. */
type ViewerOf = (c: HttpContext) => Promise<Viewer | null>

interface LeaveParts {
  clicks: ClickRecorder
  ipHasher: IpHasher
  viewerOf: ViewerOf
  trustProxy: boolean
  siteIsHttps: boolean
}

/**
 * GET /go/{productId}: 302 to the product in its partner's store once the click is durable.
 * Answers null where a page must say what is wrong (unknown product, no verified address).
 */
export function leave({ clicks, ipHasher, viewerOf, trustProxy, siteIsHttps }: LeaveParts) {
  return async (c: HttpContext): Promise<Response | null> => {
    const { headers } = c.req.raw
    const query = goQuery.parse(c.req.query())
    const [viewer, ipHash] = await Promise.all([withinPatience(viewerOf(c)), withinPatience(ipHasher.hash(addressOf(c, trustProxy)))])
    let answer: ClickAnswer
    try {
      answer = await clicks.record({
        productId: c.req.param('productId') ?? '',
        variantId: query.v ?? null,
        userId: viewer?.userId ?? null,
        ownPartnerId: viewer?.partner?.id ?? null,
        ...visitorOf(c, siteIsHttps),
        surface: query.src,
        position: query.pos ?? null,
        searchId: query.sid ?? null,
        referrerPath: referrerPath(headers),
        browserFamily: browserFamily(headers.get('user-agent')),
        country: countryOf(headers, trustProxy),
        ipHash,
        uncounted: uncountedReason(c.req.raw),
      })
    } catch (error) {
      log.error({ err: error }, 'outbound link without database')
      return c.text('The store cannot be opened right now. Please try again in a minute.', 503, { 'cache-control': 'no-store', 'retry-after': '30' })
    }
    if (answer.outcome !== 'redirect') return null
    return c.body(null, 302, { location: answer.url, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  }
}

/** GET /seen/{productId}: the product page's own pixel; the page itself is the same bytes for everybody, so it cannot count. */
export function recordSeen({ views, viewerOf, siteIsHttps }: { views: ViewRecorder; viewerOf: ViewerOf; siteIsHttps: boolean }) {
  return async (c: HttpContext): Promise<Response> => {
    if (!uncountedReason(c.req.raw)) {
      const viewer = await withinPatience(viewerOf(c))
      await views
        .record({ productId: c.req.param('productId') ?? '', visitorId: visitorOf(c, siteIsHttps).visitorId, userId: viewer?.userId ?? null })
        .catch((error: unknown) => log.error({ err: error }, 'view not written'))
    }
    return c.body(null, 204, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  }
}

/** A click without a user or an address hash is better than a shopper who waits for them. */
async function withinPatience<T>(wanted: Promise<T>): Promise<T | null> {
  return Promise.race([wanted.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref())])
}

function visitorOf(c: HttpContext, secure: boolean): { visitorId: string; isNewVisitor: boolean } {
  const known = getCookie(c, VISITOR_COOKIE)
  if (isVisitorId(known)) return { visitorId: known, isNewVisitor: false }
  const id = newVisitorId()
  setCookie(c, VISITOR_COOKIE, id, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: VISITOR_COOKIE_SECONDS, secure })
  return { visitorId: id, isNewVisitor: true }
}
