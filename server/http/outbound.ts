import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { IpHasher } from '#server/outbound/ip-hash.ts'
import { goQuery } from '#server/outbound/outbound.schema.ts'
import type { ClickAnswer, ClickRecorder } from '#server/outbound/record-clicks.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import {
  browserFamily, countryOf, isVisitorId, newVisitorId, referrerPath, uncountedReason, VISITOR_COOKIE, VISITOR_COOKIE_SECONDS,
} from '#server/outbound/visitor.ts'
import { log } from '#server/platform/log.ts'

type HttpContext = Context<{ Bindings: HttpBindings }>

/**
 * GET /go/{productId}: 302 to the product in its partner's store once the click is durable.
 * Answers null where a page must say what is wrong (unknown product, no verified address).
 */
export function leave({ clicks, ipHasher, trustProxy, siteIsHttps }: { clicks: ClickRecorder; ipHasher: IpHasher; trustProxy: boolean; siteIsHttps: boolean }) {
  return async (c: HttpContext): Promise<Response | null> => {
    const { headers } = c.req.raw
    const query = goQuery.parse(c.req.query())
    let answer: ClickAnswer
    try {
      answer = await clicks.record({
        productId: c.req.param('productId') ?? '',
        variantId: query.v ?? null,
        userId: null,
        visitorId: visitorOf(c, siteIsHttps),
        surface: query.src,
        position: query.pos ?? null,
        searchId: query.sid ?? null,
        referrerPath: referrerPath(headers),
        browserFamily: browserFamily(headers.get('user-agent')),
        country: countryOf(headers, trustProxy),
        ipHash: await ipHasher.hash(addressOf(c, trustProxy)).catch(() => null),
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
export function recordSeen({ views, siteIsHttps }: { views: ViewRecorder; siteIsHttps: boolean }) {
  return async (c: HttpContext): Promise<Response> => {
    if (!uncountedReason(c.req.raw)) {
      await views
        .record({ productId: c.req.param('productId') ?? '', visitorId: visitorOf(c, siteIsHttps) })
        .catch((error: unknown) => log.error({ err: error }, 'view not written'))
    }
    return c.body(null, 204, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  }
}

function visitorOf(c: HttpContext, secure: boolean): string {
  const known = getCookie(c, VISITOR_COOKIE)
  if (isVisitorId(known)) return known
  const id = newVisitorId()
  setCookie(c, VISITOR_COOKIE, id, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: VISITOR_COOKIE_SECONDS, secure })
  return id
}

function addressOf(c: HttpContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || c.env.incoming.socket.remoteAddress || 'unknown'
}
