import { uncountedReason } from '#server/outbound/request-facts.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import { log } from '#server/platform/log.ts'
import type { HttpContext } from './client-address.ts'
import type { ViewerOf } from './outbound.ts'
import type { Visitors } from './visitors.ts'
import { withinPatience } from './within-patience.ts'

/**
 * Answers GET /seen/{productId}: the product page's pixel, which counts views. The page itself is cached, so we cannot
 * count its requests.
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
