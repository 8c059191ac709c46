import { findViewer } from '#server/auth/session.service.ts'
import { sessionCookieName } from '#server/auth/session-cookie.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { countryOf, edgeCountryOf } from '#server/outbound/request-facts.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { cookieIn } from './cookies.ts'
import { isFromUs, isUnsafe } from './own-origin.ts'
import type { Ask } from '#server/platform/ask.ts'

/** Builds the data of a request that services may use. `cookies` collects the cookies that they set. */
export function visitOf(
  c: HttpContext,
  { siteUrl, trustProxy }: { siteUrl: string; trustProxy: boolean },
): { visit: Visit; cookies: string[] } {
  const cookies: string[] = []
  const siteIsHttps = siteUrl.startsWith('https://')
  // A post from another site (Apple's answer to a sign-in) must not act as the signed-in user.
  const hasSession = !isUnsafe(c.req.raw) || isFromUs(c.req.raw, siteUrl)
  const cookieHeader = c.req.header('cookie')
  const visit: Visit = {
    address: clientAddressOf(c, trustProxy),
    userAgent: c.req.header('user-agent') ?? '',
    country: countryOf(c.req.raw.headers, trustProxy),
    edgeCountry: edgeCountryOf(c.req.raw.headers, trustProxy),
    siteUrl,
    siteIsHttps,
    cookie: (name) =>
      hasSession || name !== sessionCookieName(siteIsHttps) ? cookieIn(cookieHeader, name) : undefined,
    setCookie: (header) => cookies.push(header),
  }
  return { visit, cookies }
}

/** Reads the viewer. Without a session cookie, the database is not queried. */
export async function findVisitsViewer({ db, visit }: Pick<Ask, 'db' | 'visit'>): Promise<Viewer | null> {
  return visit.cookie(sessionCookieName(visit.siteIsHttps)) === undefined ? null : findViewer({ db, visit })
}

/** Whether the cookie ends a session in the browser (clearSessionCookie). */
const BLANK_SESSION = /^(?:__Host-)?wtf_session=;/
const isSession = (cookie: string) => /^(?:__Host-)?wtf_session=/.test(cookie)

/**
 * Adds the cookies that were set during the request. A response that ends the session also clears the browser's cache,
 * which contains pages for the Back button. It does not clear "cookies" or "storage": known devices, recently viewed
 * products and install flags stay (docs/keys-and-sessions.md).
 */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  if (!cookies.length) return response
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  const session = cookies.findLast(isSession)
  if (session !== undefined && BLANK_SESSION.test(session)) headers.set('clear-site-data', '"cache"')
  return new Response(response.body, { status: response.status, headers })
}
