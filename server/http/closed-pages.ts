import { safePath } from '#server/auth/auth.schema.ts'
import { isDataWithoutRoot, pagePath } from '#server/site/addresses.ts'
import { secondsToWait, type Gate } from './gate.ts'
import { isUnsafe } from './own-origin.ts'

/** The closed site's replacement for a page. */
export interface ClosedPage {
  /** The request to render. It is the same for all URLs, so that everyone gets the same bytes. */
  asked: Request
  /** The cache key; null if the page is personal. */
  key: string | null
  /**
   * The URL to reload, because the browser still shows a page of the open site; null if the answer is the gate's
   * screen.
   */
  reload: string | null
}

/** Decides how to answer a request while the site is closed. */
export function closedPageFor(request: Request, { state, launchAt }: Gate): ClosedPage {
  const url = new URL(request.url)
  const { pathname } = url
  const isData = pathname.endsWith('.data')
  const isAction = isData && isUnsafe(request)
  const reload = isAction || isDataWithoutRoot(url) ? addressToReload(request) : null
  // At / the browser expects different routes from elsewhere, and they must match the rendered ones.
  const address = isData ? '/closed.data' : pagePath(pathname) === '/' ? '/' : '/closed'
  return {
    asked: new Request(new URL(address, request.url), isAction ? { method: 'POST', body: new URLSearchParams() } : {}),
    key: reload === null ? `closed ${state} ${launchAt.toISOString()} ${address}` : null,
    reload,
  }
}

/** Returns the rendered screen as a 503 with Retry-After, which is not stored. */
export function asClosed(page: Response, gate: Gate): Response {
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  headers.set('retry-after', String(secondsToWait(gate)))
  return new Response(page.body, { status: 503, headers })
}

/**
 * Returns the URL for the browser to reload: the page whose script requested data, or the page with the submitted form.
 */
export function addressToReload(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const referer = request.headers.get('referer') ?? ''
  if (isUnsafe(request)) return safePath(URL.canParse(referer) ? new URL(referer).pathname : '/')
  searchParams.delete('_routes')
  return safePath(pagePath(pathname) + (searchParams.size ? `?${searchParams}` : ''))
}
