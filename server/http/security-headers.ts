import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Env } from '#server/platform/env.ts'
import { pageAt } from '#server/site/addresses.ts'
import { BufferedPage } from './buffered-page.ts'
import { LOADER, scriptsAfterPaint } from './late-scripts.ts'

const TWO_YEARS = 2 * 365 * 24 * 3600
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
]
/**
 * Makes browsers use https for the shop for two years. The stronger settings apply to the whole domain, so the operator
 * has to choose them.
 */
const HSTS: Readonly<Record<Env['HSTS'], string>> = {
  // Makes browsers forget an earlier setting.
  off: 'max-age=0',
  host: `max-age=${TWO_YEARS}`,
  subdomains: `max-age=${TWO_YEARS}; includeSubDomains`,
  preload: `max-age=${TWO_YEARS}; includeSubDomains; preload`,
}
/** For responses that are not pages: nothing in them may load or run anything. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Sets security headers on every response, and keeps errors out of caches. Pages get a separate policy (secureHtml).
 */
export function securityHeaders({ siteIsHttps, hsts }: { siteIsHttps: boolean; hsts: Env['HSTS'] }): MiddlewareHandler {
  const headers = secureHeaders({
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    strictTransportSecurity: siteIsHttps && HSTS[hsts],
    xFrameOptions: 'DENY',
  })
  const permissions = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')
  return async (c, next) => {
    await headers(c, next)
    c.header('permissions-policy', permissions)
    // Otherwise a shared cache could send the cookie to other visitors.
    if (c.res.headers.has('set-cookie')) {
      if (!/private|no-store/.test(c.res.headers.get('cache-control') ?? ''))
        c.header('cache-control', 'private, no-cache')
      c.res.headers.delete('cdn-cache-control')
    }
    // Otherwise a CDN may store a missing picture for minutes.
    if (c.res.status >= 400 && !c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
    // Assistants, feeds' readers and partners' stores show our pictures on their own pages.
    if (c.res.ok && c.req.path.startsWith('/img/')) c.header('cross-origin-resource-policy', 'cross-origin')
    // Not no-referrer, because browsers would then send no Origin with forms either (own-origin.ts).
    if (isSecret(c.req.url)) c.header('referrer-policy', 'strict-origin')
    // On a 304, the policy of the browser's stored bytes stays.
    if (c.res.status !== 304 && !c.res.headers.has('content-security-policy'))
      c.header('content-security-policy', NO_PAGE)
  }
}

/** Whether the page's URL is or contains a secret, for example after a redirect to the sign-in. */
function isSecret(url: string): boolean {
  const { pathname, searchParams } = new URL(url)
  const carried = [...searchParams.values()]
    .filter((value) => value.startsWith('/'))
    .map((value) => value.split(/[?#]/)[0] ?? '')
  return [pathname, ...carried].some((path) => pageAt(path)?.isSecret)
}

export interface PagePolicy {
  siteIsHttps: boolean
  /** Origins of the sign-in providers. Forms that start a sign-in are redirected there. */
  formTargets: string[]
  /** Origins that browsers upload partners' files to. */
  uploadTargets: string[]
}

/**
 * Adds the content security policy to a rendered page. It allows inline scripts by their SHA-256, so that a cached page
 * keeps its policy. Our own scripts carry a secret mark. Removes the mark. Leaves everything but HTML
 * unchanged.
 * @param text of the page, if the response does not contain it
 * @param isLate whether the page loads its scripts after its first paint
 */
export async function secureHtml(
  response: Response,
  text: string | null,
  mark: string,
  isLate: boolean,
  policy: PagePolicy,
): Promise<Response> {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  if (!isHtml || (text === null && response.body === null)) return response
  // React writes a NUL if a multi-byte character does not fit into the rest of its buffer.
  const html = (text ?? (await response.text())).replaceAll('\0', '')
  const attribute = ` nonce="${mark}"`
  const hashes = new Set<string>()
  for (const [, opening = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (opening.includes(attribute)) hashes.add(hashOf(script))
  }
  if (isLate) hashes.add(LOADER_HASH)
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-security-policy', pagePolicy([...hashes], policy))
  // Allows smaller pictures on slow networks (images.ts).
  headers.set('accept-ch', 'ECT')
  const body = html.replaceAll(attribute, '').replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
  return new BufferedPage(isLate ? scriptsAfterPaint(body) : body, { status: response.status, headers })
}

/** Returns the source expression that allows an inline script in a content security policy. */
export const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const LOADER_HASH = hashOf(LOADER)

function pagePolicy(scriptHashes: string[], { siteIsHttps, formTargets, uploadTargets }: PagePolicy): string {
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self'",
    // For colours and widths that depend on data. Style attributes can load nothing that img-src and font-src forbid.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    ["connect-src 'self'", ...uploadTargets].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(siteIsHttps ? ['upgrade-insecure-requests'] : []),
  ]
  return directives.join('; ')
}
