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

const HASH_PATIENCE_MS = 200

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
        ...visitorOf(c, siteIsHttps),
        surface: query.src,
        position: query.pos ?? null,
        searchId: query.sid ?? null,
        referrerPath: referrerPath(headers),
        browserFamily: browserFamily(headers.get('user-agent')),
        country: countryOf(headers, trustProxy),
        ipHash: await withinPatience(ipHasher.hash(addressOf(c, trustProxy))),
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
        .record({ productId: c.req.param('productId') ?? '', visitorId: visitorOf(c, siteIsHttps).visitorId })
        .catch((error: unknown) => log.error({ err: error }, 'view not written'))
    }
    return c.body(null, 204, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  }
}

/** A click without an address hash is better than a shopper who waits for one. */
async function withinPatience(hash: Promise<string>): Promise<string | null> {
  hash.catch(() => undefined)
  return Promise.race([hash.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, HASH_PATIENCE_MS, null).unref())])
}

function visitorOf(c: HttpContext, secure: boolean): { visitorId: string; isNewVisitor: boolean } {
  const known = getCookie(c, VISITOR_COOKIE)
  if (isVisitorId(known)) return { visitorId: known, isNewVisitor: false }
  const id = newVisitorId()
  setCookie(c, VISITOR_COOKIE, id, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: VISITOR_COOKIE_SECONDS, secure })
  return { visitorId: id, isNewVisitor: true }
}

/** Whose request it is: of a trusted proxy what that says, else who is connected. */
export function addressOf(c: HttpContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || c.env.incoming.socket.remoteAddress || 'unknown'
}
