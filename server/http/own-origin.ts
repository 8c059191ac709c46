import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '#server/platform/reach.ts'

/** Apple posts its answer to a sign-in from its own site. The state in it, not the session, tells whose it is. */
const CALLBACK = '/auth/callback'
/** Mail programs post to the one-click address of a mail (RFC 8058). The token in it, not the session, tells whose it is. */
const UNSUBSCRIBE = '/waitlist/unsubscribe'
/** Beacons have a rule of their own: server/http/search-log.ts. */
const BEACON = '/searched'

/** A request that may change something. */
export const isUnsafe = (request: Request): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(request.method)

/** True when a page of ours has sent the request: by Origin, else by Referer, else by what the browser says of the site. */
export function isFromUs({ headers }: Request, siteUrl: string): boolean {
  const origin = headers.get('origin') ?? headers.get('referer')
  if (origin === null) return headers.get('sec-fetch-site') === 'same-origin'
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  const site = new URL(siteUrl)
  if (from.origin === site.origin) return true
  // A shop on one's own machine goes by several names, and so does one that has not been told its address.
  return isLoopback(site.hostname) && from.protocol === site.protocol && from.host === headers.get('host')?.toLowerCase()
}

/**
 * Refuses what another site makes a browser send (cross-site request forgery): every unsafe request must come from a page of
 * ours. What says nothing of its origin is no browser, and passes as long as it brings no cookie.
 */
export function refuseForeignRequests(siteUrl: string): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const { headers } = c.req.raw
    const path = c.req.path
    const isAnonymousTool = ['origin', 'referer', 'sec-fetch-site', 'cookie'].every((name) => !headers.has(name))
    const isOneClick = c.req.method === 'POST' && path === UNSUBSCRIBE && new URL(c.req.url).searchParams.has('token')
    if (!isUnsafe(c.req.raw) || path === CALLBACK || path === BEACON || isOneClick || isAnonymousTool || isFromUs(c.req.raw, siteUrl)) return next()
    return c.text('This request did not come from our own pages.', 403, { 'cache-control': 'no-store' })
  }
}

/**
 * For Remix, which refuses by a rule of its own, that Origin and Host are equal, what may come from elsewhere and what a proxy
 * has given another host. What has come this far has been judged.
 */
export function withoutOrigin(request: Request): Request {
  if (!isUnsafe(request) || !request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request.url, { method: request.method, headers, body: request.body, duplex: 'half', signal: request.signal } as RequestInit)
}
