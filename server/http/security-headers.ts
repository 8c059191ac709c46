import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Env } from '#server/platform/env.ts'

const TWO_YEARS = 2 * 365 * 24 * 3600
const UNUSED_FEATURES = ['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb', 'xr-spatial-tracking']
/** Browsers hold the shop to https for two years; more, which binds all of the domain, is for whoever runs it to ask for. */
const HSTS: Readonly<Record<Env['HSTS'], string>> = {
  // They forget what they were told before.
  off: 'max-age=0',
  host: `max-age=${TWO_YEARS}`,
  subdomains: `max-age=${TWO_YEARS}; includeSubDomains`,
  preload: `max-age=${TWO_YEARS}; includeSubDomains; preload`,
}
/** For what is no page: nothing in it may load or run anything. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The headers that keep browsers safe, on whatever answers; pages bring the policy of their own (secureHtml). */
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
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', NO_PAGE)
  }
}

export interface PagePolicy {
  siteIsHttps: boolean
  /** Origins of the providers of sign-ins: a form that starts one is redirected there. */
  formTargets: string[]
}

/**
 * A rendered page with its content security policy. Its inline scripts are allowed by their SHA-256, so that a page that is
 * kept for everybody keeps its policy; which ones are ours says the mark that they were rendered with and that nobody else
 * can know. The mark itself is taken out, and scripts are told to load behind what is seen. Anything but HTML stays as it is.
 */
export async function secureHtml(response: Response, mark: string, policy: PagePolicy): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html') || response.body === null) return response
  const html = await response.text()
  const attribute = ` nonce="${mark}"`
  const hashes = new Set<string>()
  for (const [, opening = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (opening.includes(attribute)) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-security-policy', pagePolicy([...hashes], policy))
  // Pictures come smaller over a slow network (images.ts).
  headers.set('accept-ch', 'ECT')
  // Scripts can wait for what is seen: styles, fonts and the first picture.
  const body = html.replaceAll(attribute, '').replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
  return new Response(body, { status: response.status, headers })
}

function pagePolicy(scriptHashes: string[], { siteIsHttps, formTargets }: PagePolicy): string {
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self'",
    // Colours and widths that only the page's data know. Attributes cannot load anything that img-src and font-src do not allow.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
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
