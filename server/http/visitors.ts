import { setCookie } from 'hono/cookie'
import { IpHasher } from '#server/outbound/ip-hash.ts'
import { newVisitorId, readVisitor, signVisitor, VISITOR_COOKIE_SECONDS, visitorCookieName, visitorSecret, type Visitor } from '#server/outbound/visitor-cookie.ts'
import { uncountedReason } from '#server/outbound/visitor.ts'
import { AddressLimit } from '#server/platform/address-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { addressOf, type HttpContext } from './address.ts'
import { cookieIn } from './cookies.ts'
import { withinPatience } from './within-patience.ts'

/** Cookies that one address is given an hour, bots none. Who gets none is a young visitor each time: sent on, and counted as such. */
export const COOKIES_AN_HOUR = 200

interface VisitorParts {
  db: Db
  trustProxy: boolean
  siteIsHttps: boolean
}

/** Who looks and leaves: by a cookie of ours, which whoever has none is given, and by the day's hash of the address. */
export class Visitors {
  readonly #parts: VisitorParts
  readonly #hasher: IpHasher
  readonly #cookies = new AddressLimit(COOKIES_AN_HOUR, 3600_000)

  constructor(parts: VisitorParts) {
    this.#parts = parts
    this.#hasher = new IpHasher(parts.db)
  }

  /** The hash is null when the database does not answer at once; then nobody is recognised or given a cookie either. */
  async of(c: HttpContext): Promise<Visitor & { ipHash: string | null }> {
    const address = addressOf(c, this.#parts.trustProxy)
    const [secret, ipHash] = await Promise.all([withinPatience(visitorSecret(this.#parts.db)), withinPatience(this.#hasher.hash(address))])
    return { ...this.#visitorOf(c, secret, address), ipHash }
  }

  #visitorOf(c: HttpContext, secret: Buffer | null, address: string): Visitor {
    const name = visitorCookieName(this.#parts.siteIsHttps)
    const now = new Date()
    const known = secret && readVisitor(secret, cookieIn(c.req.header('cookie'), name) ?? '', now)
    if (known) return known
    const visitorId = newVisitorId()
    if (secret && uncountedReason(c.req.raw) === null && this.#cookies.allows(address)) {
      const value = signVisitor(secret, visitorId, now)
      setCookie(c, name, value, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: VISITOR_COOKIE_SECONDS, secure: this.#parts.siteIsHttps })
    }
    return { visitorId, isYoung: true }
  }
}
