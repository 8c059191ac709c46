import { safePath } from '#server/auth/auth.schema.ts'
import { pagePath } from '#server/site/addresses.ts'
import { secondsToWait, type Gate } from './gate.ts'
import { isUnsafe } from './own-origin.ts'

/** What replaces a page while the site is closed. */
export interface ClosedPage {
  /** The request to render: the same for all addresses, so that everybody gets the same bytes. */
  asked: Request
  /** The cache key; null if the page is personal. */
  key: string | null
  /**
   * The address that the browser has to reload, because it still shows an open page; null if the answer is the gate's
   * screen.
   */
  reload: string | null
}

/** Decides how to answer a request to a closed site. */
export function closedPageFor(request: Request, { state, launchAt }: Gate): ClosedPage {
  const { pathname, searchParams } = new URL(request.url)
  const isData = pathname.endsWith('.data')
  const isAction = isData && isUnsafe(request)
  const isPart = isData && searchParams.has('_routes') && !searchParams.get('_routes')?.split(',').includes('root')
  const reload = isAction || isPart ? addressToReload(request) : null
  // At / the browser expects other routes than elsewhere, and they must match what was rendered.
  const address = isData ? '/closed.data' : pagePath(pathname) === '/' ? '/' : '/closed'
  return {
    asked: new Request(new URL(address, request.url), isAction ? { method: 'POST', body: new URLSearchParams() } : {}),
    key: reload === null ? `closed ${state} ${launchAt.toISOString()} ${address}` : null,
    reload,
  }
}

/** The rendered screen as a 503 that is not stored, with a time to come back. */
export function asClosed(page: Response, gate: Gate): Response {
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  headers.set('retry-after', String(secondsToWait(gate)))
  return new Response(page.body, { status: 503, headers })
}

/** The page to reload when its script asks for data; after a form, the page that the form is on. */
export function addressToReload(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const referer = request.headers.get('referer') ?? ''
  if (isUnsafe(request)) return safePath(URL.canParse(referer) ? new URL(referer).pathname : '/')
  searchParams.delete('_routes')
  return safePath(pagePath(pathname) + (searchParams.size ? `?${searchParams}` : ''))
}
