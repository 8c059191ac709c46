import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

export type UncountedReason = 'bot' | 'head' | 'prefetch'

/** The header fields of a request. */
export type HeaderFields = Pick<Headers, 'get'>

/**
 * Browsers send 'Mozilla' with their own name or their rendering engine. A few older ones send only their own name.
 * Anything else is an app, a library or a link preview, which fetches an address without a person opening it.
 */
const ENGINE = /AppleWebKit|Gecko\/|KHTML|MSIE \d|Trident|Presto|Goanna|(?:Chrome|CriOS|Firefox|FxiOS|Safari)\//
const OLD_BROWSER =
  /^Opera\/\d|Opera Mini|UCBrowser|UCWEB|^(?:Lynx|w3m|ELinks|Links|Dillo|NetSurf|Konqueror|amaya)\b|^BlackBerry\d|^Nokia.*(?:Browser|Series)/i
const namesBrowser = (userAgent: string) =>
  (/^Mozilla\/\d/.test(userAgent) && ENGINE.test(userAgent)) || OLD_BROWSER.test(userAgent)
/** Apps that show a preview of a link. */
const PREVIEW = /preview|snippet|unfurl|SpringBoard/i

const looksLikeBot = (userAgent: string) => !namesBrowser(userAgent) || PREVIEW.test(userAgent) || isbot(userAgent)

/**
 * Cached, because the library's expression has hundreds of alternatives, and most requests come from the same few
 * browsers.
 */
const bots = new LRUCache<string, { isBot: boolean }>({ max: 1_000 })
const LONGEST_KEPT = 400

function isBot(userAgent: string): boolean {
  if (userAgent.length > LONGEST_KEPT) return looksLikeBot(userAgent)
  const known = bots.get(userAgent) ?? { isBot: looksLikeBot(userAgent) }
  bots.set(userAgent, known)
  return known.isBot
}

/** Returns why a request does not come from a shopper's own action; null if it seems to. */
export function uncountedReason(request: { method: string; headers: HeaderFields }): UncountedReason | null {
  if (request.method === 'HEAD') return 'head'
  const purpose = `${request.headers.get('sec-purpose') ?? ''} ${request.headers.get('purpose') ?? ''}`
  if (/prefetch|prerender|preview/i.test(purpose)) return 'prefetch'
  const userAgent = request.headers.get('user-agent')
  return !userAgent || isBot(userAgent) ? 'bot' : null
}

/**
 * Returns the two-letter country from the edge's header (only behind a trusted proxy), else from Accept-Language, else
 * 'Unknown'.
 */
export function countryOf(headers: HeaderFields, trustProxy: boolean): string {
  const edge = edgeCountryOf(headers, trustProxy)
  if (edge) return edge
  return (
    headers
      .get('accept-language')
      ?.match(/^[a-z]{2,3}-([A-Z]{2})\b/i)?.[1]
      ?.toUpperCase() ?? 'Unknown'
  )
}

/** Returns the two-letter country from the edge's header, which only a trusted proxy can set; else null. */
export function edgeCountryOf(headers: HeaderFields, trustProxy: boolean): string | null {
  const edge = trustProxy ? (headers.get('cf-ipcountry') ?? headers.get('x-country-code')) : null
  return edge && /^[A-Z]{2}$/i.test(edge) ? edge.toUpperCase() : null
}

/** Returns the path on our own site that the visitor came from, without its query; null if they came from elsewhere. */
export function referrerPath(headers: HeaderFields): string | null {
  const referrer = headers.get('referer')
  if (!referrer || !URL.canParse(referrer)) return null
  const url = new URL(referrer)
  return url.host === headers.get('host') ? url.pathname.slice(0, 500) : null
}
