import { newVisitorId, signVisitor, visitorCookieName, visitorSecret } from '#server/outbound/visitor-cookie.ts'
import type { Db } from '#server/platform/db.ts'

/** Creates the cookie of a returning visitor, by default an hour old and for an https site. */
export async function createVisitor(
  db: Db,
  { minutesOld = 60, siteIsHttps = true } = {},
): Promise<{ visitorId: string; cookie: string }> {
  const visitorId = newVisitorId()
  const value = signVisitor(await visitorSecret(db), visitorId, new Date(Date.now() - minutesOld * 60_000))
  return { visitorId, cookie: `${visitorCookieName(siteIsHttps)}=${value}` }
}
