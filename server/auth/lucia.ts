import { createHash } from 'node:crypto'
import { Lucia, TimeSpan, type Adapter, type DatabaseSession } from 'lucia'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'
import { sessionCookieName } from './viewer.ts'

/** What a session knows beside its owner. */
export interface SessionAttributes {
  isRemembered: boolean
  /** When its owner last proved who he is. */
  authenticatedAt: Date
  /** 'Chrome on Windows'. */
  device: string
  country: string
}

/** The person behind a session, as one statement reads it. */
export interface UserAttributes {
  email: string
  role: 'customer' | 'partner' | 'admin'
  searchMode: string
  isEmailVerified: boolean
  /** Null: there is no profile. */
  fullName: string | null
  partnerId: string | null
  partnerStatus: 'pending' | 'approved' | 'suspended' | null
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>
    DatabaseSessionAttributes: SessionAttributes
    DatabaseUserAttributes: UserAttributes
  }
}

const REMEMBERED = new TimeSpan(30, 'd')
const BROWSER_SESSION = new TimeSpan(24, 'h')

/** When a session that starts or is refreshed now ends. */
export const lifetimeOf = (isRemembered: boolean): TimeSpan => (isRemembered ? REMEMBERED : BROWSER_SESSION)

/** What is stored of a session's id: whoever reads the table cannot sign in. */
export const hashSessionId = (id: string): string => createHash('sha256').update(id).digest('hex')

/** Lucia over this database, for sessions of one lifetime. */
export function luciaFor(db: Prisma.TransactionClient, { siteIsHttps, isRemembered }: { siteIsHttps: boolean; isRemembered: boolean }) {
  return new Lucia<SessionAttributes, UserAttributes>(new HashingAdapter(db), {
    sessionExpiresIn: lifetimeOf(isRemembered),
    sessionCookie: { name: sessionCookieName(siteIsHttps), attributes: { secure: siteIsHttps, sameSite: 'lax', path: '/' } },
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  })
}

/** For asking only: it never extends a session. That is the refresh's, which the browser asks for. */
export const readingLucia = (db: Db) =>
  new Lucia<SessionAttributes, UserAttributes>(new HashingAdapter(db), {
    sessionExpiresIn: new TimeSpan(0, 's'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  })

type SessionRow = {
  user_id: string; expires_at: Date; authenticated_at: Date; is_remembered: boolean; device: string; country: string
  email: string; role: UserAttributes['role']; search_mode: string; is_email_verified: boolean
  full_name: string | null; partner_id: string | null; partner_status: UserAttributes['partnerStatus']
}

/** Keeps the SHA-256 of every id that Lucia hands it, never the id. */
class HashingAdapter implements Adapter {
  readonly #db: Prisma.TransactionClient

  constructor(db: Prisma.TransactionClient) {
    this.#db = db
  }

  /** One statement, which also notes that the session was seen, at most once a minute. Closed accounts, expired sessions and the demo's where it is off read as none. */
  async getSessionAndUser(sessionId: string): ReturnType<Adapter['getSessionAndUser']> {
    const id = hashSessionId(sessionId)
    const [row] = await this.#db.$queryRaw<SessionRow[]>`
      WITH seen AS (UPDATE sessions SET last_seen_at = now() WHERE id = ${id} AND expires_at > now() AND last_seen_at < now() - interval '1 minute')
      SELECT s.user_id, s.expires_at, s.authenticated_at, s.is_remembered, s.device, s.country, u.email, u.role, u.search_mode, u.email_verified_at IS NOT NULL AS is_email_verified,
        p.full_name, partner.id AS partner_id, partner.verification_status AS partner_status
      FROM sessions s
      JOIN users u ON u.id = s.user_id AND u.deletion_requested_at IS NULL AND (NOT u.is_demo OR ${areDemoAccountsOn()}::boolean)
      LEFT JOIN profiles p ON p.user_id = u.id
      LEFT JOIN LATERAL (SELECT id, verification_status FROM partners WHERE owner_id = u.id ORDER BY created_at, id LIMIT 1) partner ON u.role = 'partner'
      WHERE s.id = ${id} AND s.expires_at > now()`
    if (!row) return [null, null]
    const session = { id: sessionId, userId: row.user_id, expiresAt: row.expires_at, attributes: { isRemembered: row.is_remembered, authenticatedAt: row.authenticated_at, device: row.device, country: row.country } }
    const attributes = {
      email: row.email, role: row.role, searchMode: row.search_mode, isEmailVerified: row.is_email_verified,
      fullName: row.full_name, partnerId: row.partner_id, partnerStatus: row.partner_status,
    }
    return [session, { id: row.user_id, attributes }]
  }

  /** Their ids are hashes: the ids themselves are known to the browsers only. */
  async getUserSessions(userId: string): Promise<DatabaseSession[]> {
    const rows = await this.#db.session.findMany({ where: { userId }, orderBy: { lastSeenAt: 'desc' } })
    return rows.map(({ id, expiresAt, isRemembered, authenticatedAt, device, country }) => ({ id, userId, expiresAt, attributes: { isRemembered, authenticatedAt, device, country } }))
  }

  async setSession({ id, userId, expiresAt, attributes }: DatabaseSession): Promise<void> {
    await this.#db.session.create({ data: { id: hashSessionId(id), userId, expiresAt, ...attributes } })
  }

  async updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    await this.#db.session.updateMany({ where: { id: hashSessionId(sessionId), expiresAt: { gt: new Date() } }, data: { expiresAt } })
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#db.session.deleteMany({ where: { id: hashSessionId(sessionId) } })
  }

  async deleteUserSessions(userId: string): Promise<void> {
    await this.#db.session.deleteMany({ where: { userId } })
  }

  async deleteExpiredSessions(): Promise<void> {
    await this.#db.session.deleteMany({ where: { expiresAt: { lte: new Date() } } })
  }
}
