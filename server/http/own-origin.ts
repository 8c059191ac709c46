import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '#server/platform/reach.ts'
import { ADDRESSES } from '#server/site/addresses.ts'

/** Whether a request may change something. Remix also runs actions for OPTIONS. */
export const isUnsafe = (request: Request): boolean => !['GET', 'HEAD'].includes(request.method)

/** Whether one of our pages sent the request, judged by Origin, or else by Referer, or else by Sec-Fetch-Site. */
export function isFromUs({ headers }: Request, siteUrl: string): boolean {
  const origin = headers.get('origin') ?? headers.get('referer')
  if (origin === null) return headers.get('sec-fetch-site') === 'same-origin'
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  const site = new URL(siteUrl)
  if (from.origin === site.origin) return true
  // A local shop can have several names, and so can one without SITE_URL.
  return (
    isLoopback(site.hostname) && from.protocol === site.protocol && from.host === headers.get('host')?.toLowerCase()
  )
}

/**
 * Protects against cross-site request forgery: every unsafe request must come from one of our pages, unless the table
 * of addresses accepts its forms from elsewhere. A request without any sign of its origin does not come from a browser,
 * and passes if it has no cookie.
 */
export function refuseForeignRequests(siteUrl: string): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const { headers } = c.req.raw
    // Matches the path exactly, so it exempts neither the data of that page nor another spelling of its URL.
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
 * Removes Origin before Remix sees the request, because Remix requires that it equals Host. That would refuse allowed
 * requests from other sites, and requests whose Host a proxy has changed. We have already checked the origin.
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
