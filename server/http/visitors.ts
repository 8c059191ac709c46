import type { KeyObject } from 'node:crypto'
import { generateCookie } from 'hono/cookie'
import { AddressHasher } from '#server/platform/address-hash.ts'
import {
  newVisitorId,
  parseVisitor,
  signVisitor,
  VISITOR_COOKIE_SECONDS,
  visitorCookieName,
  visitorSecret,
  type Visitor,
} from '#server/outbound/visitor-cookie.ts'
import { uncountedReason } from '#server/outbound/request-facts.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { cookieIn } from './cookies.ts'
import { withinPatience } from './within-patience.ts'

/**
 * New visitor cookies for one address per hour; bots get none. Beyond the limit, each visit without a cookie counts as
 * a new visitor.
 */
const COOKIES_AN_HOUR = 200

interface VisitorParts {
  db: Db
  trustProxy: boolean
  siteIsHttps: boolean
}

/** Identifies visitors by our cookie, which new ones receive, and by the day's hash of the address. */
export class Visitors {
  readonly #parts: VisitorParts
  readonly #hasher: AddressHasher
  #secret: KeyObject | undefined
  readonly #cookies = new RateLimit('visitor cookies', COOKIES_AN_HOUR, 3600_000)

  constructor(parts: VisitorParts) {
    this.#parts = parts
    this.#hasher = new AddressHasher(parts.db)
  }

  /**
   * Identifies a request's visitor, and sets a cookie for new ones. If the database does not respond quickly, the hash
   * is null, visitors are not recognised, and no cookie is set.
   */
  async of(c: HttpContext): Promise<Visitor & { ipHash: string | null }> {
    if (!this.#secret || !this.#hasher.isLoaded()) await this.#load()
    const address = clientAddressOf(c, this.#parts.trustProxy)
    return { ...this.#visitorOf(c, this.#secret, address), ipHash: this.#hasher.hashNow(address) }
  }

  async #load(): Promise<void> {
    const [secret] = await Promise.all([
      withinPatience(visitorSecret(this.#parts.db)),
      withinPatience(this.#hasher.load()),
    ])
    this.#secret ??= secret
  }

  #visitorOf(c: HttpContext, secret: KeyObject | undefined, address: string): Visitor {
    const name = visitorCookieName(this.#parts.siteIsHttps)
    const now = new Date()
    const known = secret && parseVisitor(secret, cookieIn(c.req.header('cookie'), name) ?? '', now)
    if (known) return known
    const visitorId = newVisitorId()
    if (secret && uncountedReason(c.req.raw) === null && this.#cookies.allows(address)) {
      const cookie = generateCookie(name, signVisitor(secret, visitorId, now), {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: VISITOR_COOKIE_SECONDS,
        secure: this.#parts.siteIsHttps,
      })
      c.header('set-cookie', cookie, { append: true })
    }
    return { visitorId, isYoung: true }
  }
}
