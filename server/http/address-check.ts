import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { standingPage } from './standing-page.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Refuses methods that nothing here answers, and paths that no address of ours can have: what cannot be decoded, what holds
 * control characters, and `//`, which routers take for another host. They would fail somewhere behind, each in its own way.
 */
export function checkAddress(): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    if (!METHODS.has(c.req.method)) return c.text('This method is not answered here.', 405, { 'cache-control': 'no-store', allow: [...METHODS].join(', ') })
    if (isAddress(new URL(c.req.url).pathname)) return next()
    return standingPage(400, {
      heading: 'This address is broken',
      reason: 'It holds characters that no page of ours has in its address. It may have been cut or changed on its way.',
      advice: 'Check it for a typing error, or begin at our home page.',
    })
  }
}

function isAddress(pathname: string): boolean {
  if (pathname.startsWith('//')) return false
  try {
    // eslint-disable-next-line no-control-regex -- exactly those are looked for
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
