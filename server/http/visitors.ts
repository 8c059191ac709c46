import { setCookie } from 'hono/cookie'
import { AddressHasher } from '#server/platform/address-hash.ts'
import {
  newVisitorId,
  readVisitor,
  signVisitor,
  VISITOR_COOKIE_SECONDS,
  visitorCookieName,
  visitorSecret,
  type Visitor,
} from '#server/outbound/visitor-cookie.ts'
import { uncountedReason } from '#server/outbound/visitor.ts'
import { AddressLimit } from '#server/platform/address-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { addressOf, type HttpContext } from './address.ts'
import { cookieIn } from './cookies.ts'
import { withinPatience } from './within-patience.ts'

/**
 * Cookies that one address is given an hour; bots get none. A visitor without one is new each time: redirected, and
 * counted as new.
 */
const COOKIES_AN_HOUR = 200

interface VisitorParts {
  db: Db
  trustProxy: boolean
  siteIsHttps: boolean
}

/** Identifies visitors by our cookie, which new ones are given, and by the day's hash of the address. */
export class Visitors {
  readonly #parts: VisitorParts
  readonly #hasher: AddressHasher
  readonly #cookies = new AddressLimit(COOKIES_AN_HOUR, 3600_000)

  constructor(parts: VisitorParts) {
    this.#parts = parts
    this.#hasher = new AddressHasher(parts.db)
  }

  /** The hash is null if the database does not answer quickly. Then nobody is recognised or given a cookie either. */
  async of(c: HttpContext): Promise<Visitor & { ipHash: string | null }> {
    const address = addressOf(c, this.#parts.trustProxy)
    const [secret, ipHash] = await Promise.all([
      withinPatience(visitorSecret(this.#parts.db)),
      withinPatience(this.#hasher.hash(address)),
    ])
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
      setCookie(c, name, value, {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: VISITOR_COOKIE_SECONDS,
        secure: this.#parts.siteIsHttps,
      })
    }
    return { visitorId, isYoung: true }
  }
}
