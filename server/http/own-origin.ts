import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '#server/platform/reach.ts'
import { ADDRESSES } from '#server/site/addresses.ts'

/** A request that may change something. Remix runs actions for OPTIONS too. */
export const isUnsafe = (request: Request): boolean => !['GET', 'HEAD'].includes(request.method)

/** True if one of our pages has sent the request: by Origin, else by Referer, else by Sec-Fetch-Site. */
export function isFromUs({ headers }: Request, siteUrl: string): boolean {
  const origin = headers.get('origin') ?? headers.get('referer')
  if (origin === null) return headers.get('sec-fetch-site') === 'same-origin'
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  const site = new URL(siteUrl)
  if (from.origin === site.origin) return true
  // A shop on one's own machine has several names, and so has one without a configured address.
  return (
    isLoopback(site.hostname) && from.protocol === site.protocol && from.host === headers.get('host')?.toLowerCase()
  )
}

/**
 * Protects against cross-site request forgery: every unsafe request must come from one of our pages, unless the table of
 * addresses takes its forms from elsewhere. A request without any sign of its origin is not from a browser, and passes if
 * it has no cookie.
 */
export function refuseForeignRequests(siteUrl: string): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const { headers } = c.req.raw
    // Letter by letter: neither the data of that page nor another spelling of it.
    const forms = ADDRESSES[c.req.path]?.forms
    const isAnonymousTool = ['origin', 'referer', 'sec-fetch-site', 'cookie'].every((name) => !headers.has(name))
    const isOneClick = forms === 'one click' && c.req.method === 'POST' && new URL(c.req.url).searchParams.has('token')
    if (
      !isUnsafe(c.req.raw) ||
      forms === 'from anywhere' ||
      isOneClick ||
      isAnonymousTool ||
      isFromUs(c.req.raw, siteUrl)
    )
      return next()
    return c.text('This request did not come from our own pages.', 403, { 'cache-control': 'no-store' })
  }
}

/**
 * Removes Origin before Remix sees the request. Remix requires that Origin equals Host. That would refuse allowed
 * requests from elsewhere, and requests that came with a Host changed by a proxy. These requests have been checked
 * already.
 */
export function withoutOrigin(request: Request): Request {
  if (!isUnsafe(request) || !request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request.url, {
    method: request.method,
    headers,
    body: request.body,
    duplex: 'half',
    signal: request.signal,
  } as RequestInit)
}
