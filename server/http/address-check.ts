import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { isPagePath } from '#server/platform/page-path.schema.ts'
import { staticPage } from './static-page.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Refuses methods without a handler and impossible paths, so that all of them fail in the same way. */
export function checkAddress(): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    if (!METHODS.has(c.req.method))
      return c.text('Method not allowed.', 405, {
        'cache-control': 'no-store',
        allow: [...METHODS].join(', '),
      })
    if (isPagePath(new URL(c.req.url).pathname)) return next()
    return staticPage(400, {
      heading: 'This address is broken',
      reason: 'The address contains characters that our pages do not use. It may have been cut off or changed.',
      advice: 'Check it for typos, or go to our home page.',
    })
  }
}
