import { isbot } from 'isbot'

export type UncountedReason = 'bot' | 'head' | 'prefetch'

/** Why a request is not a shopper's own act; null if it looks like one. */
export function uncountedReason(request: { method: string; headers: Headers }): UncountedReason | null {
  if (request.method === 'HEAD') return 'head'
  const purpose = `${request.headers.get('sec-purpose') ?? ''} ${request.headers.get('purpose') ?? ''}`
  if (/prefetch|prerender|preview/i.test(purpose)) return 'prefetch'
  const userAgent = request.headers.get('user-agent')
  return !userAgent || isbot(userAgent) ? 'bot' : null
}

/**
 * Two-letter country from the edge's header (only behind a trusted proxy), else from Accept-Language, else 'Unknown'.
 */
export function countryOf(headers: Headers, trustProxy: boolean): string {
  const edge = edgeCountryOf(headers, trustProxy)
  if (edge) return edge
  return (
    headers
      .get('accept-language')
      ?.match(/^[a-z]{2,3}-([A-Z]{2})\b/i)?.[1]
      ?.toUpperCase() ?? 'Unknown'
  )
}

/** Two-letter country from the edge's header, which only a trusted proxy can set; else null. */
export function edgeCountryOf(headers: Headers, trustProxy: boolean): string | null {
  const edge = trustProxy ? (headers.get('cf-ipcountry') ?? headers.get('x-country-code')) : null
  return edge && /^[A-Z]{2}$/i.test(edge) ? edge.toUpperCase() : null
}

/** The path on our own site that the visitor came from, without its query; null if they came from elsewhere. */
export function referrerPath(headers: Headers): string | null {
  const referrer = headers.get('referer')
  if (!referrer || !URL.canParse(referrer)) return null
  const url = new URL(referrer)
  return url.host === headers.get('host') ? url.pathname.slice(0, 500) : null
}
