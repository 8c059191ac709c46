import type { Viewer } from '#server/platform/viewer.ts'
import { reachable } from '#server/partners/demo-stores.ts'
import { goQuery } from '#server/outbound/outbound.schema.ts'
import type { ClickAnswer, ClickRecorder } from '#server/outbound/record-clicks.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import { browserFamily } from '#server/platform/browser-family.ts'
import { countryOf, referrerPath, uncountedReason } from '#server/outbound/visitor.ts'
import { AddressLimit } from '#server/platform/address-limit.ts'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { addressOf, type HttpContext } from './address.ts'
import { away } from './away.ts'
import type { Visitors } from './visitors.ts'
import { withinPatience } from './within-patience.ts'

/** Reads who is signed in from the request's session. */
type ViewerOf = (c: HttpContext) => Promise<Viewer | null>

interface LeaveParts {
  clicks: ClickRecorder
  visitors: Visitors
  viewerOf: ViewerOf
  trustProxy: boolean
  /** If false, one address may leave as often as it wants. */
  isLimited: boolean
}

/**
 * Recorded departures of one address. Each is stored as evidence, counted or not, so without a limit a script could
 * fill the disk.
 */
export const DEPARTURES_A_MINUTE = 600

/**
 * GET /go/{productId}: redirects (302) to the product in its partner's store once the click is durable. Answers null if
 * a page has to say what is wrong (unknown product, no verified address).
 * @throws TooMuchAsked after 600 departures of one address in a minute.
 */
export function leave({ clicks, visitors, viewerOf, trustProxy, isLimited }: LeaveParts) {
  const limit = new AddressLimit(DEPARTURES_A_MINUTE, 60_000)
  return async (c: HttpContext): Promise<Response | null> => {
    if (isLimited && !limit.allows(addressOf(c, trustProxy))) throw new TooMuchAsked(60)
    const { headers } = c.req.raw
    const query = goQuery.parse(Object.fromEntries(new URL(c.req.url).searchParams))
    // Better a click without its user than a shopper who waits.
    const [viewer, visitor] = await Promise.all([withinPatience(viewerOf(c)), visitors.of(c)])
    let answer: ClickAnswer
    try {
      answer = await clicks.record({
        productId: c.req.param('productId') ?? '',
        variantId: query.v ?? null,
        userId: viewer?.userId ?? null,
        ownPartnerId: viewer?.partner?.id ?? null,
        ...visitor,
        surface: query.src,
        position: query.pos ?? null,
        searchId: query.sid ?? null,
        referrerPath: referrerPath(headers),
        browserFamily: browserFamily(headers.get('user-agent')),
        country: countryOf(headers, trustProxy),
        uncounted: uncountedReason(c.req.raw),
      })
    } catch (error) {
      log.error({ err: error }, 'outbound link without database')
      return away(c.req.raw)
    }
    if (answer.outcome !== 'redirect') return null
    return c.body(null, 302, { location: reachable(answer.url), 'cache-control': 'no-store' })
  }
}

/**
 * GET /seen/{productId}: the product page's pixel, which counts views. The page itself is cached, so it cannot count.
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
        .catch((error: unknown) => log.error({ err: error }, 'view not written'))
    }
    return c.body(null, 204, { 'cache-control': 'no-store' })
  }
}
