import { safePath } from '#server/auth/auth.schema.ts'
import { pagePath, secondsToWait, type Gate } from './gate.ts'
import { isUnsafe } from './own-origin.ts'

/** What stands in place of a page while the site is closed. */
export interface ClosedPage {
  /** What to render: one request for all addresses, so that whoever asks gets the same bytes. */
  asked: Request
  /** What the rendered page is kept under; null: it is this visitor's own. */
  key: string | null
  /** Where the browser has to load the page anew, because it shows one that was open before; null: the answer is the gate's screen. */
  reload: string | null
}

/** Says what a request to a closed site is answered with. */
export function closedPageFor(request: Request, { state, launchAt }: Gate): ClosedPage {
  const { pathname, searchParams } = new URL(request.url)
  const isData = pathname.endsWith('.data')
  const isAction = isData && isUnsafe(request)
  const isPart = isData && searchParams.has('_routes') && !searchParams.get('_routes')?.split(',').includes('root')
  const reload = isAction || isPart ? addressToReload(request) : null
  // At / the browser finds other routes than elsewhere, and must find what was rendered.
  const address = isData ? '/closed.data' : pagePath(request) === '/' ? '/' : '/closed'
  return {
    asked: new Request(new URL(address, request.url), isAction ? { method: 'POST', body: new URLSearchParams() } : {}),
    key: reload === null ? `closed ${state} ${launchAt.toISOString()} ${address}` : null,
    reload,
  }
}

/** The rendered screen as what it is: no page of the shop, and for now. */
export function asClosed(page: Response, gate: Gate): Response {
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  headers.set('retry-after', String(secondsToWait(gate)))
  return new Response(page.body, { status: 503, headers })
}

/** The page that a browser's script has asked for data of; after a form the page that it stands on. */
export function addressToReload(request: Request): string {
  const { searchParams } = new URL(request.url)
  const referer = request.headers.get('referer') ?? ''
  if (isUnsafe(request)) return safePath(URL.canParse(referer) ? new URL(referer).pathname : '/')
  searchParams.delete('_routes')
  return safePath(pagePath(request) + (searchParams.size ? `?${searchParams}` : ''))
}
