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
import { uncountedReason, type HeaderFields } from '#server/outbound/visitor.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { cookieIn } from './cookies.ts'
import { withinPatience } from './within-patience.ts'

/**
 * New visitor cookies for one address per hour; bots get none. Without a cookie, each visit counts as a new visitor.
 */
const COOKIES_AN_HOUR = 200

/** The data that identifies the sender of a request. */
export interface Asking {
  method: string
  headers: HeaderFields
}

interface VisitorParts {
  db: Db
  trustProxy: boolean
  siteIsHttps: boolean
}

/** Identifies visitors by our cookie, which new ones receive, and by the day's hash of the address. */
export class Visitors {
  readonly #parts: VisitorParts
  readonly #hasher: AddressHasher
  #secret: KeyObject | null = null
  readonly #cookies = new RateLimit('visitor cookies', COOKIES_AN_HOUR, 3600_000)

  constructor(parts: VisitorParts) {
    this.#parts = parts
    this.#hasher = new AddressHasher(parts.db)
  }

  /**
   * Identifies a request's visitor. The hash is null if the database does not answer quickly. Then visitors are neither
   * recognised nor given a cookie.
   */
  async of(c: HttpContext): Promise<Visitor & { ipHash: string | null }> {
    const address = clientAddressOf(c, this.#parts.trustProxy)
    const [secret, ipHash] = await Promise.all([
      withinPatience(visitorSecret(this.#parts.db)),
      withinPatience(this.#hasher.hash(address)),
    ])
    this.#secret ??= secret
    const { cookie, ...visitor } = this.#visitorOf(c.req.raw, secret, address)
    if (cookie !== null) c.header('set-cookie', cookie, { append: true })
    return { ...visitor, ipHash }
  }

  /**
   * Does the same without waiting, and returns the Set-Cookie header, too; null if the secret or the hash key is not
   * loaded yet.
   */
  known(asking: Asking, address: string): (Visitor & { ipHash: string; cookie: string | null }) | null {
    const ipHash = this.#hasher.hashNow(address)
    return this.#secret && ipHash !== null ? { ...this.#visitorOf(asking, this.#secret, address), ipHash } : null
  }

  #visitorOf(asking: Asking, secret: KeyObject | null, address: string): Visitor & { cookie: string | null } {
    const name = visitorCookieName(this.#parts.siteIsHttps)
    const now = new Date()
    const known = secret && parseVisitor(secret, cookieIn(asking.headers.get('cookie') ?? undefined, name) ?? '', now)
    if (known) return { ...known, cookie: null }
    const visitorId = newVisitorId()
    const isGiven = secret !== null && uncountedReason(asking) === null && this.#cookies.allows(address)
    const cookie = isGiven
      ? generateCookie(name, signVisitor(secret, visitorId, now), {
          httpOnly: true,
          sameSite: 'Lax',
          path: '/',
          maxAge: VISITOR_COOKIE_SECONDS,
          secure: this.#parts.siteIsHttps,
        })
      : null
    return { visitorId, isYoung: true, cookie }
  }
}
