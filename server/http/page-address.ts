import type { MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import { patternsWith } from '#server/site/addresses.ts'
import { staticPage } from './static-page.ts'

/** Maximum path length in characters. Tokens in paths have up to 2,000. */
const MAX_PATH = 4_000
/** Maximum segments. Remix matches routes at each segment, for pages and for links, so the time is quadratic. */
const MAX_SEGMENTS = 20
/** Maximum parameters. Pages read 30. */
const MAX_PARAMETERS = 1_000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Replaces a path that we do not decode. No page has this path. */
const UNREADABLE = '/%'

/**
 * Returns the path by which Hono chooses a handler. Does not decode a path that is too long or has broken escapes,
 * because Hono throws an exception for each broken escape, and 30,000 of them take a third of a second. Later handlers
 * report the problem.
 */
export function readablePath(request: Request): string {
  const path = rawPath(request.url)
  if (path.length > MAX_PATH) return UNREADABLE
  try {
    decodeURI(path)
  } catch {
    return UNREADABLE
  }
  return getPath(request)
}

function rawPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return start < 0 ? '' : url.slice(start, end < 0 ? undefined : end)
}

/** Answers 414 to URLs that are expensive to parse: a path that is too deep or too long, or too many parameters. */
export const refuseLongAddresses: MiddlewareHandler = async (c, next) =>
  isLongAddress(c.req.url) ? refuseLong() : next()

export function isLongAddress(url: string): boolean {
  const path = rawPath(url)
  return path.length > MAX_PATH || countOf(path, /[/\\]/g) > MAX_SEGMENTS || countOf(url, /&/g) >= MAX_PARAMETERS
}

/** Returns the page for URLs that are too long. */
export function refuseLong(): Response {
  return staticPage(414, {
    heading: 'This address is too long',
    reason: 'This address is longer than any address on this site.',
    advice: 'Check the link, or go to our home page.',
  })
}

/** The maximum number of different routes in one request. No page links to more. */
const MAX_ASKED = 60
/** One segment more than our deepest route, so that a shortened path still matches no route. */
const DEEPEST = 1 + Math.max(...patternsWith(({ by }) => by === undefined).map((pattern) => countOf(pattern, /\//g)))
const MAX_SEGMENT = 100

/**
 * Shortens Remix's request for the routes of a page's links. Replaces all ids with the same text and cuts paths that
 * are too deep or too long to match a route. Returns null if the request has more links than any page. Returns other
 * requests unchanged.
 */
export function shortManifestRequest(request: Request): Request | null {
  const { pathname, searchParams, origin } = new URL(request.url)
  if (pathname !== '/__manifest') return request
  const asked = new Set(
    searchParams.getAll('p').map((path) => {
      const segments = path
        .slice(0, 1_000)
        .split('/')
        .slice(path.startsWith('/') ? 1 : 0)
      return `/${segments
        .slice(0, DEEPEST)
        .map((segment) => (ID.test(segment) ? '-' : segment.slice(0, MAX_SEGMENT)))
        .join('/')}`
    }),
  )
  if (asked.size > MAX_ASKED) return null
  const short = new URLSearchParams([
    ...[...asked].sort().map((path) => ['p', path]),
    ['version', (searchParams.get('version') ?? '').slice(0, MAX_SEGMENT)],
  ])
  return new Request(new URL(`/__manifest?${short}`, origin), {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    headers: request.headers,
  })
}
