import { BUILD_HEADER } from '#server/site/build-header.values.ts'
import { BufferedPage } from './buffered-page.ts'
import { acceptedEncoding, EncodedBody, SENT_ONCE, type Effort } from './encoded-body.ts'
import { hasTag } from './etag.ts'

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A rendered page. PageCache decides when it expires. */
export interface CachedPage {
  status: number
  headers: Array<[string, string]>
  body: EncodedBody
  /**
   * When its rendering began, by the monotonic clock. By the system clock, a page would stay too long after the clock
   * is set back.
   */
  begunAt: number
  /** When it expires even without a change, by the same clock. */
  endsAt: number
  /** Whether shared caches may store it: it is complete, and we know when it expires. */
  isShareable: boolean
  /** The ids that it shows; null if any change expires it. */
  ids: readonly string[] | null
  /** `at` is the time of the last change of these ids, counting changes up to number `asOf`. */
  changed: { asOf: number; at: number }
  copies: number
}

/** Reads a rendered page. At first any change expires it, and it has no time limit. */
export async function parsePage(response: Response, begunAt: number, effort?: Effort): Promise<CachedPage> {
  const bytes = response instanceof BufferedPage ? response.buffer : Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'content-length'),
    body: new EncodedBody(bytes, effort),
    begunAt,
    endsAt: Infinity,
    isShareable: false,
    ids: null,
    changed: { asOf: -1, at: -Infinity },
    copies: 1.5,
  }
}

/** Responds with a page that is rendered for this request and not stored. */
export async function respondOnce(
  request: Request,
  render: () => Promise<Response>,
  inTurn: InTurn,
): Promise<Response> {
  const page = await inTurn(async () => parsePage(await render(), performance.now(), SENT_ONCE))
  return pageResponse(request, page)
}

/** @param more additional headers. By default caches must ask us each time */
export async function pageResponse(
  request: Request,
  page: CachedPage,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries({ 'cache-control': 'no-cache', ...more }))
    if (!headers.has(name)) headers.set(name, value)
  headers.append('vary', 'Accept-Encoding')
  if (page.status === 200) {
    // A cache keeps its stored headers after a 304, so each build needs its own tag.
    const etag = page.body.etag.replace('"', `"${headers.get(BUILD_HEADER) ?? ''}`)
    headers.set('etag', etag)
    if (hasTag(request, etag)) return new Response(null, { status: 304, headers })
  }
  if (page.status === 304 || page.status === 204 || (page.status >= 300 && page.body.size === 0))
    return new Response(null, { status: page.status, headers })
  const encoding = page.body.size > 1_000 ? acceptedEncoding(request.headers.get('accept-encoding')) : 'identity'
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  const bytes = await page.body.encoded(encoding)
  headers.set('content-length', String(bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { status: page.status, headers })
}
