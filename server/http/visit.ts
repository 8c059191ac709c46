import { readViewer } from '#server/auth/session.service.ts'
import { sessionCookieName, type Viewer, type Visit } from '#server/auth/viewer.ts'
import { countryOf, edgeCountryOf } from '#server/outbound/visitor.ts'
import type { Db } from '#server/platform/db.ts'
import { addressOf, type HttpContext } from './address.ts'
import { cookieIn } from './cookies.ts'
import { isFromUs, isUnsafe } from './own-origin.ts'

/** What services may know of a request, and the cookies that they set meanwhile. */
export function visitOf(c: HttpContext, { siteUrl, trustProxy }: { siteUrl: string; trustProxy: boolean }): { visit: Visit; cookies: string[] } {
  const cookies: string[] = []
  const siteIsHttps = siteUrl.startsWith('https://')
  // What another site has posted (Apple's answer to a sign-in) acts in nobody's name.
  const hasSession = !isUnsafe(c.req.raw) || isFromUs(c.req.raw, siteUrl)
  const cookieHeader = c.req.header('cookie')
  const visit: Visit = {
    address: addressOf(c, trustProxy),
    userAgent: c.req.header('user-agent') ?? '',
    country: countryOf(c.req.raw.headers, trustProxy),
    edgeCountry: edgeCountryOf(c.req.raw.headers, trustProxy),
    siteUrl,
    siteIsHttps,
    cookie: (name) => (hasSession || name !== sessionCookieName(siteIsHttps) ? cookieIn(cookieHeader, name) : undefined),
    setCookie: (header) => cookies.push(header),
  }
  return { visit, cookies }
}

/** Who asks; without a session's cookie the database is not asked. */
export async function viewerOf(db: Db, visit: Visit): Promise<Viewer | null> {
  return visit.cookie(sessionCookieName(visit.siteIsHttps)) === undefined ? null : readViewer(db, visit)
}

/** The answer, with the cookies that were set while it was made. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  if (!cookies.length) return response
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}
