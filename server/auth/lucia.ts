import { createHash } from 'node:crypto'
import { Lucia, type Adapter, type DatabaseSession } from 'lucia'
import { Prisma } from '#prisma/generated/client.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { authConfig } from './auth-config.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'
import { sessionCookieName } from './session-cookie.ts'
import { lifetimeOf } from './session-limits.ts'

/** The data that a session stores besides its owner. */
export interface SessionAttributes {
  isRemembered: boolean
  /** When the owner last proved their identity. */
  authenticatedAt: Date
  /** For example 'Chrome on Windows'. */
  device: string
  country: string
}

/** The user of a session, read in one statement. */
export interface UserAttributes {
  email: string
  role: 'customer' | 'partner' | 'admin'
  searchMode: string
  isEmailVerified: boolean
  /** Null if there is no profile. */
  fullName: string | null
  partnerId: string | null
  partnerStatus: NonNullable<Viewer['partner']>['status'] | null
  partnerRole: NonNullable<Viewer['partner']>['role'] | null
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>
    DatabaseSessionAttributes: SessionAttributes
    DatabaseUserAttributes: UserAttributes
  }
}

/** Returns the stored form of a session id. It is a hash, so reading the table is not enough to sign in. */
export const hashSessionId = (id: string): string => createHash('sha256').update(id).digest('hex')

/** Creates Lucia on this database, for sessions of one lifetime. */
export function luciaFor(
  db: Prisma.TransactionClient,
  { siteIsHttps, isRemembered }: { siteIsHttps: boolean; isRemembered: boolean },
) {
  return new Lucia<SessionAttributes, UserAttributes>(new HashingAdapter(db), {
    sessionExpiresIn: lifetimeOf(isRemembered),
    sessionCookie: {
      name: sessionCookieName(siteIsHttps),
      attributes: { secure: siteIsHttps, sameSite: 'lax', path: '/' },
    },
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  })
}

export type SessionRow = {
  user_id: string
  expires_at: Date
  authenticated_at: Date
  is_remembered: boolean
  device: string
  country: string
  email: string
  role: UserAttributes['role']
  search_mode: string
  is_email_verified: boolean
  must_set_up_second_factor: boolean
  full_name: string | null
  partner_id: string | null
  partner_status: UserAttributes['partnerStatus']
  partner_role: UserAttributes['partnerRole']
}

/**
 * Reads sessions in one statement, which also updates when they were last seen, at most once a minute each. Omits
 * sessions that have expired, and those of accounts that are closed, suspended, or demo accounts while these are off.
 * @param ids of the sessions, as stored
 * @param more further columns about the user `s.user_id`, with a comma before each
 * @returns the rows by session id
 */
export async function findSessionRows<More = unknown>(
  db: Prisma.TransactionClient,
  ids: readonly string[],
  more: Prisma.Sql = Prisma.empty,
): Promise<Map<string, SessionRow & More>> {
  // Skips locked rows, so that no request waits. They are updated a minute later.
  const rows = await db.$queryRaw<Array<SessionRow & More & { session_id: string }>>`${KEPT_PLAN}
      WITH seen AS (UPDATE sessions SET last_seen_at = now() WHERE id IN (
        SELECT id FROM sessions WHERE id = ANY(${ids}::text[]) AND expires_at > now() AND last_seen_at < now() - interval '1 minute' FOR UPDATE SKIP LOCKED))
      SELECT s.id AS session_id, s.user_id, s.expires_at, s.authenticated_at, s.is_remembered, s.device, s.country, u.email, u.role, u.search_mode,
        u.email_verified_at IS NOT NULL AS is_email_verified,
        u.role = 'admin' AND ${authConfig().adminSecondFactor === 'required'}::boolean
          AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.secret IS NOT NULL) AS must_set_up_second_factor, p.full_name, partner.id AS partner_id, partner.verification_status AS partner_status,
        partner.role AS partner_role ${more}
      FROM sessions s
      JOIN users u ON u.id = s.user_id AND u.deletion_requested_at IS NULL AND u.suspended_at IS NULL AND (NOT u.is_demo OR ${areDemoAccountsOn()}::boolean)
      LEFT JOIN profiles p ON p.user_id = u.id
      LEFT JOIN LATERAL (
        SELECT own.* FROM (
          SELECT id, verification_status, 'owner' AS role, created_at FROM partners WHERE owner_id = u.id
          UNION ALL
          SELECT works_for.id, works_for.verification_status, m.role::text, works_for.created_at
          FROM partner_members m JOIN partners works_for ON works_for.id = m.partner_id WHERE m.user_id = u.id
        ) own ORDER BY own.role <> 'owner', own.created_at, own.id LIMIT 1
      ) partner ON u.role = 'partner'
      WHERE s.id = ANY(${ids}::text[]) AND s.expires_at > now()`
  return new Map(rows.map((row) => [row.session_id, row]))
}

/** Like `findSessionRows`, but for one session. */
export async function findSessionRow(db: Prisma.TransactionClient, id: string): Promise<SessionRow | undefined> {
  return (await findSessionRows(db, [id])).get(id)
}

/** Stores the SHA-256 of every session id, never the id itself. */
class HashingAdapter implements Adapter {
  readonly #db: Prisma.TransactionClient

  constructor(db: Prisma.TransactionClient) {
    this.#db = db
  }

  async getSessionAndUser(sessionId: string): ReturnType<Adapter['getSessionAndUser']> {
    const row = await findSessionRow(this.#db, hashSessionId(sessionId))
    if (!row) return [null, null]
    const session = {
      id: sessionId,
      userId: row.user_id,
      expiresAt: row.expires_at,
      attributes: {
        isRemembered: row.is_remembered,
        authenticatedAt: row.authenticated_at,
        device: row.device,
        country: row.country,
      },
    }
    const attributes = {
      email: row.email,
      role: row.role,
      searchMode: row.search_mode,
      isEmailVerified: row.is_email_verified,
      fullName: row.full_name,
      partnerId: row.partner_id,
      partnerStatus: row.partner_status,
      partnerRole: row.partner_role,
    }
    return [session, { id: row.user_id, attributes }]
  }

  /** Returns hashes, because only browsers know the ids. */
  async getUserSessions(userId: string): Promise<DatabaseSession[]> {
    const rows = await this.#db.session.findMany({ where: { userId }, orderBy: { lastSeenAt: 'desc' } })
    return rows.map(({ id, expiresAt, isRemembered, authenticatedAt, device, country }) => ({
      id,
      userId,
      expiresAt,
      attributes: { isRemembered, authenticatedAt, device, country },
    }))
  }

  async setSession({ id, userId, expiresAt, attributes }: DatabaseSession): Promise<void> {
    await this.#db.session.create({ data: { id: hashSessionId(id), userId, expiresAt, ...attributes } })
  }

  async updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    await this.#db.session.updateMany({
      where: { id: hashSessionId(sessionId), expiresAt: { gt: new Date() } },
      data: { expiresAt },
    })
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
