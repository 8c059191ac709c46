import { newVisitorId, signVisitor, visitorCookieName, visitorSecret } from '#server/outbound/visitor-cookie.ts'
import type { Db } from '#server/platform/db.ts'

/** A visitor who has been here before, with the cookie that says so: an hour old, and of an https site, unless told otherwise. */
export async function createVisitor(
  db: Db,
  { minutesOld = 60, siteIsHttps = true } = {},
): Promise<{ visitorId: string; cookie: string }> {
  const visitorId = newVisitorId()
  const value = signVisitor(await visitorSecret(db), visitorId, new Date(Date.now() - minutesOld * 60_000))
  return { visitorId, cookie: `${visitorCookieName(siteIsHttps)}=${value}` }
}
